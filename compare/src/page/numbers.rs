//! Figures as people read them.

/// A figure to three digits; what is whole is written in full.
pub fn figure(x: f64) -> String {
    if x.fract() == 0.0 || !x.is_finite() {
        return grouped(&format!("{x}"));
    }
    // Rounded once, by the standard library: 999.6 is `1.00e3`.
    let scientific = format!("{x:.2e}");
    let exponent =
        scientific.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0_i32);
    let rounded: f64 = scientific.parse().unwrap_or(x);
    let decimals = usize::try_from(2 - exponent).unwrap_or_default();
    grouped(&format!("{rounded:.decimals$}"))
}

/// How far we are ahead. Cut, not rounded, so that nothing looks better than it is, and what is behind never
/// like 1.
pub fn ratio(lead: f64) -> String {
    // Lest 1.13, which is a little less as a float, becomes 1.12.
    let cut = |scale: f64| (lead * scale + 1e-9).floor() / scale;
    match lead {
        _ if lead.is_infinite() => "∞".to_owned(),
        _ if lead < 10.0 => format!("{:.2}", cut(100.0)),
        _ if lead < 100.0 => format!("{:.1}", cut(10.0)),
        _ => grouped(&format!("{:.0}", cut(1.0))),
    }
}

/// The middle one; of an even number the lesser one. None of nothing.
pub fn median(leads: impl Iterator<Item = f64>) -> Option<f64> {
    let mut leads: Vec<f64> = leads.collect();
    leads.sort_unstable_by(f64::total_cmp);
    leads.get(leads.len().saturating_sub(1) / 2).copied()
}

/// Commas between thousands, from ten thousand on.
fn grouped(number: &str) -> String {
    let whole = number.split('.').next().unwrap_or_default().len();
    let comma = |(i, digit): (usize, char)| {
        let is_due = whole > 4 && i > 0 && i < whole && (whole - i).is_multiple_of(3);
        is_due.then_some(',').into_iter().chain([digit])
    };
    number.chars().enumerate().flat_map(comma).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_tell_enough() {
        let written = [0.001234, 0.26, 2.268, 23.17, 156.9, 999.6, 1454.2, 29_234.5, 12_536.0, 82.0, 0.0];
        let written = written.map(figure);
        let expected =
            ["0.00123", "0.260", "2.27", "23.2", "157", "1000", "1450", "29,200", "12,536", "82", "0"];
        assert_eq!(written, expected);
    }

    #[test]
    fn nothing_looks_better_than_it_is() {
        let written = [0.9999, 1.0, 1.13, 1.139, 9.999, 11.57, 1234.5, 12_345.6, f64::INFINITY].map(ratio);
        assert_eq!(written, ["0.99", "1.00", "1.13", "1.13", "9.99", "11.5", "1234", "12,345", "∞"]);
    }

    #[test]
    fn the_median_is_never_flattered() {
        assert_eq!(median([3.0, f64::INFINITY, 1.0].into_iter()), Some(3.0));
        assert_eq!(median([3.0, 0.5, 1.0, 9.0].into_iter()), Some(1.0));
        assert_eq!(median([].into_iter()), None);
    }
}
