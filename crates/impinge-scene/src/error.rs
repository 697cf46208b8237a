//! Errors of loading a scene file.

use std::io;
use std::path::{Path, PathBuf};

/// Why a scene file could not be loaded, with the file, the place in it, and what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// The operating system could not read the file.
    #[error("{}: cannot be read: {source}; check the path and the permissions", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },

    /// A folder, a pipe or a device.
    #[error("{}: is not a regular file; give the file itself, or the files in the folder", file.display())]
    NotAFile {
        /// The path.
        file: PathBuf,
    },

    /// A file without bytes.
    #[error("{}: is empty; export it again", file.display())]
    Empty {
        /// The file.
        file: PathBuf,
    },

    /// A file of no known format.
    #[error("{}: has no known format; give glTF (.gltf, .glb), OBJ, STL, PLY, 3MF, COLLADA (.dae), a robot (.urdf) or a table of boxes (.csv)", file.display())]
    UnknownFormat {
        /// The file.
        file: PathBuf,
    },

    /// A known format that is not supported.
    #[error("{}: is {what}; {advice}", file.display())]
    UnsupportedFormat {
        /// The file.
        file: PathBuf,
        /// The format.
        what: &'static str,
        /// What to do.
        advice: &'static str,
    },

    /// The file ends before the announced length.
    #[error("{}: {place}: {needed} bytes are declared, but only {found} are present; the file is cut off or damaged: copy or export it again", file.display())]
    Truncated {
        /// The file.
        file: PathBuf,
        /// The place in the file.
        place: String,
        /// The number of announced bytes.
        needed: u64,
        /// The number of bytes in the file.
        found: u64,
    },

    /// An invalid table.
    #[error("{}: {place}: {problem}", file.display())]
    Table {
        /// The file.
        file: PathBuf,
        /// The line.
        place: String,
        /// The problem, and what to do.
        problem: String,
    },

    /// The file violates its format.
    #[error("{}: {place}: {problem}; repair the file or export it again", file.display())]
    Malformed {
        /// The file.
        file: PathBuf,
        /// The place in the file.
        place: String,
        /// The problem.
        problem: String,
    },

    /// A mesh file of a robot that cannot be found.
    #[error("{}: {place}: the mesh {problem}", file.display())]
    Mesh {
        /// The file of the robot.
        file: PathBuf,
        /// The line and the link.
        place: String,
        /// The missing file, where it was searched, and what to do.
        problem: String,
    },

    /// A glTF or 3MF file that requires an unsupported extension.
    #[error("{}: requires the extension {extension}, which is not supported; export the scene without it", file.display())]
    UnsupportedExtension {
        /// The file.
        file: PathBuf,
        /// The name of the extension; for 3MF its prefix and namespace.
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
        /// The first animation, with its name.
        first: String,
        /// The second animation.
        second: String,
        /// The target that both move.
        what: String,
    },

    /// A glTF buffer whose URI is not allowed or cannot be read.
    #[error("{}: buffer {buffer}: `{uri}` {problem}", file.display())]
    Buffer {
        /// The file.
        file: PathBuf,
        /// Index of the buffer.
        buffer: usize,
        /// The URI of the buffer, shortened if long.
        uri: String,
        /// The problem, and what to do.
        problem: String,
    },

    /// More geometry than [`LoadOptions`](crate::LoadOptions) allows.
    #[error("{}: {place}: would exceed the limit of {limit} {what}; load less at once, or raise the limit in LoadOptions", file.display())]
    TooLarge {
        /// The file.
        file: PathBuf,
        /// The place in the file.
        place: String,
        /// The kind of item that exceeds the limit.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
}

impl SceneError {
    /// Returns the file with the problem: the scene itself, or one that it refers to.
    ///
    /// ```
    /// use std::path::Path;
    /// use impinge_scene::SceneError;
    /// use impinge_scene::robot::{Robot, RobotOptions};
    ///
    /// let xml = "<robot name='cart'><link name='hull'>\
    ///     <collision><geometry><mesh filename='rock.png'/></geometry></collision></link></robot>";
    /// let cart = Robot::from_xml("../../docs/scenes/cart.urdf".as_ref(), xml)?;
    /// // The robot is valid; the picture that it names as a mesh is not.
    /// let error: SceneError = cart.instances(&RobotOptions::default()).unwrap_err();
    /// assert_eq!(error.file(), Path::new("../../docs/scenes/rock.png"));
    /// # Ok::<(), impinge_scene::SceneError>(())
    /// ```
    pub fn file(&self) -> &Path {
        match self {
            SceneError::Read { file, .. }
            | SceneError::NotAFile { file }
            | SceneError::Empty { file }
            | SceneError::UnknownFormat { file }
            | SceneError::UnsupportedFormat { file, .. }
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
