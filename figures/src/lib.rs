//! The figures of the documentation, drawn by the engine's own drawing: `cargo xtask figures`.

pub mod boxes;
pub mod broad;
pub mod decompose;
pub mod distance;
pub mod fitting;
pub mod house;
pub mod impact;
pub mod mask_overlap;
pub mod meshes;
pub mod moving;
pub mod rays;
mod ruler;
pub mod slide;
pub mod vertex_edge;

use std::error::Error;

/// What keeps a figure from being drawn.
type Failure = Box<dyn Error>;

/// A figure by its name, without the ending.
type Figure = (&'static str, fn() -> Result<String, Failure>);

/// All figures of the documents: the name of each, without the ending, and what is drawn.
pub fn figures() -> Result<Vec<(&'static str, String)>, Failure> {
    let mut figures = vec![
        ("decompose", decompose::figure()?),
        ("game_2d", impinge_examples::games::figures::game_2d()?),
        ("game_3d", impinge_examples::games::figures::game_3d()?),
        ("house", house::house()?),
        ("mask_overlap", mask_overlap::mask_overlap()?),
        ("slide", slide::figure()?),
    ];
    for (name, draw) in boxes::FIGURES.into_iter().chain(moving::FIGURES) {
        figures.push((name, draw()?));
    }
    let pages: [&[Figure]; 7] = [
        &broad::FIGURES,
        &distance::FIGURES,
        &fitting::FIGURES,
        &impact::FIGURES,
        &meshes::FIGURES,
        &rays::FIGURES,
        &vertex_edge::FIGURES,
    ];
    for &(name, draw) in pages.into_iter().flatten() {
        figures.push((name, draw()?));
    }
    Ok(figures)
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    #[test]
    fn the_committed_figures_are_the_ones_that_are_drawn() -> Result<(), Box<dyn Error>> {
        for (name, drawn) in super::figures()? {
            let path = format!("{}/../docs/figures/{name}.svg", env!("CARGO_MANIFEST_DIR"));
            let committed = std::fs::read_to_string(path).map_err(|e| format!("{name}: {e}"))?;
            assert!(committed == drawn, "{name}: run `cargo xtask figures` and commit the result");
        }
        Ok(())
    }
}
