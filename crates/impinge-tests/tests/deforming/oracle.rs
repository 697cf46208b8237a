//! Whether and when two deforming primitives meet, slowly and by other means than the engine.
//!
//! The differences of their vertices are points that move; the primitives meet when the hull of these
//! contains the origin. By Carathéodory it does if one of them is the origin, a segment of two of them
//! contains it, or a triangle of three. All these are signs of polynomials in t with whole coefficients. The
//! only candidates for times are roots of polynomials: of the volume of three points, or, where that vanishes
//! always, of all others. Signs at a root are counted by Sturm's theorem, as Tarski generalised it: for
//! polynomials f and g, and the sequence that begins with f and f'g, the changes of sign that are lost from a
//! to b are the number of roots of f between them at which g > 0, less the number of those at which g < 0.

use std::cmp::Ordering;

use dashu_int::IBig;
use dashu_int::ops::Gcd;

/// Coefficients by power; the last is not zero.
#[derive(Clone, Debug, PartialEq)]
struct Polynomial(Vec<IBig>);

/// numerator / 2^shift
#[derive(Clone, Debug)]
pub struct Place {
    numerator: IBig,
    shift: usize,
}

impl Place {
    /// Is a float below, at or above it?
    pub fn compared_to_float(&self, t: f64) -> Ordering {
        let (mantissa, exponent) = parts(t);
        let common = exponent.min(-(self.shift as i64));
        let float = mantissa << (exponent - common) as usize;
        float.cmp(&(self.numerator.clone() << (-(self.shift as i64) - common) as usize))
    }
}

/// mantissa · 2^exponent
fn parts(value: f64) -> (IBig, i64) {
    let bits = value.to_bits();
    let field = (bits >> 52 & 0x7ff) as i64;
    let fraction = bits & ((1 << 52) - 1);
    let magnitude = IBig::from(if field == 0 { fraction } else { fraction | 1 << 52 });
    (if value < 0.0 { -magnitude } else { magnitude }, field.max(1) - 1075)
}

impl Polynomial {
    fn new(mut coefficients: Vec<IBig>) -> Self {
        while coefficients.last().is_some_and(IBig::is_zero) {
            coefficients.pop();
        }
        Polynomial(coefficients)
    }
    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }
    fn plus(&self, other: &Self) -> Self {
        let length = self.0.len().max(other.0.len());
        let at = |p: &Self, i: usize| p.0.get(i).cloned().unwrap_or(IBig::ZERO);
        Polynomial::new((0..length).map(|i| at(self, i) + at(other, i)).collect())
    }
    fn negated(&self) -> Self {
        Polynomial(self.0.iter().map(|c| -c).collect())
    }
    fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }
    fn times(&self, other: &Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return Polynomial(Vec::new());
        }
        let mut product = vec![IBig::ZERO; self.0.len() + other.0.len() - 1];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                product[i + j] += a * b;
            }
        }
        Polynomial::new(product)
    }
    fn derivative(&self) -> Self {
        Polynomial::new(self.0.iter().enumerate().skip(1).map(|(i, c)| c * IBig::from(i)).collect())
    }
    fn sign(&self, at: &Place) -> Ordering {
        let mut value = IBig::ZERO;
        for (steps, coefficient) in self.0.iter().rev().enumerate() {
            value = value * &at.numerator + (coefficient << (at.shift * steps));
        }
        value.cmp(&IBig::ZERO)
    }
    /// Without the factor that all coefficients have.
    fn primitive(self) -> Self {
        let Some(last) = self.0.last() else { return self };
        let mut factor = IBig::from(last.gcd(last));
        for c in &self.0 {
            factor = IBig::from((&factor).gcd(c));
        }
        Polynomial(self.0.iter().map(|c| c / &factor).collect())
    }
    /// The remainder times a positive number.
    fn remainder(&self, divisor: &Self) -> Self {
        let mut rest = self.clone();
        let leading = &divisor.0[divisor.0.len() - 1];
        while rest.0.len() >= divisor.0.len() {
            let shift = rest.0.len() - divisor.0.len();
            let top = rest.0[rest.0.len() - 1].clone() * leading;
            let square = leading * leading;
            let mut next: Vec<IBig> = rest.0.iter().map(|c| c * &square).collect();
            for (i, c) in divisor.0.iter().enumerate() {
                next[i + shift] -= &top * c;
            }
            assert!(next.pop().is_some_and(|top| top.is_zero()), "the leading term is divided out");
            rest = Polynomial::new(next);
        }
        rest.primitive()
    }
}

/// Sturm's sequence of f and f'g.
struct Sequence(Vec<Polynomial>);

impl Sequence {
    fn new(f: &Polynomial, g: &Polynomial) -> Self {
        let mut sequence = vec![f.clone(), f.derivative().times(g)];
        while let [.., a, b] = &sequence[..] {
            if b.is_zero() {
                sequence.pop();
                break;
            }
            let next = a.remainder(b).negated();
            sequence.push(next);
        }
        Sequence(sequence)
    }
    fn changes(&self, at: &Place) -> i64 {
        let signs: Vec<Ordering> = self.0.iter().map(|p| p.sign(at)).filter(|s| s.is_ne()).collect();
        signs.windows(2).filter(|pair| pair[0] != pair[1]).count() as i64
    }
    fn between(&self, lo: &Place, hi: &Place) -> i64 {
        self.changes(lo) - self.changes(hi)
    }
}

/// A root of f, between two places at which f is not zero, and no other root between them.
struct Root<'a> {
    f: &'a Polynomial,
    lo: Place,
    hi: Place,
}

impl Root<'_> {
    fn sign(&self, g: &Polynomial) -> i64 {
        Sequence::new(self.f, g).between(&self.lo, &self.hi)
    }
}

/// A place between two others that is no root.
fn inner(f: &Polynomial, lo: &Place, hi: &Place) -> Place {
    let shift = lo.shift.max(hi.shift);
    let (a, b) = (lo.numerator.clone() << (shift - lo.shift), hi.numerator.clone() << (shift - hi.shift));
    for part in [8, 7, 9, 6, 10, 5, 11] {
        let numerator = &a * IBig::from(16 - part) + &b * IBig::from(part);
        let place = Place { numerator, shift: shift + 4 };
        if f.sign(&place).is_ne() {
            return place;
        }
    }
    panic!("more roots than a polynomial of low degree has")
}

/// Bits to which roots are found.
const WIDTH: usize = 80;

/// All roots from 0 to 1, in order, each between places of its own, which are near each other if that is
/// wanted.
fn roots(f: &Polynomial, narrow: bool) -> Vec<Root<'_>> {
    let counting = Sequence::new(f, &Polynomial(vec![IBig::ONE]));
    // Places a little outside that are no roots.
    let outside = |from: i32, to: i32| {
        let at = |x: i32| Place { numerator: IBig::from(x), shift: 0 };
        inner(f, &at(from), &at(to))
    };
    let mut parts = vec![(outside(1, 2), outside(-1, 0))];
    let mut found = Vec::new();
    while let Some((hi, lo)) = parts.pop() {
        let count = counting.between(&lo, &hi);
        let width = (hi.numerator.clone() << (lo.shift.max(hi.shift) - hi.shift))
            - (lo.numerator.clone() << (lo.shift.max(hi.shift) - lo.shift));
        let is_narrow = width << WIDTH <= IBig::ONE << lo.shift.max(hi.shift);
        if count == 1 && (is_narrow || !narrow) {
            let root = Root { f, lo, hi };
            let t = Polynomial::new(vec![IBig::ZERO, IBig::ONE]);
            let rest = Polynomial::new(vec![IBig::ONE, -IBig::ONE]);
            if root.sign(&t) >= 0 && root.sign(&rest) >= 0 {
                found.push(root);
            }
        } else if count > 0 {
            let middle = inner(f, &lo, &hi);
            parts.push((hi, middle.clone()));
            parts.push((middle, lo));
        }
    }
    found
}

type Moving = [Polynomial; 3];

fn cross(a: &Moving, b: &Moving) -> Moving {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j].times(&b[k]).minus(&a[k].times(&b[j]))
    })
}

fn dot(a: &Moving, b: &Moving) -> Polynomial {
    a[0].times(&b[0]).plus(&a[1].times(&b[1])).plus(&a[2].times(&b[2]))
}

/// Is the origin in the hull, given how to find signs?
fn contain_origin(points: &[Moving], sign: &dyn Fn(&Polynomial) -> i64) -> bool {
    let is_zero = |vector: &Moving| vector.iter().all(|p| sign(p) == 0);
    let count = points.len();
    for (i, a) in points.iter().enumerate() {
        if is_zero(a) {
            return true;
        }
        for b in &points[..i] {
            if is_zero(&cross(a, b)) && sign(&dot(a, b)) <= 0 {
                return true;
            }
        }
    }
    for i in 0..count {
        for j in 0..i {
            for k in 0..j {
                let [a, b, c] = [&points[i], &points[j], &points[k]];
                let crosses = [cross(a, b), cross(b, c), cross(c, a)];
                let normal: Moving = std::array::from_fn(|axis| {
                    crosses[0][axis].plus(&crosses[1][axis]).plus(&crosses[2][axis])
                });
                if !is_zero(&normal)
                    && sign(&dot(a, &crosses[1])) == 0
                    && crosses.iter().all(|cross| sign(&dot(&normal, cross)) >= 0)
                {
                    return true;
                }
            }
        }
    }
    false
}

/// Between which two places, 2⁻⁸⁰ apart at most, the primitives meet first; both are 0 if they do at the
/// start.
///
/// The vertices of the first and of the second primitive, each with its place at the start and at the end.
pub fn first_meeting(a: &[[[f64; 3]; 2]], b: &[[[f64; 3]; 2]]) -> Option<[Place; 2]> {
    let all = || a.iter().chain(b).flatten().flatten();
    let unit = all().filter(|x| **x != 0.0).map(|&x| {
        let (mantissa, exponent) = parts(x);
        exponent + mantissa.trailing_zeros().unwrap_or(0) as i64
    });
    let unit = unit.min().unwrap_or(0);
    let whole = |x: f64| {
        let (mantissa, exponent) = parts(x);
        if exponent >= unit {
            mantissa << (exponent - unit) as usize
        } else {
            mantissa >> (unit - exponent) as usize
        }
    };
    let mut points: Vec<Moving> = Vec::new();
    for p in a {
        for q in b {
            points.push(std::array::from_fn(|axis| {
                let [start, end] = [0, 1].map(|i| whole(p[i][axis]) - whole(q[i][axis]));
                Polynomial::new(vec![start.clone(), end - start])
            }));
        }
    }
    let start = Place { numerator: IBig::ZERO, shift: 0 };
    if contain_origin(&points, &|p| p.sign(&start) as i64) {
        return Some([start.clone(), start]);
    }
    let volume = if points.len() > 2 {
        dot(&points[0], &cross(&points[1], &points[2]))
    } else {
        // In the plane.
        cross(&points[0], &points[1])[2].clone()
    };
    let mut candidates = vec![volume];
    if candidates[0].is_zero() {
        candidates.clear();
        for (i, a) in points.iter().enumerate() {
            candidates.extend(a.iter().cloned());
            for b in &points[..i] {
                candidates.extend(cross(a, b));
                candidates.push(dot(a, b));
            }
        }
    }
    let mut first: Option<[Place; 2]> = None;
    for candidate in candidates.iter().filter(|p| p.0.len() > 1) {
        let any = roots(candidate, false).iter().position(|root| contain_origin(&points, &|p| root.sign(p)));
        let found = any.and_then(|number| roots(candidate, true).into_iter().nth(number));
        let is_before = |found: &Root, first: &[Place; 2]| {
            let shift = found.hi.shift.max(first[1].shift);
            let at = |place: &Place| place.numerator.clone() << (shift - place.shift);
            at(&found.hi) < at(&first[1])
        };
        if let Some(found) = found
            && first.as_ref().is_none_or(|first| is_before(&found, first))
        {
            first = Some([found.lo, found.hi]);
        }
    }
    first
}

#[test]
fn roots_are_found_with_signs() {
    let polynomial =
        |coefficients: &[i64]| Polynomial::new(coefficients.iter().map(|&c| IBig::from(c)).collect());
    // t (2t − 1)² (t − 1)
    let f = polynomial(&[0, 1])
        .times(&polynomial(&[-1, 2]))
        .times(&polynomial(&[-1, 2]))
        .times(&polynomial(&[-1, 1]));
    let found = roots(&f, true);
    assert_eq!(found.len(), 3);
    let g = polynomial(&[-1, 2]);
    assert_eq!(found.iter().map(|root| root.sign(&g)).collect::<Vec<i64>>(), [-1, 0, 1]);
    // 2t² − 1 and what is as great at its root as 1/√2.
    let f = polynomial(&[-1, 0, 2]);
    let found = roots(&f, true);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].sign(&polynomial(&[-7071, 10000])), 1);
    assert_eq!(found[0].sign(&polynomial(&[-7072, 10000])), -1);
    assert_eq!(found[0].lo.compared_to_float(0.7072), Ordering::Greater);
}
