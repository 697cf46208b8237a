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
    /// The rows could not be written.
    #[error("cannot write the results to {}: {source}", path.display())]
    Write {
        /// Where to.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
}
