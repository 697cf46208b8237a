//! Numbers as benchmarks write them: whole numbers of any size, fractions of them, decimals. All become the
//! nearest float.

use num_bigint::{BigInt, BigUint, Sign};

/// Decimal exponents beyond this are no coordinates, and would only take memory.
const MOST_DECIMALS: u64 = 5000;
/// Up to here whole numbers are floats, so that one division rounds correctly.
const MOST_EXACT: u64 = 1 << 53;

/// A fraction; the denominator is above 0.
struct Fraction {
    numerator: BigInt,
    denominator: BigUint,
}

/// The float that is nearest to numerator / denominator, ties to even; what is wrong if there is none.
pub(super) fn quotient(numerator: &str, denominator: &str) -> Result<f64, String> {
    let (numerator, denominator) = (numerator.trim(), denominator.trim());
    if let (Ok(n), Ok(d)) = (numerator.parse::<i64>(), denominator.parse::<i64>())
        && n.unsigned_abs() <= MOST_EXACT
        && (1..=MOST_EXACT).contains(&d.unsigned_abs())
    {
        // Adding 0 makes −0 the same as 0.
        return Ok(n as f64 / d as f64 + 0.0);
    }
    let (above, below) = (fraction(numerator)?, fraction(denominator)?);
    if below.numerator.sign() == Sign::NoSign {
        return Err(format!("the denominator `{}` is zero; use another denominator", shown(denominator)));
    }
    let is_negative = (above.numerator.sign() == Sign::Minus) != (below.numerator.sign() == Sign::Minus);
    let value = nearest(
        above.numerator.magnitude() * below.denominator,
        above.denominator * below.numerator.magnitude(),
    );
    match value {
        Some(value) => Ok(if is_negative { -value + 0.0 } else { value }),
        None => Err(format!(
            "`{}` over `{}` exceeds the range of f64; scale the coordinates",
            shown(numerator),
            shown(denominator)
        )),
    }
}

/// The float that is nearest to a number, which may itself be a fraction: `-3`, `0.25`, `1e-3`, `1/3`.
pub(super) fn number(text: &str) -> Result<f64, String> {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    quotient(numerator, denominator)
}

/// Text from a file in a message, not all of it if it is long.
fn shown(text: &str) -> String {
    const MOST: usize = 40;
    let mut short: String = text.chars().take(MOST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    crate::wording::printable(&short).into_owned()
}

/// A whole or decimal number, exactly.
fn fraction(text: &str) -> Result<Fraction, String> {
    let wrong = || format!("`{}` is not a number; give whole or decimal numbers", shown(text));
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().map_err(|_| wrong())?),
        None => (text, 0),
    };
    let (is_negative, digits) = match mantissa.as_bytes().first() {
        Some(b'-') => (true, &mantissa[1..]),
        Some(b'+') => (false, &mantissa[1..]),
        _ => (false, mantissa),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let digits = format!("{whole}{part}");
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(wrong());
    }
    let magnitude = BigUint::parse_bytes(digits.as_bytes(), 10).ok_or_else(wrong)?;
    let decimals = i64::from(exponent) - part.len() as i64;
    if decimals.unsigned_abs() > MOST_DECIMALS {
        return Err(format!(
            "`{}` has too many decimal places, or exceeds the range of f64; shorten or scale it",
            shown(text)
        ));
    }
    let power = BigUint::from(10_u32).pow(decimals.unsigned_abs() as u32);
    let (magnitude, denominator) =
        if decimals < 0 { (magnitude, power) } else { (magnitude * power, BigUint::from(1_u32)) };
    let sign = if is_negative { Sign::Minus } else { Sign::Plus };
    Ok(Fraction { numerator: BigInt::from_biguint(sign, magnitude), denominator })
}

/// The nearest float, ties to even; none if that is infinite.
fn nearest(numerator: BigUint, denominator: BigUint) -> Option<f64> {
    if numerator.bits() == 0 {
        return Some(0.0);
    }
    // The quotient is more than 2^(size − 1) and less than 2^(size + 1): it has 53 or 54 digits above 2^(size
    // − 53).
    let size = numerator.bits() as i64 - denominator.bits() as i64;
    let divided = |unit: i64| {
        let numerator = &numerator << (-unit).max(0) as u64;
        let denominator = &denominator << unit.max(0) as u64;
        let digits = &numerator / &denominator;
        let twice_the_rest = (numerator - &digits * &denominator) << 1_u32;
        (digits, twice_the_rest.cmp(&denominator))
    };
    // No float has digits below the least one.
    let mut unit = (size - 53).max(-1074);
    let (mut digits, mut half) = divided(unit);
    if digits.bits() > 53 {
        unit += 1;
        (digits, half) = divided(unit);
    }
    if half.is_gt() || half.is_eq() && digits.bit(0) {
        digits += 1_u32;
    }
    if unit > 971 {
        return None;
    }
    let power = if unit >= -1022 { ((unit + 1023) as u64) << 52 } else { 1 << (unit + 1074) };
    // Up to 53 digits, so that neither step rounds.
    let value = u64::try_from(digits).ok()? as f64 * f64::from_bits(power);
    value.is_finite().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_rounded_to_the_nearest_float() {
        let of = |n: &str, d: &str| quotient(n, d).map_err(|error| panic!("{error}")).unwrap_or_default();
        assert_eq!(of("1", "3"), 1.0 / 3.0);
        assert_eq!(of(" -7 ", "8"), -0.875);
        assert_eq!(of("7", "-8"), -0.875);
        assert_eq!(of("0", "-8").to_bits(), 0);
        assert_eq!(of("-0", "10000000000000000000000").to_bits(), 0);
        // Half way between two floats: to the even one, and just beyond it to the next.
        assert_eq!(of("9007199254740993", "1"), 9007199254740992.0);
        assert_eq!(
            of("90071992547409930000000000000000000001", "10000000000000000000000"),
            9007199254740994.0
        );
        assert_eq!(of("9007199254740995", "1"), 9007199254740996.0);
        let big = format!("1{}", "0".repeat(300));
        assert_eq!((of(&big, "1"), of("1", &big)), (1e300, 1e-300));
        assert_eq!(of("1e308", "10"), 1e307);
        assert_eq!(of("5e-324", "1"), 5e-324);
        assert_eq!(of("2.4703282292062327e-324", "1"), 0.0);
        assert_eq!(of("2.4703282292062328e-324", "1"), 5e-324);
        assert_eq!(of("179769313486231570000000000000000000000e270", "1"), f64::MAX);
        assert!(quotient("1e309", "1").is_err() && quotient("1e5000", "1e-5000").is_err());
        // 2^1024 less half a unit rounds to infinity.
        assert!(quotient("17976931348623159077e289", "1").is_err());
    }

    /// As the standard library reads them.
    #[test]
    fn decimals_are_read_as_rust_does() {
        let mut state = 1_u64;
        for _ in 0..20_000 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let value = f64::from_bits(state ^ state >> 29);
            if value.is_finite() {
                assert_eq!(number(&format!("{value:e}")), Ok(value + 0.0), "{value:e}");
                let rough = format!("{value:.5e}");
                assert_eq!(
                    number(&rough).ok(),
                    rough.parse().ok().filter(|x: &f64| x.is_finite()),
                    "{rough}"
                );
            }
        }
        assert_eq!(number("+1.50"), Ok(1.5));
        assert_eq!(number(".5/ 2"), Ok(0.25));
    }

    #[test]
    fn what_is_no_number_is_told() {
        for text in
            ["", "-", "1-", "x", "1.2.3", "0x10", "inf", "NaN", "1e", "1e99999999999", "--1", "½", "1 2"]
        {
            let error = number(text).expect_err(text);
            assert!(error.contains("is not a number"), "{text}: {error}");
        }
        assert!(number("1/0").expect_err("zero").contains("denominator `0` is zero"));
        assert!(number(&"9".repeat(400)).expect_err("large").contains("exceeds"));
        assert!(number("1e9999").expect_err("large").contains("exceeds"));
    }
}
