//! The house: which part of the project stands on which.

use glam::Vec2;
use impinge::draw::{Draw, Stroke, Svg};
use impinge::shape::{Aabb, ShapeError};

/// The rooms of the engine, each of which uses only those before it.
const ROOMS: [(&str, &str); 12] = [
    ("math", "vectors, poses, exact signs"),
    ("shape", "one file per shape"),
    ("narrow", "two shapes → one answer"),
    ("bound", "volumes fitted to points"),
    ("bvh", "boxes in a hierarchy: build, query, join"),
    ("broad", "boxes → overlapping pairs"),
    ("assembly", "mesh instances: the cascade"),
    ("compound", "shapes of many parts"),
    ("mask", "pictures, pixel by pixel"),
    ("sweep", "shapes on their way, sliding"),
    ("world", "colliders, steps, events, queries"),
    ("draw", "lines, points, text; SVG"),
];

/// Draws `docs/figures/house.svg`.
pub fn house() -> Result<String, ShapeError> {
    let mut picture = Svg::new(&Aabb::new(Vec2::new(0.0, -2.72), Vec2::new(9.4, 6.3))?, 90.0);
    let room = |picture: &mut Svg, x: f32, y: f32, width: f32, lines: [&str; 2], role: Stroke| {
        let bounds = Aabb::new(Vec2::new(x, y), Vec2::new(x + width, y + 0.56))?;
        picture.lines(bounds.edges(), role);
        picture.text(Vec2::new(x + width / 2.0, y + 0.38), lines[0], Stroke::Outline);
        picture.text(Vec2::new(x + width / 2.0, y + 0.17), lines[1], Stroke::Outline);
        Ok::<(), ShapeError>(())
    };

    // The engine: one room below the other, the data flowing down.
    let engine = Aabb::new(Vec2::new(0.2, -2.52), Vec2::new(4.4, 6.1))?;
    picture.lines(engine.edges(), Stroke::First);
    picture.text(Vec2::new(2.3, 5.92), "crates/impinge: the engine", Stroke::First);
    for (number, (name, what)) in ROOMS.into_iter().enumerate() {
        let y = 5.15 - 0.68 * number as f32;
        room(&mut picture, 0.5, y, 3.6, [name, what], Stroke::Outline)?;
        if number + 1 < ROOMS.len() {
            picture.arrow(Vec2::new(2.3, y), Vec2::new(2.3, y - 0.12), 0.06, Stroke::Outline);
        }
    }

    // From files to answers.
    room(&mut picture, 5.4, 5.15, 3.6, ["your scene", "GLB, glTF, OBJ, STL"], Stroke::Secondary)?;
    room(&mut picture, 5.4, 3.79, 3.6, ["crates/impinge-scene", "files → named objects"], Stroke::Second)?;
    room(&mut picture, 5.4, 2.43, 3.6, ["crates/impinge-cli", "the program impinge"], Stroke::Second)?;
    room(&mut picture, 5.4, 1.07, 3.6, ["the answer", "table, JSON, CSV; exit code"], Stroke::Contact)?;
    for y in [5.15, 3.79, 2.43] {
        picture.arrow(Vec2::new(7.2, y), Vec2::new(7.2, y - 0.8), 0.12, Stroke::Outline);
    }
    // The program asks the engine.
    picture.arrow(Vec2::new(5.4, 2.78), Vec2::new(4.4, 2.78), 0.12, Stroke::Outline);
    picture.text(Vec2::new(4.9, 2.93), "instances", Stroke::Outline);
    picture.arrow(Vec2::new(4.4, 2.64), Vec2::new(5.4, 2.64), 0.12, Stroke::Outline);
    picture.text(Vec2::new(4.9, 2.5), "clashes", Stroke::Outline);
    picture.text(Vec2::new(7.2, 0.7), "beside them: compare/ (peers), examples/,", Stroke::Outline);
    picture.text(Vec2::new(7.2, 0.45), "xtask/ (chores), docs/, figures/", Stroke::Outline);
    Ok(picture.finish())
}
