//! The games in a window.

use glam::Vec2;
use impinge::draw::{Draw, Stroke};
use impinge::shape::Polygon;
use macroquad::prelude as window;
use macroquad::prelude::{Color, KeyCode};

use super::{Failure, Game, Input, TICK};

/// The longest time that is made up for after the window has been held up, in seconds.
const MOST: f64 = 0.1;

/// Opens a window and plays in it, until it is closed: arrow keys run, the space bar jumps, R starts again.
pub fn open<G: Game>(title: &str) {
    macroquad::Window::new(title, async {
        if let Err(failure) = run::<G>().await {
            eprintln!("{failure}");
        }
    });
}

async fn run<G: Game>() -> Result<(), Failure> {
    let mut game = G::new()?;
    let mut due = 0.0;
    loop {
        if window::is_key_pressed(KeyCode::R) {
            game = G::new()?;
        }
        // Steps are all of the same length, however long a frame is.
        due = (due + f64::from(window::get_frame_time())).min(MOST);
        while due >= TICK {
            game.step(pressed(), TICK)?;
            due -= TICK;
        }
        window::clear_background(window::WHITE);
        game.draw(&mut Screen::showing(G::VIEW));
        window::next_frame().await;
    }
}

fn pressed() -> Input {
    Input {
        left: window::is_key_down(KeyCode::Left),
        right: window::is_key_down(KeyCode::Right),
        forward: window::is_key_down(KeyCode::Up),
        back: window::is_key_down(KeyCode::Down),
        jump: window::is_key_down(KeyCode::Space),
    }
}

/// The window as something to draw on.
struct Screen {
    /// The middle of what is seen, and of the window.
    middle: [Vec2; 2],
    /// Pixels for a unit.
    scale: f32,
}

impl Screen {
    /// All of a view, as large as it fits.
    fn showing([min, max]: [Vec2; 2]) -> Self {
        let (size, screen) = (max - min, Vec2::new(window::screen_width(), window::screen_height()));
        Screen { middle: [(min + max) / 2.0, screen / 2.0], scale: (screen / size).min_element() }
    }

    /// Where a point is in the window, whose y points down.
    fn place(&self, point: Vec2) -> window::Vec2 {
        let place = self.middle[1] + (point - self.middle[0]) * self.scale * Vec2::new(1.0, -1.0);
        window::Vec2::new(place.x, place.y)
    }
}

/// The colours of the figures.
fn colour(role: Stroke) -> Color {
    let [red, green, blue] = match role {
        Stroke::Ink => [0x22, 0x22, 0x22],
        Stroke::Faint => [0xb0, 0xb0, 0xb0],
        Stroke::First => [0xe6, 0x9f, 0x00],
        Stroke::Second => [0x00, 0x72, 0xb2],
        Stroke::Contact => [0xd5, 0x5e, 0x00],
    };
    Color::from_rgba(red, green, blue, 255)
}

impl Draw<Vec2> for Screen {
    fn line(&mut self, from: Vec2, to: Vec2, role: Stroke) {
        let (from, to) = (self.place(from), self.place(to));
        window::draw_line(from.x, from.y, to.x, to.y, 2.0, colour(role));
    }

    fn point(&mut self, at: Vec2, role: Stroke) {
        let at = self.place(at);
        window::draw_circle(at.x, at.y, 4.0, colour(role));
    }

    fn text(&mut self, at: Vec2, text: &str, role: Stroke) {
        const SIZE: u16 = 24;
        let (at, size) = (self.place(at), window::measure_text(text, None, SIZE, 1.0));
        window::draw_text(text, at.x - size.width / 2.0, at.y, f32::from(SIZE), colour(role));
    }

    /// In convex pieces, each as triangles around its first corner.
    fn area(&mut self, corners: &[Vec2], role: Stroke) {
        let pieces = Polygon::new(corners).map(|polygon| polygon.decompose()).unwrap_or_default();
        let filling = Color { a: 0.25, ..colour(role) };
        for piece in pieces {
            let corner = |number: u32| self.place(piece.vertices()[number as usize]);
            for side in 0..piece.face_count() {
                if let [from, to] = *piece.face(side) {
                    window::draw_triangle(corner(0), corner(from), corner(to), filling);
                }
            }
        }
        self.outline(corners, role);
    }
}
