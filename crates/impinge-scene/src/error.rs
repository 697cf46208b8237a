//! Why a scene file could not be loaded.

use std::io;
use std::path::{Path, PathBuf};

/// Why a scene file could not be loaded: which file, which place in it, what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// The operating system refused.
    #[error("{}: cannot be read: {source}; check the path and the permissions", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },

    /// A folder, a pipe or a device.
    #[error("{}: is not a regular file; give the file itself, and of a folder the files in it", file.display())]
    NotAFile {
        /// The path.
        file: PathBuf,
    },

    /// No bytes at all.
    #[error("{}: is empty; export it again", file.display())]
    Empty {
        /// The file.
        file: PathBuf,
    },

    /// None of the known formats.
    #[error("{}: is none of the known formats; give glTF (.gltf, .glb), OBJ, STL, PLY, 3MF, COLLADA (.dae), a robot (.urdf) or a table of boxes (.csv)", file.display())]
    UnknownFormat {
        /// The file.
        file: PathBuf,
    },

    /// A format that is known, and not read.
    #[error("{}: is {what}; {advice}", file.display())]
    Foreign {
        /// The file.
        file: PathBuf,
        /// What it is.
        what: &'static str,
        /// What to do.
        advice: &'static str,
    },

    /// The file ends before what it announces.
    #[error("{}: {place}: {needed} bytes are announced, {found} are there; the file is cut off or damaged: copy or export it again", file.display())]
    Truncated {
        /// The file.
        file: PathBuf,
        /// The place in the file.
        place: String,
        /// How many bytes the file announces there.
        needed: u64,
        /// How many there are.
        found: u64,
    },

    /// A table that somebody wrote is not as it has to be.
    #[error("{}: {place}: {problem}", file.display())]
    Table {
        /// The file.
        file: PathBuf,
        /// The line.
        place: String,
        /// What is wrong there, and what to do.
        problem: String,
    },

    /// The file breaks the rules of its format.
    #[error("{}: {place}: {problem}; repair the file or export it again", file.display())]
    Malformed {
        /// The file.
        file: PathBuf,
        /// The place in the file.
        place: String,
        /// What is wrong there.
        problem: String,
    },

    /// A mesh that a robot refers to and that cannot be found.
    #[error("{}: {place}: the mesh {problem}", file.display())]
    Mesh {
        /// The file of the robot.
        file: PathBuf,
        /// The line and the link.
        place: String,
        /// What was looked for, where, and what to do.
        problem: String,
    },

    /// A glTF or 3MF file that cannot be understood without an extension that is not supported.
    #[error("{}: requires the extension {extension}, which is not supported; export the scene without it", file.display())]
    UnsupportedExtension {
        /// The file.
        file: PathBuf,
        /// Name of the extension; of 3MF its prefix and namespace.
        extension: String,
    },

    /// A glTF file of version 1.0, or of an earlier draft.
    #[error("{}: glTF {version} is not supported; convert it to 2.0, for example with `gltf-pipeline -i old.gltf -o new.glb`", file.display())]
    UnsupportedVersion {
        /// The file.
        file: PathBuf,
        /// Its version.
        version: String,
    },

    /// Two animations that cannot be played together.
    #[error("{}: {first} and {second} both move {what}; choose one of them by its name or number", file.display())]
    Animations {
        /// The file.
        file: PathBuf,
        /// The one, with its name.
        first: String,
        /// The other.
        second: String,
        /// What both move.
        what: String,
    },

    /// A glTF buffer that may not be followed or cannot be read.
    #[error("{}: buffer {buffer}: `{uri}` {problem}", file.display())]
    Buffer {
        /// The file.
        file: PathBuf,
        /// Index of the buffer.
        buffer: usize,
        /// Where the buffer is said to be, shortened if long.
        uri: String,
        /// What is wrong with that, and what to do.
        problem: String,
    },

    /// More geometry than [`LoadOptions`](crate::LoadOptions) allows.
    #[error("{}: {place}: would exceed the limit of {limit} {what}; load less at once, or raise the limit in LoadOptions", file.display())]
    TooLarge {
        /// The file.
        file: PathBuf,
        /// The place in the file.
        place: String,
        /// What there is too much of.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
}

impl SceneError {
    /// The file that has to be put right: the scene itself, or one that it refers to.
    ///
    /// ```
    /// use std::path::Path;
    /// use impinge_scene::SceneError;
    /// use impinge_scene::robot::{Robot, RobotOptions};
    ///
    /// let xml = "<robot name='cart'><link name='hull'>\
    ///     <collision><geometry><mesh filename='rock.png'/></geometry></collision></link></robot>";
    /// let cart = Robot::from_xml("../../docs/scenes/cart.urdf".as_ref(), xml)?;
    /// // The robot is right; the picture that it takes for a mesh is not.
    /// let error: SceneError = cart.bodies(&RobotOptions::default()).unwrap_err();
    /// assert_eq!(error.file(), Path::new("../../docs/scenes/rock.png"));
    /// # Ok::<(), impinge_scene::SceneError>(())
    /// ```
    pub fn file(&self) -> &Path {
        match self {
            SceneError::Read { file, .. }
            | SceneError::NotAFile { file }
            | SceneError::Empty { file }
            | SceneError::UnknownFormat { file }
            | SceneError::Foreign { file, .. }
            | SceneError::Truncated { file, .. }
            | SceneError::Table { file, .. }
            | SceneError::Malformed { file, .. }
            | SceneError::Mesh { file, .. }
            | SceneError::UnsupportedExtension { file, .. }
            | SceneError::UnsupportedVersion { file, .. }
            | SceneError::Buffer { file, .. }
            | SceneError::Animations { file, .. }
            | SceneError::TooLarge { file, .. } => file,
        }
    }
}
