//! When, where and with what a group was measured.

use std::collections::{BTreeMap, BTreeSet};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::results::Row;

/// Names the versions of peers for us, as a JSON object: `cargo xtask compare` knows them.
pub const VERSIONS: &str = "IMPINGE_PEER_VERSIONS";

/// What figures depend on besides the code.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Circumstances {
    /// When it began, UTC, as RFC 3339 has it.
    pub begun: String,
    /// What the processor calls itself, where the system tells.
    pub processor: Option<String>,
    /// How many threads it can run at once.
    pub cores: usize,
    /// How many threads wanted to run in the minute before, where the system tells.
    pub load_at_start: Option<f64>,
    /// The same in the last minute, ours among them.
    pub load_at_end: Option<f64>,
    /// The compiler's version.
    pub rust: String,
    /// The profile of the build.
    pub profile: String,
    /// Of so many rounds figures are medians.
    pub rounds: usize,
    /// The versions of the peers that took part, by the first word of their names.
    pub versions: BTreeMap<String, String>,
}

impl Circumstances {
    /// How it is now, before a group is measured.
    pub fn now(rounds: usize) -> Self {
        Circumstances {
            begun: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            processor: processor(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            load_at_start: load(),
            load_at_end: None,
            rust: env!("COMPARE_RUST").to_owned(),
            profile: env!("COMPARE_PROFILE").to_owned(),
            rounds,
            versions: BTreeMap::new(),
        }
    }

    /// How it is once the group is measured, given the versions of all peers that there are.
    pub fn ended(self, versions: &BTreeMap<String, String>, rows: &[Row]) -> Self {
        Circumstances { load_at_end: load(), versions: of_those_that_took_part(versions, rows), ..self }
    }
}

/// The versions of all peers that there are.
pub fn known_versions() -> Result<BTreeMap<String, String>, Error> {
    let text = std::env::var(VERSIONS).map_err(|_| Error::NoVersions)?;
    serde_json::from_str(&text).map_err(Error::Versions)
}

/// Whose version nobody told has it in the name: `Coal 3.0.3`.
fn of_those_that_took_part(versions: &BTreeMap<String, String>, rows: &[Row]) -> BTreeMap<String, String> {
    let names: BTreeSet<&str> = rows.iter().flat_map(|row| row.peers.keys().map(String::as_str)).collect();
    let version = |name: &str| {
        let mut words = name.split([' ', ',']);
        let (who, next) = (words.next()?, words.next().unwrap_or_default());
        let own = next.starts_with(|first: char| first.is_ascii_digit()).then_some(next);
        Some((who.to_owned(), own.or(versions.get(who).map(String::as_str))?.to_owned()))
    };
    names.into_iter().filter_map(version).collect()
}

/// Linux tells in a file what the processor calls itself; of others we do not know.
fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("model name"))?;
    Some(line.trim_start().strip_prefix(':')?.trim().to_owned())
}

/// The load of the last minute, where there is such a file.
fn load() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_build_says_what_it_is() {
        let now = Circumstances::now(3);
        assert!(now.rust.starts_with("1."), "{now:?}");
        assert!(now.profile.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-'), "{now:?}");
        assert!(now.cores > 0 && now.rounds == 3 && now.begun.ends_with('Z'), "{now:?}");
    }

    #[test]
    fn only_peers_that_took_part_are_named() {
        let known = [("parry3d", "0.31.1"), ("Jolt", "5.0"), ("FCL", "0.7")];
        let known = known.map(|(name, version)| (name.to_owned(), version.to_owned())).into();
        let peers = ["parry3d cuboid_cuboid", "Coal 3.0.3", "FCL 0.7.0.11", "unheard of"];
        let peers = peers.map(|name| (name.to_owned(), 1.0)).into_iter();
        let rows = [Row::new("boxes", "task".to_owned(), "ms", Some(1.0), peers, String::new())];
        let told = of_those_that_took_part(&known, &rows);
        let told: Vec<_> = told.iter().map(|(name, version)| (name.as_str(), version.as_str())).collect();
        assert_eq!(told, [("Coal", "3.0.3"), ("FCL", "0.7.0.11"), ("parry3d", "0.31.1")]);
    }
}
