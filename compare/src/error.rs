//! What can go wrong.

use std::path::PathBuf;

use impinge::compound::CompoundError;
use impinge::shape::{MeshError, ShapeError};

/// Why there are no figures.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// `--group` names none.
    #[error("there is no group `{name}`; choose one of: {known}")]
    UnknownGroup {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The thread to measure on did not start.
    #[error("cannot start a thread to measure on: {0}")]
    Threads(rayon::ThreadPoolBuildError),
    /// A contender gave other answers in another round.
    #[error("{task}: {contender} answered {first} at first and {later} later; such figures mean nothing")]
    Unstable {
        /// In which task.
        task: String,
        /// Who.
        contender: String,
        /// Its first checksum.
        first: u64,
        /// Another one.
        later: u64,
    },
    /// A peer has another answer where there is only one.
    #[error("{task}: {peer} finds {theirs}, we find {ours}")]
    Disagreement {
        /// In which task.
        task: String,
        /// Who.
        peer: &'static str,
        /// Its count.
        theirs: usize,
        /// Ours.
        ours: usize,
    },
    /// Our own answers are wrong.
    #[error("{task}: {count} of our answers are wrong, the first for input {first}; please report it")]
    Wrong {
        /// In which task.
        task: String,
        /// How many.
        count: usize,
        /// One of them.
        first: usize,
    },
    /// A workload that our constructors refuse.
    #[error("the workload holds an impossible shape: {0}")]
    Shape(#[from] ShapeError),
    /// A workload that our compounds refuse.
    #[error("the workload holds an impossible level: {0}")]
    Compound(#[from] CompoundError),
    /// A workload that our mesh refuses.
    #[error("the workload holds an impossible mesh: {0}")]
    Mesh(#[from] MeshError),
    /// A workload that the peer refuses.
    #[error("{peer} refuses the workload: {reason}")]
    Peer {
        /// Who.
        peer: &'static str,
        /// In its words.
        reason: String,
    },
    /// The results, a note or the README could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// From where.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// The results are none.
    #[error("{} does not hold results as `cargo xtask compare --write` keeps them: {source}", path.display())]
    Results {
        /// Which file.
        path: PathBuf,
        /// What is wrong, and in which line.
        source: serde_json::Error,
    },
    /// A note is not written as notes are.
    #[error("{}: {reason}", path.display())]
    Note {
        /// Which one.
        path: PathBuf,
        /// What is wrong, and what would be right.
        reason: String,
    },
    /// Results to be kept must say of which peers they are.
    #[error("the versions of the peers are not known here; `cargo xtask compare --write` tells them")]
    NoVersions,
    /// The versions of the peers make no sense.
    #[error("IMPINGE_PEER_VERSIONS does not hold the versions of the peers as JSON: {0}")]
    Versions(serde_json::Error),
    /// The page is not what the results and notes give, or they do not fit each other.
    #[error("{}", complaints.join("\n"))]
    Complaints {
        /// One line each: what, where, what to do.
        complaints: Vec<String>,
    },
    /// The results, the page or a figure could not be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// Where to.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
}
