//! The cubic of coplanarity, with bounds on rounding.
//!
//! Where the polygon contains the origin, it lies in one plane with it: the volume spanned by its three
//! vectors x, y, z, f(t) = det(x, y, z), is zero. Each moves on a line, so f is a cubic. In Bernstein's form
//! its coefficients are
//!
//! f₀ = [000], 3f₁ = [100] + [010] + [001], 3f₂ = [011] + [101] + [110], f₃ = [111],
//!
//! where [ijk] = det(xᵢ, yⱼ, zₖ) with the vectors at the start (0) and at the end (1). f lies between the
//! least and the greatest of them; if all have one sign, nothing meets.
//!
//! **The bound.** Let X, Y, Z be the greatest coordinates of x, y, z. A determinant has 6 products of at most
//! XYZ; 3f₁ and 3f₂ have 18. Each product carries one rounding from each vector and at most eight from what
//! follows: f₀ … f₃ are off by at most 72u·XYZ, u being the unit roundoff, and so is f, since Bernstein's
//! polynomials add up to 1. The values computed from them are means, of magnitude at most 6XYZ, of three
//! roundings each step: at most 18u·XYZ for each of [`MAX_HALVINGS`] halvings, 55u·XYZ for a value at a
//! time, as much to begin with for an earlier end, and 40u·XYZ for times that are rounded. All that is less
//! than 512u·XYZ.
//!
//! Where the signs of the coefficients on an interval change exactly once, and its ends are certain, there is
//! exactly one root. Newton's method finds it; f has certain signs a little before and a little after.
//! Between these two times the corners are known up to a little, and so are the cross products dᵢ × dᵢ₊₁ of
//! consecutive corners. Along any axis, all of them have the same orientation if the origin is in the
//! polygon. So if two are certainly opposite, this root is none; if all are certainly the same, it is one.
//! All uncertain cases are left open.

use super::Limits;
use super::difference_polygon::{Kind, MIN_ERROR, Polygon, ROUNDOFF, magnitude};
use crate::math::triple::{Point, cross, dot};

/// Result of the floating-point filter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Filtered {
    /// Certainly no contact.
    Apart,
    /// Certainly a contact, not before this time, and soon after.
    Hit(f64),
    /// Not certain.
    Open,
}

/// Maximum number of halvings of the whole time: roots that are nearer to each other are uncertain anyway.
const MAX_HALVINGS: u32 = 12;
/// 512u, of the product of the magnitudes.
const COEFFICIENT_ERROR: f64 = 512.0 * ROUNDOFF;
/// Maximum number of steps of Newton's method, safeguarded by halving: few steps come near, the others
/// guarantee it.
const MAX_STEPS: usize = 24;
/// Maximum number of times that an interval around a root is widened by a factor of eight, until the signs at
/// its ends are certain.
const MAX_WIDENINGS: usize = 3;

/// Coefficients in Bernstein's form.
type Cubic = [f64; 4];

/// An interval of time that is still to be tested.
#[derive(Clone, Copy)]
struct Part {
    start: f64,
    end: f64,
    cubic: Cubic,
    halvings: u32,
}

/// Result around a root.
enum Around {
    /// Only between these times is there a root; before the first there is none.
    Root(f64, f64),
    Unknown,
}

/// 1 or −1 if the sign is certain, else 0.
#[inline(always)]
fn sign(value: f64, error: f64) -> i32 {
    i32::from(value > error) - i32::from(value < -error)
}

#[inline(always)]
fn value(cubic: &Cubic, t: f64) -> f64 {
    let s = 1.0 - t;
    let mean = |a: f64, b: f64| s * a + t * b;
    let [a, b, c, d] = *cubic;
    let (ab, bc, cd) = (mean(a, b), mean(b, c), mean(c, d));
    mean(mean(ab, bc), mean(bc, cd))
}

/// Both parts of a cubic.
#[inline(always)]
fn cut(cubic: &Cubic, t: f64) -> (Cubic, Cubic) {
    let s = 1.0 - t;
    let mean = |a: f64, b: f64| s * a + t * b;
    let [a, b, c, d] = *cubic;
    let (ab, bc, cd) = (mean(a, b), mean(b, c), mean(c, d));
    let (abc, bcd) = (mean(ab, bc), mean(bc, cd));
    let middle = mean(abc, bcd);
    ([a, ab, abc, middle], [middle, bcd, cd, d])
}

impl<K: Kind> Polygon<K> {
    /// The cubic of coplanarity, and by how much a value of it may be off.
    #[inline(always)]
    pub fn coplanarity(&self) -> (Cubic, f64) {
        let ([x0, y0, z0], [x1, y1, z1]) = (self.spanned_start, self.spanned_end);
        let plus = |a: Point, b: Point| [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
        let (first, last) = (cross(y0, z0), cross(y1, z1));
        let mixed = plus(cross(y0, z1), cross(y1, z0));
        let cubic = [
            dot(x0, first),
            (dot(x1, first) + dot(x0, mixed)) / 3.0,
            (dot(x1, mixed) + dot(x0, last)) / 3.0,
            dot(x1, last),
        ];
        let sizes = magnitude(&[x0, x1]) * magnitude(&[y0, y1]) * magnitude(&[z0, z1]);
        (cubic, COEFFICIENT_ERROR * sizes + MIN_ERROR)
    }

    /// Filters the first time of contact with floats.
    #[inline(always)]
    pub fn filtered(&self, limits: &Limits) -> Filtered {
        let (cubic, error) = self.coplanarity();
        let [a, b, c, d] = cubic;
        let is_positive = (a > error) & (b > error) & (c > error) & (d > error);
        let is_negative = (a < -error) & (b < -error) & (c < -error) & (d < -error);
        if is_positive | is_negative {
            return Filtered::Apart;
        }
        self.filtered_by_roots(&cubic, error, limits)
    }

    #[inline(never)]
    fn filtered_by_roots(&self, cubic: &Cubic, error: f64, limits: &Limits) -> Filtered {
        let whole = if limits.end < 1.0 { cut(cubic, limits.end).0 } else { *cubic };
        let whole = Part { start: 0.0, end: limits.end, cubic: whole, halvings: 0 };
        // Each halving leaves one part behind.
        let mut parts = [whole; MAX_HALVINGS as usize + 1];
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let part = parts[count];
            let signs = part.cubic.map(|coefficient| sign(coefficient, error));
            if signs.iter().all(|&sign| sign == 1) || signs.iter().all(|&sign| sign == -1) {
                continue;
            }
            if signs[0] * signs[3] == -1 && (signs[1] == signs[0] || signs[2] == signs[3]) {
                let Around::Root(before, after) = around_root(cubic, &part, error) else {
                    return Filtered::Open;
                };
                match self.contains_origin(before, after) {
                    Some(false) => continue,
                    Some(true) => {
                        // Nothing moves by more than twice the size, and on each axis at once.
                        let early = (after - before) * 4.0 * self.size();
                        return if early <= limits.tolerance {
                            Filtered::Hit(before)
                        } else {
                            Filtered::Open
                        };
                    }
                    None => return Filtered::Open,
                }
            }
            // All of it is below the error bound, or halving has not helped.
            if signs == [0; 4] || part.halvings == MAX_HALVINGS {
                return Filtered::Open;
            }
            let middle = 0.5 * (part.start + part.end);
            let (first, second) = cut(&part.cubic, 0.5);
            let halvings = part.halvings + 1;
            parts[count] = Part { start: middle, end: part.end, cubic: second, halvings };
            parts[count + 1] = Part { start: part.start, end: middle, cubic: first, halvings };
            count += 2;
        }
        Filtered::Apart
    }

    /// Returns whether the polygon, in one plane with the origin, contains it at a time between two that are
    /// near each other; `None` if not certain.
    #[inline(always)]
    fn contains_origin(&self, before: f64, after: f64) -> Option<bool> {
        let corners = self.at(0.5 * (before + after));
        let size = self.size();
        // A corner is off by four roundings, and moves by at most twice its size in all; a product of two
        // coordinates by the size times the sum of both; then three roundings.
        let error = (32.0 * ROUNDOFF + 9.0 * (after - before)) * size * size + MIN_ERROR;
        if K::IS_PLANAR {
            return match sign(dot(corners[0], corners[1]), error) {
                0 => None,
                sign => Some(sign < 0),
            };
        }
        let crosses: [Point; 4] = std::array::from_fn(|i| cross(corners[i], corners[(i + 1) % K::CORNERS]));
        let mut normal = crosses[0];
        for turn in &crosses[1..K::CORNERS] {
            normal = [normal[0] + turn[0], normal[1] + turn[1], normal[2] + turn[2]];
        }
        let [x, y, z] = normal.map(f64::abs);
        let axis = if x >= y && x >= z {
            0
        } else if y >= z {
            1
        } else {
            2
        };
        let (mut least, mut most) = (crosses[0][axis], crosses[0][axis]);
        for turn in &crosses[1..K::CORNERS] {
            least = if turn[axis] < least { turn[axis] } else { least };
            most = if turn[axis] > most { turn[axis] } else { most };
        }
        if least > error || most < -error {
            Some(true)
        } else if least < -error && most > error {
            Some(false)
        } else {
            None
        }
    }
}

/// Interval of the one root of a part.
#[inline(always)]
fn around_root(whole: &Cubic, part: &Part, error: f64) -> Around {
    let [a, b, c, d] = part.cubic;
    // By powers of the share of the part.
    let (c1, c2, c3) = (3.0 * (b - a), 3.0 * (c - 2.0 * b + a), d - a + 3.0 * (b - c));
    let is_positive = a > 0.0;
    let (mut least, mut most) = (0.0, 1.0);
    let mut s = a / (a - d);
    let mut slope = 0.0;
    for _ in 0..MAX_STEPS {
        let f = ((c3 * s + c2) * s + c1) * s + a;
        slope = (3.0 * c3 * s + 2.0 * c2) * s + c1;
        if (f > 0.0) == is_positive {
            least = s;
        } else {
            most = s;
        }
        // A nearer point would not be more certain.
        if f.abs() <= 0.25 * error {
            break;
        }
        let next = s - f / slope;
        // Also false if the slope is zero.
        s = if next > least && next < most { next } else { 0.5 * (least + most) };
    }
    let length = part.end - part.start;
    let root = part.start + s * length;
    let mut reach = (2.0 * error / slope.abs()) * length + 2.0 * f64::EPSILON * root;
    let sign_before = if is_positive { 1 } else { -1 };
    for _ in 0..MAX_WIDENINGS {
        let before = if root - reach > part.start { root - reach } else { part.start };
        let after = if root + reach < part.end { root + reach } else { part.end };
        if sign(value(whole, before), error) == sign_before
            && sign(value(whole, after), error) == -sign_before
        {
            return Around::Root(before, after);
        }
        reach *= 8.0;
    }
    Around::Unknown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_cubic_have_its_values() {
        let cubic = [1.0, -2.0, 4.0, -1.0];
        let (first, second) = cut(&cubic, 0.25);
        for i in 0..=8 {
            let t = f64::from(i) / 8.0;
            assert!((value(&first, t) - value(&cubic, 0.25 * t)).abs() < 1e-14);
            assert!((value(&second, t) - value(&cubic, 0.25 + 0.75 * t)).abs() < 1e-14);
        }
    }
}
