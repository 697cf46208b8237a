//! The figures of the documents, drawn by the engine's own drawing. The examples beside this file are small programs,
//! each one idea: run one with `cargo run -p impinge-examples --example NAME`.

pub mod boxes;
pub mod decompose;
pub mod games;
pub mod house;
pub mod mask_overlap;
pub mod moving;
mod ruler;
pub mod slide;

#[cfg(test)]
mod tests {
    use std::error::Error;

    fn check(name: &str, drawn: &str) -> Result<(), Box<dyn Error>> {
        let path = format!("{}/../docs/figures/{name}.svg", env!("CARGO_MANIFEST_DIR"));
        let committed = std::fs::read_to_string(path)?;
        assert!(committed == drawn, "{name}: run `cargo xtask figures` and commit the result");
        Ok(())
    }

    #[test]
    fn the_committed_figures_are_the_ones_that_are_drawn() -> Result<(), Box<dyn Error>> {
        for (name, draw) in super::boxes::FIGURES {
            check(name, &draw()?)?;
        }
        for (name, draw) in super::moving::FIGURES {
            check(name, &draw()?)?;
        }
        check("game_2d", &super::games::figures::game_2d()?)?;
        check("game_3d", &super::games::figures::game_3d()?)?;
        check("decompose", &super::decompose::figure()?)?;
        check("house", &super::house::house()?)?;
        check("mask_overlap", &super::mask_overlap::mask_overlap()?)?;
        check("slide", &super::slide::figure()?)
    }
}
