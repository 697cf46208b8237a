//! Whether all contenders hit the same, and if not, who is right: [`crate::judge::rays`] looks at every ray
//! about which two of them differ. Ours must be right.

use crate::error::Error;
use crate::judge;
use crate::pairwise::Entry;
use crate::workload::bumpy_sphere::Surface;
use crate::workload::rays::Ray;

/// Distances that differ by more, as a share, are different answers.
const TOLERANCE: f64 = 1e-4;
/// So many rays are judged for each contender that differs, the first ones.
const JUDGED: usize = 200;

/// Of entries that answer with distances.
pub fn of_distances(
    task: &str,
    surface: &Surface,
    rays: &[Ray],
    ours: &Entry,
    peers: &[Entry],
) -> Result<String, Error> {
    // A miss is infinite, and only another miss is the same.
    let is_near = |a: f64, b: f64| (a - b).abs() <= TOLERANCE * a.abs().max(b.abs());
    let is_same = |a: f64, b: f64| a == b || (a.is_finite() && b.is_finite() && is_near(a, b));
    let mut distances: Vec<f32> = ours.answers.iter().copied().filter(|way| way.is_finite()).collect();
    distances.sort_unstable_by(f32::total_cmp);
    let sum: f64 = distances.iter().copied().map(f64::from).sum();
    let median = distances.get(distances.len() / 2).copied().unwrap_or_default();
    let text = format!(
        "{} of {} hit, at a median distance of {median:.4}, {sum:.1} in all",
        distances.len(),
        rays.len()
    );
    let right = |ray: &Ray| judge::rays::closest(surface, ray).unwrap_or(f64::INFINITY);
    verdicts(task, rays, ours, peers, text, right, is_same)
}

/// Of entries that answer with 1 or 0.
pub fn of_hits(
    task: &str,
    surface: &Surface,
    rays: &[Ray],
    ours: &Entry,
    peers: &[Entry],
) -> Result<String, Error> {
    let hits = ours.answers.iter().filter(|&&hit| hit != 0.0).count();
    let right = |ray: &Ray| f64::from(u8::from(judge::rays::closest(surface, ray).is_some()));
    verdicts(task, rays, ours, peers, format!("{hits} of {} hit", rays.len()), right, |a, b| a == b)
}

/// A line for each peer that differs from us.
fn verdicts(
    task: &str,
    rays: &[Ray],
    ours: &Entry,
    peers: &[Entry],
    mut text: String,
    right: impl Fn(&Ray) -> f64,
    is_same: impl Fn(f64, f64) -> bool,
) -> Result<String, Error> {
    let mut all_agree = true;
    for peer in peers {
        let both = ours.answers.iter().zip(&peer.answers).map(|(&a, &b)| (f64::from(a), f64::from(b)));
        let differing: Vec<(usize, f64, f64)> = both
            .enumerate()
            .filter(|(_, (own, theirs))| !is_same(*own, *theirs))
            .map(|(number, (own, theirs))| (number, own, theirs))
            .collect();
        if differing.is_empty() {
            continue;
        }
        all_agree = false;
        let mut wrong = 0;
        let mut ours_wrong = Vec::new();
        let judged = differing.len().min(JUDGED);
        for &(number, own, theirs) in &differing[..judged] {
            let right = right(&rays[number]);
            wrong += usize::from(!is_same(theirs, right));
            if !is_same(own, right) {
                ours_wrong.push(number);
            }
        }
        if let Some(&first) = ours_wrong.first() {
            return Err(Error::Wrong { task: task.to_owned(), count: ours_wrong.len(), first });
        }
        text += &format!(
            "\n{} differs in {}; of {judged} judged it is wrong in {wrong}",
            peer.name,
            differing.len()
        );
    }
    if all_agree {
        text += ", the same for all";
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairwise::each;

    fn entry(name: &'static str, answers: &[f32]) -> Entry<'static> {
        each(name, answers.to_vec(), |&answer| answer)
    }

    #[test]
    fn who_differs_is_judged() -> Result<(), Error> {
        let positions = vec![[0.0, 0.0, 2.0], [4.0, 0.0, 2.0], [0.0, 4.0, 2.0]];
        let surface = Surface { positions, triangles: vec![[0, 1, 2]] };
        let up = [0.0, 0.0, 1.0];
        let up = |x| Ray { origin: [x, 1.0, -1.0], way: up, direction: up };
        let rays = [up(1.0), up(9.0), up(2.0)];
        let miss = f32::INFINITY;
        let (ours, same) = (entry("ours", &[3.0, miss, 3.0]), entry("same", &[3.000_1, miss, 3.0]));
        let lossy = entry("lossy", &[3.0, 7.0, miss]);
        let text = of_distances("task", &surface, &rays, &ours, &[same, lossy])?;
        assert!(
            text.starts_with("2 of 3 hit, at a median distance of 3.0000, 6.0 in all\nlossy differs in 2;"),
            "{text}"
        );
        assert!(text.ends_with("of 2 judged it is wrong in 2"), "{text}");
        let wrong = of_distances("task", &surface, &rays, &entry("ours", &[3.0, 7.0, 3.0]), &[ours]);
        assert!(matches!(wrong, Err(Error::Wrong { count: 1, first: 1, .. })));

        let (ours, lossy) = (entry("ours", &[1.0, 0.0, 1.0]), entry("lossy", &[1.0, 0.0, 0.0]));
        let text = of_hits("task", &surface, &rays, &ours, &[lossy])?;
        assert_eq!(text, "2 of 3 hit\nlossy differs in 1; of 1 judged it is wrong in 1");
        Ok(())
    }
}
