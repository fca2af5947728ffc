//! Three numbers.

use super::Number;

/// a·b.
pub fn dot<N: Number>(a: &[N; 3], b: &[N; 3]) -> N {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// a × b.
pub fn cross<N: Number>(a: &[N; 3], b: &[N; 3]) -> [N; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// |a|.
pub fn norm<N: Number>(a: &[N; 3]) -> N {
    dot(a, a).sqrt()
}

/// a + b.
pub fn sum<N: Number>(a: &[N; 3], b: &[N; 3]) -> [N; 3] {
    std::array::from_fn(|i| a[i] + b[i])
}

/// a − b.
pub fn difference<N: Number>(a: &[N; 3], b: &[N; 3]) -> [N; 3] {
    std::array::from_fn(|i| a[i] - b[i])
}

/// −a.
pub fn negated<N: Number>(a: &[N; 3]) -> [N; 3] {
    a.map(|x| -x)
}

/// a · s.
pub fn times<N: Number>(a: &[N; 3], s: N) -> [N; 3] {
    a.map(|x| x * s)
}

/// The components as they are.
pub fn wide<N: Number>(v: &[f64; 3]) -> [N; 3] {
    v.map(N::from)
}

/// The nearest `f64`s.
pub fn narrow<N: Number>(v: &[N; 3]) -> [f64; 3] {
    v.map(N::value)
}
