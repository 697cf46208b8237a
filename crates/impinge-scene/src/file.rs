//! Reading whole files.

use std::fs;
use std::path::Path;

use crate::SceneError;

/// Reads all bytes of a regular file. Folders, pipes and devices are rejected before they are opened: they
/// may never end.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, SceneError> {
    let cannot_read = |source| SceneError::Read { file: path.to_path_buf(), source };
    if !fs::metadata(path).map_err(cannot_read)?.is_file() {
        return Err(SceneError::NotAFile { file: path.to_path_buf() });
    }
    fs::read(path).map_err(cannot_read)
}
