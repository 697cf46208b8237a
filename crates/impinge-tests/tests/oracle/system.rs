//! Linear equations and inequalities: have they a solution, and one that makes every inequality strict?
//!
//! Equations are used up by fraction-free elimination (Bareiss 1968), then one variable after the other is
//! removed from the inequalities: each that bounds it from below is added to each that bounds it from above,
//! so that it cancels (Fourier 1826, Motzkin 1936). What remains are constants, whose signs are the answer:
//! the steps keep the solutions of the rest the same, with `>` as with `≥`.
//! Source: Schrijver, "Theory of Linear and Integer Programming", 1986, §12.2.

use std::cmp::Ordering;

use super::number::Dyadic;

/// constant + Σ coefficients·variables
#[derive(Clone, Debug)]
pub struct Affine {
    pub constant: Dyadic,
    pub coefficients: Vec<Dyadic>,
}

/// equations = 0, inequalities ≥ 0; all over the same variables.
pub struct System {
    pub equations: Vec<Affine>,
    pub inequalities: Vec<Affine>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solutions {
    None,
    /// There are some, but each makes an inequality an equation.
    OnlyTight,
    /// There is one with all inequalities strict.
    Strict,
}

impl Affine {
    fn is_constant(&self) -> bool {
        self.coefficients.iter().all(Dyadic::is_zero)
    }

    /// The result of a function on the constants and on the coefficients of each variable.
    fn zip(&self, other: &Self, function: impl Fn(&Dyadic, &Dyadic) -> Dyadic) -> Self {
        let pairs = self.coefficients.iter().zip(&other.coefficients);
        Affine {
            constant: function(&self.constant, &other.constant),
            coefficients: pairs.map(|(a, b)| function(a, b)).collect(),
        }
    }

    fn negated(&self) -> Self {
        self.zip(self, |a, _| -a)
    }

    /// The value at the point numerators / denominator, times that denominator.
    pub fn at(&self, numerators: &[Dyadic], denominator: &Dyadic) -> Dyadic {
        let start = &self.constant * denominator;
        self.coefficients.iter().zip(numerators).fold(start, |sum, (a, x)| &sum + &(a * x))
    }
}

impl System {
    pub fn solutions(mut self) -> Solutions {
        if !self.use_up_equations() {
            return Solutions::None;
        }
        let mut rows = self.inequalities;
        let mut strict = true;
        loop {
            // Constants have said what they have to say.
            if rows.iter().any(|row| row.is_constant() && row.constant.sign() == Ordering::Less) {
                return Solutions::None;
            }
            strict &= !rows.iter().any(|row| row.is_constant() && row.constant.is_zero());
            rows.retain(|row| !row.is_constant());
            let Some(variable) = cheapest_variable(&rows) else {
                return if strict { Solutions::Strict } else { Solutions::OnlyTight };
            };
            rows = without_variable(rows, variable);
        }
    }

    /// Solves each equation for one variable and puts that into all other rows. False if an equation has no
    /// solution.
    fn use_up_equations(&mut self) -> bool {
        let mut previous_pivot = Dyadic::ONE;
        while let Some(equation) = self.equations.pop() {
            let Some(variable) = equation.coefficients.iter().position(|a| !a.is_zero()) else {
                if equation.constant.is_zero() {
                    continue;
                }
                return false;
            };
            // With a positive pivot all factors of inequalities are positive.
            let positive = equation.coefficients[variable].sign() == Ordering::Greater;
            let equation = if positive { equation } else { equation.negated() };
            let pivot = &equation.coefficients[variable];
            for row in self.equations.iter_mut().chain(&mut self.inequalities) {
                // All numbers are minors of the first matrix, which is why the division leaves no remainder.
                let factor = row.coefficients[variable].clone();
                *row = row
                    .zip(&equation, |a, b| (&(a * pivot) - &(b * &factor)).divided_exactly(&previous_pivot));
            }
            previous_pivot = pivot.clone();
        }
        true
    }
}

/// The numbers of rows that bound a variable from below and from above.
fn bounds(rows: &[Affine], variable: usize) -> (usize, usize) {
    let count = |sign| rows.iter().filter(|row| row.coefficients[variable].sign() == sign).count();
    (count(Ordering::Greater), count(Ordering::Less))
}

/// The variable whose removal leaves the fewest rows; none if there are no rows.
fn cheapest_variable(rows: &[Affine]) -> Option<usize> {
    let variables = 0..rows.first()?.coefficients.len();
    variables.filter(|&variable| bounds(rows, variable) != (0, 0)).min_by_key(|&variable| {
        let (below, above) = bounds(rows, variable);
        (below * above) as isize - (below + above) as isize
    })
}

fn without_variable(rows: Vec<Affine>, variable: usize) -> Vec<Affine> {
    let (mut below, mut above, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows {
        match row.coefficients[variable].sign() {
            Ordering::Greater => below.push(row),
            Ordering::Less => above.push(row),
            Ordering::Equal => rest.push(row),
        }
    }
    for lower in &below {
        for upper in &above {
            let (p, n) = (&lower.coefficients[variable], &-&upper.coefficients[variable]);
            rest.push(lower.zip(upper, |a, b| &(a * n) + &(b * p)));
        }
    }
    rest
}

#[cfg(test)]
fn rows<const N: usize, const M: usize>(rows: [[f64; M]; N]) -> Vec<Affine> {
    let affine = |row: [f64; M]| {
        let numbers = row.map(Dyadic::new);
        Affine { constant: numbers[0].clone(), coefficients: numbers[1..].to_vec() }
    };
    rows.map(affine).to_vec()
}

#[test]
fn intervals() {
    // x ≥ 1 and x ≤ 2; x ≥ 1 and x ≤ 1; x ≥ 2 and x ≤ 1.
    for (most, expected) in [(2.0, Solutions::Strict), (1.0, Solutions::OnlyTight), (0.5, Solutions::None)] {
        let system = System { equations: vec![], inequalities: rows([[-1.0, 1.0], [most, -1.0]]) };
        assert_eq!(system.solutions(), expected);
    }
}

#[test]
fn a_line_through_the_unit_square() {
    // x + y = c meets the inside of the square for 0 < c < 2, a corner for 0 and 2.
    let unit_square = || rows([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, -1.0, 0.0], [1.0, 0.0, -1.0]]);
    for (c, expected) in [
        (-0.1, Solutions::None),
        (0.0, Solutions::OnlyTight),
        (0.1, Solutions::Strict),
        (1.9, Solutions::Strict),
        (2.0, Solutions::OnlyTight),
        (2.1, Solutions::None),
    ] {
        for sign in [1.0, -1.0] {
            let equations = rows([[-c * sign, sign, sign]]);
            assert_eq!(System { equations, inequalities: unit_square() }.solutions(), expected, "c = {c}");
        }
        // The same with both variables solved for: x + y = c, x − y = 0.
        let equations = rows([[-c, 1.0, 1.0], [0.0, 1.0, -1.0]]);
        assert_eq!(System { equations, inequalities: unit_square() }.solutions(), expected, "c = {c}");
    }
}

#[test]
fn equations_alone() {
    let contradictory = System { equations: rows([[0.0, 1.0, 1.0], [1.0, 2.0, 2.0]]), inequalities: vec![] };
    assert_eq!(contradictory.solutions(), Solutions::None);
    let redundant = System { equations: rows([[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]), inequalities: vec![] };
    assert_eq!(redundant.solutions(), Solutions::Strict);
}

#[test]
fn a_triangle_that_shrinks_to_a_point() {
    // x ≥ 0, y ≥ 0, x + y ≤ c.
    for (c, expected) in [(1.0, Solutions::Strict), (0.0, Solutions::OnlyTight), (-1.0, Solutions::None)] {
        let inequalities = rows([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [c, -1.0, -1.0]]);
        assert_eq!(System { equations: vec![], inequalities }.solutions(), expected);
    }
}
