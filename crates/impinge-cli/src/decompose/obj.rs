//! The parts as a file that other programs read.

use std::fmt::Write;

use super::report::Object;

/// All parts of all objects, in the format OBJ: vertices, and faces that are polygons. Segments are lines.
pub(super) fn file(objects: &[Object]) -> String {
    let mut text = String::new();
    let mut first = 1;
    for object in objects {
        for (number, part) in object.hulls.iter().enumerate() {
            // Names end at the line.
            let name = object.path.replace(char::is_control, " ");
            // Text takes all that is written into it.
            let _ = writeln!(text, "o {name} part {}", number + 1);
            for vertex in part.vertices() {
                let _ = writeln!(text, "v {} {} {}", vertex.x, vertex.y, vertex.z);
            }
            for face in 0..part.face_count() {
                text.push('f');
                for vertex in part.face(face) {
                    let _ = write!(text, " {}", first + *vertex as usize);
                }
                text.push('\n');
            }
            if part.dimension() == 1 {
                let _ = writeln!(text, "l {first} {}", first + 1);
            }
            first += part.vertices().len();
        }
    }
    text
}
