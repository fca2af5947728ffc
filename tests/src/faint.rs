//! Numbers that are nothing beside the others, in place of zeros.

use crate::{Body, Cast, Dice, Form};

/// The cast with some of the zeros among its coordinates made as small as 1e-10 to 1e-320: shapes that were parallel, flat or in line are
/// so still, to far below any rounding, and products of what they are off by vanish.
pub fn faint(mut cast: Cast, dice: &mut Dice) -> Cast {
    for body in [&mut cast.moving, &mut cast.fixed] {
        let Body {
            shape,
            position,
            rotation,
        } = body;
        blur(position, dice);
        blur(rotation, dice);
        blur_form(shape, dice);
    }
    // None stays none: where an overlap would end is beyond all numbers otherwise.
    if cast.displacement != [0.0; 3] {
        blur(&mut cast.displacement, dice);
    }
    cast
}

/// The coordinates of corners, not sizes: those have a least.
fn blur_form(form: &mut Form, dice: &mut Dice) {
    match form {
        Form::Segment { a, b } => [a, b].into_iter().for_each(|p| blur(p, dice)),
        Form::Triangle { a, b, c } => [a, b, c].into_iter().for_each(|p| blur(p, dice)),
        Form::ConvexHull { points } => points.iter_mut().for_each(|p| blur(p, dice)),
        Form::Rounded { shape, .. } => blur_form(shape, dice),
        _ => {}
    }
}

fn blur(numbers: &mut [f64], dice: &mut Dice) {
    for x in numbers {
        if *x == 0.0 && dice.chance(0.3) {
            *x = dice.sign() * 10.0_f64.powf(-dice.between(10.0, 320.0));
        }
    }
}
