//! A face on the page.

/// A point of the page, and how near to the viewer what is seen there is, in pixels.
pub type Spot = [f64; 3];

/// Pixels by which rounding may part places, and the nearness of faces in one plane: far less than any margin.
pub const ROUNDING: f64 = 1e-6;

/// A face on the page.
pub struct Flat {
    /// Which of the scene's triangles it is.
    pub index: usize,
    corners: [Spot; 3],
    area: f64,
}

impl Flat {
    /// The face with these corners; nothing when it is seen edge-on, and hides nothing.
    pub fn new(index: usize, corners: [Spot; 3]) -> Option<Self> {
        let [a, b, c] = corners;
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
        (area != 0.0).then_some(Self {
            index,
            corners,
            area,
        })
    }

    /// How near the face is at a point of the page; `None` where it is not.
    pub fn nearness_at(&self, p: &[f64; 2]) -> Option<f64> {
        let weights = self.weights(p);
        weights
            .iter()
            .all(|w| *w >= 0.0)
            .then(|| self.level(&weights))
    }

    /// How near the face's plane is at a point of the page.
    pub fn level_at(&self, p: &[f64; 2]) -> f64 {
        self.level(&self.weights(p))
    }

    fn level(&self, [u, v, w]: &[f64; 3]) -> f64 {
        let [a, b, c] = &self.corners;
        u * a[2] + v * b[2] + w * c[2]
    }

    /// What the corners weigh in a point of the page.
    fn weights(&self, p: &[f64; 2]) -> [f64; 3] {
        let [a, b, c] = &self.corners;
        let weight = |a: &Spot, b: &Spot| turn(a, b, p) / self.area;
        [weight(b, c), weight(c, a), weight(a, b)]
    }

    /// Whether the face and the convex polygon with these corners have a point of the page in common, or all but: none of the
    /// polygon's upright and level bounds and none of the face's sides parts them.
    pub fn meets(&self, polygon: &[[f64; 2]]) -> bool {
        let reach = |points: &mut dyn Iterator<Item = f64>| {
            points.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
                (low.min(x), high.max(x))
            })
        };
        let overlap = (0..2).all(|axis| {
            let own = reach(&mut self.corners.iter().map(|p| p[axis]));
            let other = reach(&mut polygon.iter().map(|p| p[axis]));
            own.0 <= other.1 + ROUNDING && other.0 <= own.1 + ROUNDING
        });
        overlap && !self.has_side_before(polygon)
    }

    /// Whether one of the face's sides has all of these points beyond it.
    fn has_side_before(&self, points: &[[f64; 2]]) -> bool {
        let [a, b, c] = &self.corners;
        [[a, b], [b, c], [c, a]].iter().any(|[a, b]| {
            let length = (b[0] - a[0]).abs() + (b[1] - a[1]).abs();
            let beyond = |p: &[f64; 2]| turn(a, b, p) * self.area.signum() < -ROUNDING * length;
            points.iter().all(beyond)
        })
    }

    /// Whether all of the polygon with these corners, and as near as they say, is hidden by the face: it is within the face, and by more
    /// than `margin` behind it. Between its corners it is, too.
    pub fn hides(&self, polygon: &[Spot], margin: f64) -> bool {
        polygon.iter().all(|&[x, y, near]| {
            self.nearness_at(&[x, y])
                .is_some_and(|level| level > near + margin + ROUNDING)
        })
    }

    /// Whether the face hides no point of the polygon: it is beside it, or nowhere more than `margin` in front of it.
    pub fn spares(&self, polygon: &[Spot], margin: f64) -> bool {
        let before = polygon
            .iter()
            .all(|&[x, y, near]| self.level_at(&[x, y]) <= near + margin - ROUNDING);
        before || {
            let places: Vec<_> = polygon.iter().map(|&[x, y, _]| [x, y]).collect();
            self.has_side_before(&places)
        }
    }
}

/// Twice the area from the line a b to p.
fn turn(a: &Spot, b: &Spot, p: &[f64; 2]) -> f64 {
    (b[0] - a[0]) * (p[1] - a[1]) - (p[0] - a[0]) * (b[1] - a[1])
}

/// The part of a convex polygon on which `side`, a linear function, is not negative (Sutherland and Hodgman).
pub fn part(polygon: &[Spot], side: impl Fn(&Spot) -> f64) -> Vec<Spot> {
    let mut part = Vec::with_capacity(polygon.len() + 1);
    for (i, p) in polygon.iter().enumerate() {
        let next = &polygon[(i + 1) % polygon.len()];
        let (here, there) = (side(p), side(next));
        if here >= 0.0 {
            part.push(*p);
        }
        if (here < 0.0 && there > 0.0) || (here > 0.0 && there < 0.0) {
            let share = here / (here - there);
            part.push(std::array::from_fn(|k| p[k] + (next[k] - p[k]) * share));
        }
    }
    part
}
