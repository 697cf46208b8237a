//! Through the door to the treasure: arrow keys run, the space bar jumps, R starts again.
//!
//! `cargo run --release -p impinge-examples --features window --example game_3d`

fn main() {
    impinge_examples::games::window::open::<impinge_examples::games::garden::Garden>("Through the door");
}
