//! How far times of impact are right.

use super::TOLERANCE;
use crate::error::Error;
use crate::judge::impact::{self, Body, Pace};
use crate::pairwise::Entry;

/// A contender, and how rotations run that it is told the ends of.
pub struct Peer<'a> {
    /// The contender. An answer is a time, NaN for none.
    pub entry: Entry<'a>,
    /// How it turns.
    pub pace: Pace,
}

impl<'a> Peer<'a> {
    /// One that turns at a constant rate.
    pub fn steady(entry: Entry<'a>) -> Self {
        Peer { entry, pace: Pace::Steady }
    }

    /// One that blends its first and its last rotation, as [`Pace::Blended`] says.
    #[cfg(any(feature = "box2d", feature = "box3d"))]
    pub fn blended(entry: Entry<'a>, part: f64) -> Self {
        Peer { entry, pace: Pace::Blended(part) }
    }
}

/// Who is no nearer than this is no hit by anyone's tolerance: that of Box2D and Box3D, and a quarter.
const NEAR: f64 = 1.25 * TOLERANCE + ROUNDED;
/// By which `f32` may err, of coordinates of about 10.
const ROUNDED: f64 = 1e-5;
/// Late by more than this, as a length, is told.
const LATE: f64 = 1e-3;
/// Shapes that are so many times as large and still meet, do so for certain.
const SMALLER: f64 = 1.0 - 1e-4;

/// What became of the answers of a contender.
#[derive(Default)]
struct Verdict {
    /// Hits of those that touch.
    gaps: Vec<f64>,
    /// As lengths, at the speed of the motion.
    delays: Vec<f64>,
    missed: Vec<usize>,
    missed_grazing: usize,
    passed_near: usize,
    false_alarms: Vec<usize>,
    early: Vec<usize>,
    late: Vec<usize>,
}

impl Verdict {
    fn new(bodies: &[[Body; 2]], touches: &[Option<f64>], answers: &[f32], pace: Pace) -> Self {
        let mut verdict = Verdict::default();
        for (i, ((bodies, touch), &answer)) in bodies.iter().zip(touches).zip(answers).enumerate() {
            match (touch, answer.is_nan()) {
                (None, true) => {}
                (Some(_), true) if impact::first_touch(bodies, pace, SMALLER).is_some() => {
                    verdict.missed.push(i);
                }
                (Some(_), true) => verdict.missed_grazing += 1,
                (None, false) if impact::gap(bodies, answer.into(), pace, 1.0) <= NEAR => {
                    verdict.passed_near += 1;
                }
                (None, false) => verdict.false_alarms.push(i),
                (&Some(touch), false) => {
                    let gap = impact::gap(bodies, answer.into(), pace, 1.0);
                    verdict.gaps.push(gap);
                    if gap > NEAR {
                        verdict.early.push(i);
                    }
                    let delay = (f64::from(answer) - touch) * impact::speed(bodies);
                    verdict.delays.push(delay);
                    if delay > LATE {
                        verdict.late.push(i);
                    }
                }
            }
        }
        verdict.gaps.sort_unstable_by(f64::total_cmp);
        verdict
    }

    fn latest(&self) -> f64 {
        self.delays.iter().copied().fold(0.0, f64::max)
    }

    /// What no answer of ours may be.
    fn wrong(&self) -> Vec<usize> {
        let mut wrong = [&self.missed[..], &self.false_alarms, &self.early, &self.late].concat();
        wrong.sort_unstable();
        wrong
    }

    fn text(&self) -> String {
        let mut text = match self.gaps.last() {
            None => "no hits".to_owned(),
            Some(largest) => format!(
                "gap at hits at most {largest:.1e}, 99 % {:.1e}, late by at most {:.1e}",
                self.gaps[self.gaps.len() * 99 / 100],
                self.latest()
            ),
        };
        let counts = [
            (self.missed.len(), "missed"),
            (self.late.len(), "late by more than 1e-3"),
            (self.early.len(), "early (gap above every tolerance)"),
            (self.false_alarms.len(), "false alarms"),
            (self.missed_grazing, "missed grazing contacts (1e-4 of the size)"),
            (self.passed_near, "hits within the tolerance only"),
        ];
        for (count, what) in counts.iter().filter(|(count, _)| *count > 0) {
            text += &format!(", {count} {what}");
        }
        text
    }
}

/// What is known of the inputs, and how all contenders did.
///
/// # Errors
/// If an answer of ours is wrong.
pub fn remark(task: &str, bodies: &[[Body; 2]], ours: &Entry, peers: &[Peer]) -> Result<String, Error> {
    let touches = |pace: Pace| -> Vec<Option<f64>> {
        bodies.iter().map(|bodies| impact::first_touch(bodies, pace, 1.0)).collect()
    };
    let steady = touches(Pace::Steady);
    let own = Verdict::new(bodies, &steady, &ours.answers, Pace::Steady);
    let wrong = own.wrong();
    if let Some(&first) = wrong.first() {
        return Err(Error::Wrong { task: task.to_owned(), count: wrong.len(), first });
    }
    let hits = steady.iter().flatten().count();
    let sum: f64 = steady.iter().flatten().sum();
    let mut remark = format!("{hits} of {} hit, checksum of times {sum:.4}", bodies.len());
    remark += &format!("\n{}: {}", ours.name, own.text());
    for Peer { entry, pace } in peers {
        let touches = if *pace == Pace::Steady { steady.clone() } else { touches(*pace) };
        let verdict = Verdict::new(bodies, &touches, &entry.answers, *pace);
        remark += &format!("\n{}: {}", entry.name, verdict.text());
    }
    Ok(remark)
}
