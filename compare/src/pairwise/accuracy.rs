//! How far answers are from the truth, which was computed in `f64` by brute force.

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Do the shapes share a point?
    Overlap,
    /// How far apart are they? 0 if they overlap.
    Distance,
    /// How deep are they in each other, if they are?
    Depth,
    /// How far does the ray go until it hits? The truth is NaN where it does not.
    Hit,
    /// A number.
    Count,
}

/// Closer to touching than this, relative to shapes of about unit size, `f32` may err.
const BORDERLINE: f64 = 1e-5;

/// What the truth is like.
pub fn summary(wanted: Wanted, truth: &[f64]) -> String {
    let overlapping = truth.iter().filter(|&&distance| wanted.is_positive(distance)).count();
    let sum: f64 = truth.iter().map(|&distance| wanted.expected(distance).unwrap_or(0.0)).sum();
    match wanted {
        Wanted::Overlap => format!("{overlapping} of {} overlap", truth.len()),
        Wanted::Hit => format!("{overlapping} of {} hit, checksum {sum:.6}", truth.len()),
        Wanted::Count => format!("checksum {sum}"),
        _ => format!("{overlapping} of {} overlap, checksum {sum:.6}", truth.len()),
    }
}

/// How well a contender did.
pub fn verdict(wanted: Wanted, truth: &[f64], answers: &[f32]) -> String {
    let (mut missed, mut false_alarms, mut borderline) = (0, 0, 0);
    let mut errors: Vec<f64> = Vec::new();
    for (&distance, &answer) in truth.iter().zip(answers) {
        let overlaps = wanted.is_positive(distance);
        let said = wanted.says_so(answer);
        if overlaps != said {
            match (distance.abs() <= BORDERLINE, overlaps) {
                (true, _) => borderline += 1,
                (false, true) => missed += 1,
                (false, false) => false_alarms += 1,
            }
        } else if let Some(expected) = wanted.expected(distance) {
            errors.push((f64::from(answer) - expected).abs());
        }
    }
    let mut verdict = if wanted == Wanted::Overlap { Vec::new() } else { vec![spread(errors)] };
    let counts =
        [(missed, "missed"), (false_alarms, "false alarms"), (borderline, "others within 1e-5 of touching")];
    verdict
        .extend(counts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")));
    if verdict.is_empty() { "all right".to_owned() } else { verdict.join(", ") }
}

/// The largest error and that which one in a hundred exceeds.
fn spread(mut errors: Vec<f64>) -> String {
    errors.sort_unstable_by(f64::total_cmp);
    match errors.last() {
        None => "no figures".to_owned(),
        Some(largest) => format!("error at most {largest:.1e}, 99 % {:.1e}", errors[errors.len() * 99 / 100]),
    }
}

impl Wanted {
    /// The right answer, where there is one to be compared.
    fn expected(self, distance: f64) -> Option<f64> {
        match self {
            Wanted::Overlap => None,
            Wanted::Distance => Some(distance.max(0.0)),
            Wanted::Depth => (distance <= 0.0).then_some(distance),
            Wanted::Hit => (!distance.is_nan()).then_some(distance),
            Wanted::Count => Some(distance),
        }
    }

    /// Do the shapes overlap, or does the ray hit?
    fn is_positive(self, distance: f64) -> bool {
        match self {
            Wanted::Hit | Wanted::Count => !distance.is_nan(),
            _ => distance <= 0.0,
        }
    }

    /// Does the answer claim so?
    fn says_so(self, answer: f32) -> bool {
        match self {
            Wanted::Overlap => answer != 0.0,
            Wanted::Hit | Wanted::Count => !answer.is_nan(),
            // NaN: nothing reported.
            _ => answer <= 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts() {
        let truth = [1.0, 2.0, -0.5, 1e-7];
        assert_eq!(verdict(Wanted::Overlap, &truth, &[0.0, 0.0, 1.0, 0.0]), "all right");
        assert_eq!(
            verdict(Wanted::Overlap, &truth, &[0.0, 1.0, 0.0, 1.0]),
            "1 missed, 1 false alarms, 1 others within 1e-5 of touching"
        );
        assert_eq!(
            verdict(Wanted::Distance, &truth, &[1.0, 2.5, 0.0, 1e-7]),
            "error at most 5.0e-1, 99 % 5.0e-1"
        );
        assert_eq!(
            verdict(Wanted::Depth, &truth, &[f32::NAN, 1.0, -0.5, 0.1]),
            "error at most 0.0e0, 99 % 0.0e0"
        );
    }
}
