//! Compares the three kinds of number with each other.

use proptest::prelude::*;

use super::*;

/// The sign of (a·b − c·d)·(a + d) − (b·c + a)·(e − c): cancels often, and mixes all operations.
struct Mixed([f64; 5]);

impl Question for Mixed {
    type Answer = Ordering;
    fn answer<N: Number>(&self) -> Result<Ordering, N::Doubt> {
        let [a, b, c, d, e] = self.0.map(N::new);
        let left = a.mul(&b).sub(&c.mul(&d)).mul(&a.add(&d));
        let right = b.mul(&c).add(&a).mul(&e.sub(&c));
        left.max(&right).sub(&right.min(&left.neg())).sub(&right.square()).sign()
    }
}

fn agrees(question: &Mixed) {
    let Ok(truth) = question.answer::<Dyadic>();
    assert_eq!(decide(question), truth);
    if let Ok(answer) = question.answer::<Estimate>() {
        assert_eq!(answer, truth, "estimate of {:?}", question.0);
    }
    if let Ok(answer) = question.answer::<Expansion>() {
        assert_eq!(answer, truth, "expansion of {:?}", question.0);
    }
}

#[test]
fn exact_numbers_detect_one_unit_in_the_last_place() {
    struct Gap(f64, f64);
    impl Question for Gap {
        type Answer = Ordering;
        fn answer<N: Number>(&self) -> Result<Ordering, N::Doubt> {
            // (x + y)² − x² − 2xy − y², and y² more: all but y² cancels.
            let (x, y) = (N::new(self.0), N::new(self.1));
            let rest = x.square().add(&x.mul(&y)).add(&x.mul(&y));
            x.add(&y).square().sub(&rest).sign()
        }
    }
    assert_eq!(decide(&Gap(1e10, 1e-10)), Ordering::Greater);
    assert_eq!(decide(&Gap(1e300, 1e-300)), Ordering::Greater);
    assert_eq!(decide(&Gap(3.0, 0.0)), Ordering::Equal);
    assert_eq!(decide(&Gap(f64::MAX, 5e-324)), Ordering::Greater);
}

/// A sum loses only the smallest float, and the product with this error underflows.
#[test]
fn estimates_keep_errors_that_underflow() {
    struct Growth(f64, f64);
    impl Question for Growth {
        type Answer = Ordering;
        fn answer<N: Number>(&self) -> Result<Ordering, N::Doubt> {
            let (x, y) = (N::new(self.0), N::new(self.1));
            x.add(&y).square().sub(&x.square()).sign()
        }
    }
    assert_eq!(decide(&Growth(f64::EPSILON / 2.0, 5e-324)), Ordering::Greater);
    assert_eq!(decide(&Growth(0.5, -5e-324)), Ordering::Less);
}

#[test]
fn expansions_detect_out_of_range_results() {
    let tiny = Expansion::new(1e-200);
    assert!(tiny.mul(&tiny).sign().is_err());
    let huge = Expansion::new(1e200);
    assert!(huge.mul(&huge).sign().is_err());
    assert!(huge.mul(&huge).sub(&huge.mul(&huge)).sign().is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(impinge_tests::demand::random_cases(4000)))]

    #[test]
    fn all_kinds_agree_on_lattice(values in prop::array::uniform5(-4i8..=4)) {
        agrees(&Mixed(values.map(f64::from)));
    }

    #[test]
    fn all_kinds_agree_on_any_finite_float(values in prop::array::uniform5(any::<f64>())) {
        agrees(&Mixed(values));
    }

    #[test]
    fn all_kinds_agree_on_ordinary_and_least_floats(
        values in prop::array::uniform5((-2i8..=2, -2i8..=2)),
    ) {
        agrees(&Mixed(values.map(|(whole, least)| f64::from(whole) / 3.0 + f64::from(least) * 5e-324)));
        agrees(&Mixed(values.map(|(whole, least)| if whole == 0 { f64::from(least) * 5e-324 } else { f64::from(whole) })));
    }

    #[test]
    fn all_kinds_agree_near_cancellation(values in prop::array::uniform5((-3i32..=3, -2i64..=2))) {
        agrees(&Mixed(values.map(|(whole, ulps)| {
            let base = f64::from(whole) / 3.0;
            f64::from_bits((base.to_bits() as i64 + if whole == 0 { 0 } else { ulps }) as u64)
        })));
    }
}
