//! Every threshold of collide and slide, with its argument. u = 2⁻⁵³ is the unit roundoff of `f64`.

use swept_support::Real;

/// A motion keeps to a plane when it leads into it by no more than this part of the velocity's length: projecting it on a
/// plane errs by 4u (a product, three terms, a difference), on a crease by 8u (its direction by 4u), the product with a
/// plane's normal by 4u more, and the normals are of unit length up to 3u.
pub(crate) const KEEPS: f64 = 16.0 * (0.5 * f64::EPSILON);

/// By what sine a move may lead into a plane that it has not been stopped by while it kept to the other planes: what the
/// normals of two walls that face each other are off by (2⁻²³ each in `f32`, and 2⁻²⁰ after a cross product of edges
/// that share three of their digits), or a corridor would have no way through. A move of 100 skins loses 2⁻⁹ of one to it. And what
/// is stood on holds by a normal that leads up by more than this.
pub(crate) const LEEWAY: f64 = 1.0 / (1u32 << 16) as f64;

/// A motion leads along an overlap when it leads into it by no more than [`KEEPS`] of the length that was asked for and so many units in
/// the last place of the scalar of its own. One and a half of them are rounding to the scalar, half a unit each: of the motion when it is
/// cast, of the overlap's normal, and of the normal of the one across, which turn what is cast. The others are for how the two normals are
/// computed, each by itself.
pub(crate) const ALONGSIDE: f64 = 4.0;

/// Of no more planes than this all pairs are tried: most moves know of four at most, and what more takes is found by adding the worst
/// one by one.
pub(crate) const FEW: usize = 16;

/// Two normals whose difference is shorter than this are one plane: what [`LEEWAY`] takes for rounding.
pub(crate) const SAME: f64 = LEEWAY;

/// A motion shorter than this part of the one asked for is none. Motions blocked on all sides come out as 0 up to
/// [`KEEPS`]; this leaves room for normals that are off by half the places of `f64`.
pub(crate) const STILL: f64 = 1.0 / (1u32 << 26) as f64;

/// The skin when none is asked for, as a part of the mover's size: of a capsule 1.8 high, 7 mm were it metres.
pub(crate) const SKIN: f64 = 1.0 / 128.0;

/// The least skin, in units in the last place of the lengths that enter. Each position is rounded, and the way is rounded when it is cast
/// and when it is gone, so that a mover may come nearer than the margin by some six of them, and by two more to what stands out of the
/// plane of another hit by so much. That may take no more than half of the margin, which is half of the skin: 16 of these units.
const LEAST_SKIN: f64 = 64.0;

/// The least skin, in units of what the casts that are done call touching: C, a part of the scale of a pair, which is the sum of both sizes
/// and of the distance of the origins. A large triangle makes it large, however small the mover and however near to the world's origin.
///
/// A cast whose target distance is the margin m keeps to it by proof, where it starts farther away than m + C. What starts nearer
/// touches: the motion is let go on when some plane keeps what there is, up to m, less C. So each cast may take C, and of what is
/// within C of a surface the side is not known: with m of no more than C, one cast may lead through. A move is eight casts, unless
/// more are asked for. They may take no more than half of the margin, so m = 16 C, and the skin is twice that; who pushes on after that
/// is lifted back to the skin. (Pushed into corners of boxes of twelve triangles by 75,000 random moves each, movers left them with m
/// = C, and with m = 2 C and above none came nearer than m by a tenth of C.)
const LEAST_TOUCHES: f64 = 32.0;

/// The part of the skin below which nothing is ever let come, by the target distance of each cast. The other half is where
/// contacts are found before they are too near: sliding along a plane at the skin's distance is no graze of the target. Half of the
/// least skin, 32 units in the last place, is also more than the six that rounding takes of a way out of an overlap.
pub(crate) const MARGIN: f64 = 0.5;

/// By how much of the least skin what a mover goes along may stand out of what it is beside: what casts call touching, or two units
/// in the last place of the lengths that enter. In a scalar with unit roundoff v corners of one flat wall, at coordinates up to a,
/// are rounded by √3 v a each; C is more than the two of them together, and what there is in the frame of a mesh counts twice, by the
/// size of the triangle and by the distance of the origin.
pub(crate) const STANDS_OUT: f64 = 1.0 / LEAST_TOUCHES;

/// How far beyond its end a move looks for contacts, in skins. Half a skin of way to the margin is then seen from sines of
/// 1/32 on: all that is met at more than 2° comes to be kept at the skin's distance, though the move ends before. What is met
/// flatter comes nearer, to where it is seen, and stays there.
pub(crate) const AHEAD: f64 = 16.0;

/// A mover comes nearer to a plane only when it is at least by this part of the skin: so that what rests does not move at
/// all, rather than by a unit in the last place to and fro.
pub(crate) const DEADBAND: f64 = 1.0 / 16.0;

/// What is near, in skins. A mover stops within a deadband of the skin's distance; the second one is for what is measured along another
/// normal than it was met by.
pub(crate) const WITHIN: f64 = 1.0 + 2.0 * DEADBAND;

/// A mover that is within this part of the skin of the margin is lifted back to the skin's distance. Errors of normals
/// carried it there: in one move they take less than a thousandth of the skin.
pub(crate) const WORN: f64 = 1.0 / 256.0;

/// So often a mover is lifted back from what it is worn against in one place, until it has gone farther than a skin: once from each of
/// three planes, which is as many as make a corner. Who would be lifted more often has no room there: each lift wears it against the
/// next plane, around and around.
pub(crate) const MOST_LIFTS: u32 = 3;

/// A mover is moved away from what is within the margin by no more than so many skins: out of a corner of three walls at right angles
/// that it touches it takes 1.7. Where it takes more, the mover stands in a wedge, or is deeper than a skin in something: it leaves
/// that by itself, or is to be freed.
pub(crate) const FARTHEST_OFF: f64 = 2.0;

/// The width, in skins, by which a cast may leave its bracket open: the lower end is what moves are made by, and a
/// fraction of the deadband decides nothing. The normal of a curved contact of radius r is off by √(2·width/r) at most: a
/// thousandth of a degree where the skin is a hundredth of r.
pub(crate) const WIDTH: f64 = 1.0 / (1u32 << 26) as f64;

/// The least skin for lengths of this magnitude.
pub(crate) fn least_skin<T: Real>(lengths: f64) -> f64 {
    LEAST_SKIN * T::EPSILON * lengths
}

/// The least skin for casts of this scale: all sizes and distances that enter, those of what stands there included.
pub(crate) fn least_skin_of_casts<T: Real>(scale: f64) -> f64 {
    LEAST_TOUCHES * touch::<T>() * scale
}

/// Up to this distance or depth, per unit of its scale, a cast calls shapes touching: the contact tolerance of its contract.
fn touch<T: Real>() -> f64 {
    if T::EPSILON == f64::EPSILON {
        8.0 * f64::EPSILON
    } else {
        T::EPSILON
    }
}

/// Normals whose cross product, or three whose determinant, is below this are dependent: the inverse has then lost half of
/// the places, and the way along them would be 2²⁰ times what is to be cleared.
pub(crate) const FLAT: f64 = 1.0 / (1u32 << 20) as f64;

/// Exchanges in the search for the shortest way that clears all half-spaces. Each lengthens the way, so that it ends by itself but for
/// rounding; of 100,000 half-spaces about a round thing it takes some twenty.
pub(crate) const MOST_EXCHANGES: u32 = 1000;

/// What is missing of a walk is rounding when each component of it is no more than this many units in the last place of the position's
/// largest: a move is eight steps, unless more are asked for, and each is rounded by half of one.
pub(crate) const ROUNDED: f64 = 4.0;

/// A way out leads along a surface, rather than out of it, when the cosine of its angle to the surface's normal is no more than this: at 60
/// degrees two ways that lean to opposite sides are cleared by twice as much as along the normal. So up leads along a steeper floor:
/// twice what a platform's turn brings nearer is the most that one is lifted by.
pub(crate) const ALONG: f64 = 0.5;

/// A direction leads into an overlap when the cosine of its angle to the way out of that is below minus this. On rough ground ways out
/// along the surface lead down by as much as the ground leans; away from a wall that leans by less than 30 degrees one leads into the wall
/// across.
pub(crate) const BACK: f64 = 0.5;

/// Ways out to both sides of a surface are as long as each other when they differ by no more than this part: the corners of one flat
/// surface are rounded by some 2⁻²³ of their coordinates in `f32`, and its triangles are to be left to one side. The way taken is
/// longer by no more than that.
pub(crate) const EVEN: f64 = 1.0 / (1u32 << 20) as f64;

/// In so many directions, those of the deepest overlaps, all are tried to be left at once. On ground they are few, and of a round
/// shape in a bowl some two dozen degrees apart.
pub(crate) const MOST_DIRECTIONS: usize = 32;

/// Of the directions in which all overlaps are left at once so many are tried as ways, the shortest first. What the shortest leads
/// into is not known before it is cast. Of 1,200 capsules with their middle in a cube of triangles that leaves them no room, one of
/// them leads out for all but one, and the shortest three for all but seven.
pub(crate) const MOST_TOGETHER: usize = 8;

/// By planes no way leads out that is longer than so many times the most that one of them asks for. In a corner of three walls at
/// right angles it is √3 times that at most, and in a wedge of two at 40 degrees 1/sin 20°, all but thrice. Longer ones lead far off, to
/// where planes meet that are nearly opposite.
pub(crate) const FARTHEST_OUT: f64 = 3.0;

/// So often what stops a way by planes joins them: in a corner of three walls of which one is overlapped, twice. The triangles of one
/// wall are rounded out of each other's planes, and those of rough ground have planes of their own: so some more.
pub(crate) const MOST_STOPS: u32 = 16;

/// Of so many convex shapes that are overlapped, the deepest, each side is an end from which a way out is looked for. Of boxes that were
/// thrown on a mover some six are as much as gets there.
pub(crate) const MOST_SIDED: usize = 8;

/// So many ends are measured at, one after the other, from the same side. Of 1,000 movers in three to six boxes that were thrown on them
/// the first frees all that eight free. The second makes the ways shorter, by all but a fifth of what eight do.
pub(crate) const MOST_ENDS: u32 = 2;

/// An end is measured at when it is no farther than so many times as a way may lead: what is found from there is nearer by what a round
/// shape need not go up to go over an edge, and by what the way need not lead straight out of a face.
pub(crate) const FARTHEST_END: f64 = 2.0;

/// Rounds of freeing a mover. Each clears all contacts at once as they look from where it stands; on flat and convex things
/// one or two do, and each halves what curvature leaves open.
pub(crate) const MOST_ROUNDS: u32 = 8;

/// A round that frees the deepest overlap by less than this part of it is the last one.
pub(crate) const WORTH: f64 = 1.0 / 64.0;

/// How far around a mover is looked for what its way out of an overlap has to heed, in skins: one is what the way leaves to what it comes
/// out of, the other is for what is met on it. It decides which way is tried, not what is entered: each way is cast, and what
/// is farther off shortens it, and is near in the next round.
pub(crate) const AROUND: f64 = 2.0;

/// Of a floor whose level way rises or falls by no more than this per length, a way is clipped as on the level: motions taken there
/// and back lose its square times u, 2⁻³⁷, far less than [`LEEWAY`]. That is all but 0.2 degrees from upright, and nobody walks up a
/// steeper one.
pub(crate) const STEEPEST: f64 = 256.0;

/// A slope of just the steepest angle is floor by so many units in the last place of the scalar. Seven are
/// needed: two for the angle's cosine, of its rounding and the angle's; half a unit each for the normal and for up, and two more for up's
/// length; one and a half for their product.
pub(crate) const SLOPE: f64 = 16.0;

/// A direction that is given is of unit length when that is off by so many units in the last place of the scalar: two for up's length
/// (see [`SLOPE`]), and one of each component, √3 in all, where a number is read to its neighbour.
pub(crate) const UNIT: f64 = 4.0;

/// A motion along a wall is no way down when it leads down by no more than this many units in the last place of the length of the one that
/// met the wall. That one is a velocity without its part along up: of one that was level but for rounding, that leaves three and a
/// half, one and a half for each of two products with up, and a half for the difference. Another half is for what the wall adds,
/// which is never less than 0. On a floor that leans all of it counts as often as what a motion is off by may grow on the way down to
/// the level.
pub(crate) const LEVEL: f64 = 4.0;

/// A normal has a part across up when that is longer than this many units in the last place. It decides nothing but that no direction is
/// made of 0: what is asked leans over upward and is no floor, so its part across up is longer than five times the root of a unit (see
/// [`SLOPE`]).
pub(crate) const UPRIGHT: f64 = 1.0;

/// The ray that tells the floor behind an edge begins one skin behind it. The steepest floor has led up by its tangent there, in skins,
/// and from this many times as high the ray meets it from above; as far below the edge it ends. It is a skin at least.
pub(crate) const PROBE: f64 = 1.25;

/// No higher above the edge than this many skins does the ray begin, since the tangent has no bound: floors of more than 76 degrees, which
/// are higher than that one skin behind it, count as wall there.
pub(crate) const HIGHEST_PROBE: f64 = 4.0;

/// The least part of the direction to a step that a wall beside it may leave: the sine of the angle between the two. Of 15 degrees it is a
/// quarter, and there a step is gone for along the wall by four skins, a 30th of the mover's size. Where the wall is more nearly flush
/// with the step, it takes a longer way than can be called a part of a climb.
pub(crate) const CORNER: f64 = 0.25;

/// How often the part of a way that leads over a step is halved where it ends too high. A round foot of radius r stands on the edge from
/// where it comes over it until its flank touches the slope behind, of the angle θ: along r (1 − sin θ) of the way, a quarter of r at
/// 48.6 degrees. So that is found in ways of up to 2⁸ times as much, 64 radii there.
pub(crate) const MOST_HALVINGS: u32 = 8;

/// How often who was led up beyond all floor slides on down along what leans back. Each time cos² of its slope is left of the height, half
/// of it at 45 degrees: so a 256th, and what is flatter is floor in most games.
pub(crate) const MOST_DESCENTS: u32 = 8;
