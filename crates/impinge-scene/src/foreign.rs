//! Formats that are not read and that their first bytes tell: who names such a file is told what it is, and what to do.

/// A format that is not read.
struct Foreign {
    /// What its files begin with.
    begins: &'static [u8],
    what: &'static str,
    advice: &'static str,
}

const CONVERT: &str = "convert it to glTF (.gltf, .glb), OBJ, STL, PLY, 3MF or COLLADA (.dae)";
const UTF_16: &str = "text in UTF-16, which is not read";
const IN_UTF_8: &str = "save it in UTF-8";
const PICTURE: &str = "give a scene; pictures can be compared as masks";

const FOREIGN: [Foreign; 12] = [
    Foreign { begins: b"\x89PNG\r\n", what: "a PNG picture, which is not read", advice: PICTURE },
    Foreign { begins: b"\xff\xd8\xff", what: "a JPEG picture, which is not read", advice: "give a scene" },
    Foreign { begins: b"GIF8", what: "a GIF picture, which is not read", advice: PICTURE },
    Foreign { begins: b"%PDF-", what: "a PDF document, which is not read", advice: "give a scene" },
    Foreign { begins: b"Kaydara FBX", what: "an FBX scene, which is not read", advice: CONVERT },
    Foreign { begins: b"; FBX ", what: "an FBX scene, which is not read", advice: CONVERT },
    Foreign {
        begins: b"BLENDER",
        what: "a scene of Blender, which is not read",
        advice: "export it as glTF (.glb)",
    },
    Foreign { begins: b"AC10", what: "a drawing of AutoCAD (DWG), which is not read", advice: CONVERT },
    Foreign { begins: b"\x1f\x8b", what: "compressed by gzip, which is not read", advice: "unpack it" },
    Foreign { begins: b"\xff\xfe", what: UTF_16, advice: IN_UTF_8 },
    Foreign { begins: b"\xfe\xff", what: UTF_16, advice: IN_UTF_8 },
    Foreign { begins: b"#VRML", what: "a VRML scene, which is not read", advice: CONVERT },
];

/// Only so much of a text is looked at.
const BEGINNING: usize = 1 << 16;

/// What a file is that is not read, and what to do about it.
pub(crate) fn told(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    let bytes = crate::text::without_mark(bytes);
    if let Some(foreign) = FOREIGN.iter().find(|foreign| bytes.starts_with(foreign.begins)) {
        return Some((foreign.what, foreign.advice));
    }
    if !bytes.trim_ascii_start().starts_with(b"ISO-10303-21") {
        return None;
    }
    let beginning = &bytes[..bytes.len().min(BEGINNING)];
    let is_ifc = beginning.windows(4).any(|window| window == b"'IFC");
    Some(if is_ifc {
        ("an IFC model, which is not read", "convert it to .glb, as by IfcConvert")
    } else {
        ("a STEP model, which is not read", CONVERT)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ifc_and_step_are_told_apart() {
        let step = |schema: &str| format!("ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('{schema}'));\n");
        let what = |text: String| told(text.as_bytes()).map(|(what, _)| what);
        assert_eq!(what(step("IFC4")), Some("an IFC model, which is not read"));
        assert_eq!(what(step("AUTOMOTIVE_DESIGN")), Some("a STEP model, which is not read"));
        assert_eq!(what("v 0 0 0\n".to_owned()), None);
    }
}
