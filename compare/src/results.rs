//! What was measured: rows, and how they came about, as they are kept in `docs/benchmarks.json`.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::circumstances::Circumstances;
use crate::error::Error;
use crate::groups::GROUPS;

/// The result of a task.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The group's name.
    pub group: String,
    /// What was done.
    pub task: String,
    /// In what the figures are.
    pub unit: String,
    /// Our median.
    pub ours: Option<f64>,
    /// The medians of all peers.
    pub peers: BTreeMap<String, f64>,
    /// The peer with the least; empty if there is none.
    pub best_peer: String,
    /// Best peer / ours: above 1 we are ahead. None where ours is 0, or where there is no peer.
    pub ratio: Option<f64>,
    /// How far the answers agree, and who is wrong.
    pub remark: String,
}

impl Row {
    /// The row for these figures.
    pub fn new(
        group: &str,
        task: String,
        unit: &str,
        ours: Option<f64>,
        peers: impl Iterator<Item = (String, f64)>,
        remark: String,
    ) -> Self {
        let peers: BTreeMap<String, f64> = peers.collect();
        let best = peers.iter().min_by(|one, other| one.1.total_cmp(other.1));
        let ratio = ours.filter(|&ours| ours > 0.0).zip(best).map(|(ours, (_, best))| best / ours);
        let best_peer = best.map_or_else(String::new, |(name, _)| name.clone());
        Row { group: group.to_owned(), task, unit: unit.to_owned(), ours, peers, best_peer, ratio, remark }
    }

    /// How far we are ahead: above 1 we are, infinitely where ours is nothing and theirs is not. None where
    /// there is nobody to compare with, or only ourselves.
    pub fn lead(&self) -> Option<f64> {
        let best = self.peers.get(&self.best_peer).filter(|_| !self.best_peer.starts_with("impinge"))?;
        if self.ours == Some(0.0) { (*best > 0.0).then_some(f64::INFINITY) } else { self.ratio }
    }
}

/// A group's rows.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// The group's name.
    pub name: String,
    /// When, where and with what.
    pub how: Circumstances,
    /// In the order in which they were measured.
    pub rows: Vec<Row>,
}

/// All that was measured; each group by itself, as each may be measured again alone.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Results {
    /// In the order in which groups run.
    pub groups: Vec<Measured>,
}

impl Results {
    /// What the file holds.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text =
            std::fs::read_to_string(path).map_err(|source| Error::Read { path: path.to_owned(), source })?;
        serde_json::from_str(&text).map_err(|source| Error::Results { path: path.to_owned(), source })
    }

    /// Puts a group in the place of what was known of it; others stay as they are.
    pub fn replace(&mut self, measured: Measured) {
        self.groups.retain(|group| group.name != measured.name);
        self.groups.push(measured);
        let place = |name: &str| GROUPS.iter().position(|group| group.name == name);
        // What is no group any more stays at the end.
        self.groups.sort_by_key(|group| place(&group.name).unwrap_or(GROUPS.len()));
    }

    /// What is known of a group.
    pub fn of(&self, group: &str) -> Option<&Measured> {
        self.groups.iter().find(|measured| measured.name == group)
    }
}

/// Writes something as JSON; on failure the file is as it was.
pub fn write_json(value: &impl Serialize, path: &Path) -> Result<(), Error> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|error| Error::Write { path: path.to_owned(), source: error.into() })?;
    write(path, &(text + "\n"))
}

/// Writes a file whole or not at all.
pub fn write(path: &Path, text: &str) -> Result<(), Error> {
    let failed = |source| Error::Write { path: path.to_owned(), source };
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    std::fs::write(&partial, text).map_err(failed)?;
    std::fs::rename(&partial, path).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(ours: Option<f64>, peers: &[(&str, f64)]) -> Row {
        let peers = peers.iter().map(|&(name, figure)| (name.to_owned(), figure));
        Row::new("boxes", "task".to_owned(), "ms", ours, peers, "the same for all".to_owned())
    }

    fn measured(name: &str, rows: Vec<Row>) -> Measured {
        Measured { name: name.to_owned(), how: Circumstances::default(), rows }
    }

    #[test]
    fn the_best_peer_is_the_fastest() {
        let row = row(Some(2.0), &[("slow", 9.0), ("fast", 5.0)]);
        assert_eq!((row.best_peer.as_str(), row.ratio, row.lead()), ("fast", Some(2.5), Some(2.5)));
        assert_eq!(row.peers.len(), 2);
    }

    #[test]
    fn nothing_is_so_many_times_as_good_as_none() {
        let row = row(Some(0.0), &[("lossy", 9.0)]);
        assert_eq!((row.best_peer.as_str(), row.ratio, row.lead()), ("lossy", None, Some(f64::INFINITY)));
    }

    #[test]
    fn whoever_is_alone_is_not_ahead() {
        assert_eq!(row(Some(2.0), &[]).lead(), None);
        assert_eq!(row(None, &[("peer", 9.0)]).lead(), None);
        assert_eq!(row(Some(0.0), &[("peer", 0.0)]).lead(), None);
        assert_eq!(row(Some(2.0), &[("impinge on one thread", 3.0)]).lead(), None);
    }

    #[test]
    fn json_has_the_promised_fields_and_is_read_again() -> Result<(), serde_json::Error> {
        let row = row(Some(2.0), &[("peer", 3.0)]);
        let expected = serde_json::json!({
            "group": "boxes", "task": "task", "unit": "ms", "ours": 2.0,
            "peers": {"peer": 3.0}, "best_peer": "peer", "ratio": 1.5, "remark": "the same for all",
        });
        assert_eq!(serde_json::to_value(&row)?, expected);
        // Bits survive, so that measuring one group leaves the others as they were.
        let third = super::Row { ours: Some(1.0 / 3.0), ratio: Some(0.1 + 0.2), ..row };
        let results = Results { groups: vec![measured("boxes", vec![third])] };
        assert_eq!(serde_json::from_str::<Results>(&serde_json::to_string(&results)?)?, results);
        Ok(())
    }

    #[test]
    fn a_group_replaces_itself_alone() {
        let mut results = Results::default();
        for name in ["rays", "boxes", "rays"] {
            results.replace(measured(name, Vec::new()));
        }
        let found = vec![row(Some(1.0), &[])];
        results.replace(measured("boxes", found.clone()));
        let names: Vec<&str> = results.groups.iter().map(|group| group.name.as_str()).collect();
        assert_eq!(names, ["boxes", "rays"]);
        assert_eq!(results.of("boxes").map(|group| &group.rows), Some(&found));
        assert_eq!(results.of("mask"), None);
    }
}
