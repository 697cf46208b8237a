//! Whether all contenders gave the same answers, and if not, who is right.
//!
//! Each library is judged on the floats that it was given: a quaternion and the axes computed from it
//! describe boxes that differ by a rounding. The truth is the sign of a gap computed in `f64` by
//! [`crate::judge`]; touching counts as meeting, which is what all contenders promise.

use crate::error::Error;

/// What is right for one input, given the gap between the shapes; `None` if `f64` cannot tell.
pub fn truth(gap: f64, uncertainty: f64) -> Option<bool> {
    (uncertainty == 0.0 || gap.abs() > uncertainty).then_some(gap <= 0.0)
}

/// Gaps of rotated shapes near the unit size are good to this; those on a lattice along the axes are exact.
pub const ROUNDED: f64 = 1e-13;

/// The answers of one contender, and what would have been right for what it was given.
pub struct Answers {
    /// Who.
    pub name: &'static str,
    /// Do the shapes meet?
    pub given: Vec<bool>,
    /// What is right, where it is known.
    pub right: Vec<Option<bool>>,
}

impl Answers {
    fn wrong(&self) -> impl Iterator<Item = (usize, bool)> {
        let judged = self.given.iter().zip(&self.right).enumerate();
        judged.filter_map(|(i, (&given, &right))| right.filter(|&right| right != given).map(|_| (i, given)))
    }
}

/// A line on how far the contenders agree. Ours must all be right.
pub fn remark(task: &str, ours: &Answers, peers: &[Answers]) -> Result<String, Error> {
    let count = ours.wrong().count();
    if let Some((first, _)) = ours.wrong().next() {
        return Err(Error::Wrong { task: task.to_owned(), count, first });
    }
    let meet = ours.given.iter().filter(|&&meets| meets).count();
    let mut remark = format!("{meet} of {} meet, checksum {:016x}", ours.given.len(), checksum(&ours.given));
    let mut all_agree = true;
    for peer in peers {
        let differing = ours.given.iter().zip(&peer.given).filter(|(a, b)| a != b).count();
        let false_alarms = peer.wrong().filter(|&(_, given)| given).count();
        let misses = peer.wrong().count() - false_alarms;
        if differing > 0 || misses + false_alarms > 0 {
            all_agree = false;
            remark += &format!(
                "\n{} differs in {differing}; it has {misses} misses and {false_alarms} false alarms for what it was given",
                peer.name
            );
        }
    }
    if all_agree {
        remark += ", the same for all";
    }
    let open = ours.right.iter().filter(|right| right.is_none()).count();
    if open > 0 {
        remark += &format!("\n{open} are too close to touching for the judge, who computes in f64");
    }
    Ok(remark)
}

/// A number that tells answers in the same order from others (FNV-1a).
fn checksum(answers: &[bool]) -> u64 {
    answers.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &answer| {
        (hash ^ u64::from(answer)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(name: &'static str, given: &[bool], right: &[Option<bool>]) -> Answers {
        Answers { name, given: given.to_vec(), right: right.to_vec() }
    }

    #[test]
    fn the_judge_abstains_only_near_zero() {
        assert_eq!(truth(0.0, ROUNDED), None);
        assert_eq!(truth(0.0, 0.0), Some(true));
        assert_eq!(truth(1e-14, ROUNDED), None);
        assert_eq!(truth(1e-14, 0.0), Some(false));
        assert_eq!(truth(-1e-3, ROUNDED), Some(true));
    }

    #[test]
    fn misses_and_false_alarms_are_told_apart() -> Result<(), Error> {
        let right = [Some(true), Some(true), Some(false), None];
        let ours = answers("ours", &[true, true, false, true], &right);
        let same = answers("same", &[true, true, false, true], &right);
        assert!(remark("task", &ours, &[same])?.contains("the same for all"));
        let other = answers("other", &[true, false, true, false], &right);
        let text = remark("task", &ours, &[other])?;
        assert!(text.contains("other differs in 3; it has 1 misses and 1 false alarms"), "{text}");
        Ok(())
    }

    #[test]
    fn wrong_answers_of_ours_are_an_error() {
        let ours = answers("ours", &[true, true], &[Some(true), Some(false)]);
        assert!(matches!(remark("task", &ours, &[]), Err(Error::Wrong { count: 1, first: 1, .. })));
    }
}
