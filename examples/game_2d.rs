//! Over a hill and a pit to the flag: arrow keys run, the space bar jumps, R starts again.
//!
//! `cargo run --release -p impinge-examples --features window --example game_2d`

fn main() {
    impinge_examples::games::window::open::<impinge_examples::games::hill::Hill>("Over the hill");
}
