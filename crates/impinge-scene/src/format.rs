//! Format detection: by content first, by file name only where the content is ambiguous.

use std::fmt;
use std::path::Path;

use crate::{SceneError, box_table, collada, foreign, gltf, obj, ply, stl, three_mf};

/// A format of scene files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// glTF: `.gltf`, `.glb`.
    Gltf,
    /// Wavefront `.obj`.
    Obj,
    /// `.stl`, as text or binary.
    Stl,
    /// `.ply`, as text or binary.
    Ply,
    /// `.3mf`.
    ThreeMf,
    /// COLLADA `.dae`.
    Collada,
    /// `.csv`, one box a row.
    BoxTable,
    /// `.urdf`: see [`robot`](crate::robot).
    Urdf,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 8] = [
        Format::Gltf,
        Format::Obj,
        Format::Stl,
        Format::Ply,
        Format::ThreeMf,
        Format::Collada,
        Format::BoxTable,
        Format::Urdf,
    ];

    /// Returns the file name extensions of the format, in lower case.
    ///
    /// ```
    /// use impinge_scene::Format;
    /// assert_eq!(Format::Gltf.extensions(), ["glb", "gltf"]);
    /// ```
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Format::Gltf => &["glb", "gltf"],
            Format::Obj => &["obj"],
            Format::Stl => &["stl"],
            Format::Ply => &["ply"],
            Format::ThreeMf => &["3mf"],
            Format::Collada => &["dae"],
            Format::BoxTable => &["csv"],
            Format::Urdf => &["urdf"],
        }
    }

    /// Returns the format that the extension of a file name stands for, if any.
    ///
    /// ```
    /// use impinge_scene::Format;
    /// assert_eq!(Format::from_path("parts/GEAR.STL".as_ref()), Some(Format::Stl));
    /// assert_eq!(Format::from_path("notes.txt".as_ref()), None);
    /// ```
    pub fn from_path(file: &Path) -> Option<Self> {
        let extension = file.extension()?.to_string_lossy().to_ascii_lowercase();
        Format::ALL.into_iter().find(|format| format.extensions().contains(&extension.as_str()))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Format::Gltf => "glTF",
            Format::Obj => "OBJ",
            Format::Stl => "STL",
            Format::Ply => "PLY",
            Format::ThreeMf => "3MF",
            Format::Collada => "COLLADA",
            Format::BoxTable => "box table",
            Format::Urdf => "URDF",
        })
    }
}

/// The given format, or the one detected by content and name. Formats that are not supported are rejected by
/// name in any case.
pub(crate) fn of(file: &Path, bytes: &[u8], said: Option<Format>) -> Result<Format, SceneError> {
    // The strongest sign first: text that passes for a binary STL of the right length would be over 6 GB
    // long, because its four count bytes would be printable.
    if stl::has_exact_binary_length(bytes) {
        return Ok(said.unwrap_or(Format::Stl));
    }
    if let Some((what, advice)) = foreign::told(bytes) {
        return Err(SceneError::UnsupportedFormat { file: file.to_path_buf(), what, advice });
    }
    if let Some(said) = said {
        return Ok(said);
    }
    if gltf::looks_like(bytes) {
        return Ok(Format::Gltf);
    }
    if ply::looks_like(bytes) {
        return Ok(Format::Ply);
    }
    if three_mf::looks_like(bytes) {
        return Ok(Format::ThreeMf);
    }
    if collada::looks_like(bytes) {
        return Ok(Format::Collada);
    }
    if stl::looks_like_text(bytes) {
        return Ok(Format::Stl);
    }
    let broken = |problem: &str| {
        Err(SceneError::Malformed {
            file: file.to_path_buf(),
            place: "first bytes".into(),
            problem: format!("it is {problem}, despite its extension"),
        })
    };
    let named = Format::from_path(file);
    if let Some((what, advice)) = named.and_then(|named| text_of_another(named, bytes)) {
        return Err(SceneError::UnsupportedFormat { file: file.to_path_buf(), what, advice });
    }
    match named {
        Some(Format::Stl) => Ok(Format::Stl),
        Some(known @ (Format::BoxTable | Format::Urdf)) => Ok(known),
        Some(Format::Gltf) => broken("neither a binary glTF file (`glTF`) nor JSON (`{`)"),
        Some(Format::Ply) => broken("not a PLY file (`ply`)"),
        Some(Format::ThreeMf) => broken("not an archive (`PK`)"),
        Some(Format::Collada) => broken("not a COLLADA document (`<COLLADA`)"),
        Some(Format::Obj) if obj::has_statement(bytes) || obj::is_blank(bytes) => Ok(Format::Obj),
        _ if obj::begins_with_statement(bytes) => Ok(Format::Obj),
        _ => Err(match foreign::by_name(file).or_else(|| foreign::unnamed_robot(bytes)) {
            Some((what, advice)) => SceneError::UnsupportedFormat { file: file.to_path_buf(), what, advice },
            None => SceneError::UnknownFormat { file: file.to_path_buf() },
        }),
    }
}

/// The format of text that has the file name of another format, and how to name it: advice to repair the file
/// would be wrong.
fn text_of_another(named: Format, bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    let what = match named {
        Format::Gltf => "text, but not glTF",
        Format::Stl => "text, but not STL",
        Format::Ply => "text, but not PLY",
        Format::ThreeMf => "text, but not 3MF",
        Format::Collada => "text, but not COLLADA",
        Format::Obj if !obj::has_statement(bytes) => "text, but not OBJ",
        Format::BoxTable if !box_table::looks_like(bytes) => "text, but not a table of boxes",
        // Its reader reports the error.
        Format::Obj | Format::BoxTable | Format::Urdf => return None,
    };
    let is_robot =
        || bytes.trim_ascii_start().starts_with(b"<") && bytes.windows(6).any(|word| word == b"<robot");
    if !stl::is_other_text(bytes) {
        None
    } else if is_robot() {
        Some((what, "if it is a robot, name it .urdf"))
    } else if box_table::looks_like(bytes) {
        Some((what, "if it is a table of boxes, name it .csv"))
    } else if named == Format::Stl || named != Format::Obj && obj::begins_with_statement(bytes) {
        Some((what, "if it is an OBJ, name it .obj"))
    } else {
        None
    }
}
