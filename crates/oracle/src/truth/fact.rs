//! The three things that can be true of a cast.

use super::Bracket;

/// What is true of a cast.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// The bodies start apart, and meet within the sweep.
    Meets(Meets),
    /// The bodies are apart during the whole sweep.
    Apart(Apart),
    /// The bodies overlap at the start.
    Inside(Inside),
}

/// The bodies start apart, and meet within the sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct Meets {
    /// The first fraction of contact.
    pub fraction: Bracket,
    /// Unit normal out of the fixed shape, of the plane that proves `fraction.lower`.
    pub normal: [f64; 3],
    /// −normal·displacement: how fast the gap closes, a length per unit of fraction.
    pub rate: f64,
    /// How far the bodies are apart at the start: proven.
    pub separation: Bracket,
    /// Whether some plane along the motion, or nearly, holds the whole line of motion to this depth in the obstacle: an
    /// upper bound on how deep the line goes; infinite where none is known.
    pub depth_of_line: f64,
}

/// The bodies are apart during the whole sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct Apart {
    /// Unit normal of a plane that keeps them apart by `gap.lower`, out of the fixed shape.
    pub axis: [f64; 3],
    /// The least distance of the bodies during the sweep.
    pub gap: Bracket,
    /// How far the bodies are apart at the start.
    pub separation: Bracket,
}

/// The bodies overlap at the start, or touch without a gap.
#[derive(Clone, Debug, PartialEq)]
pub struct Inside {
    /// The length of the shortest translation that frees them.
    pub depth: Bracket,
    /// Unit direction of a translation by `depth.upper` that frees the moving shape.
    pub normal: [f64; 3],
    /// The fraction at which the line of motion came into contact: 0 or less, −∞ where it always was.
    pub entry: Bracket,
    /// The fraction at which it leaves contact: 0 or more, ∞ where it never does.
    pub exit: Bracket,
    /// Unit normals of the planes that prove entry and exit; zero where infinite.
    pub normals: [[f64; 3]; 2],
}
