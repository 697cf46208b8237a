//! What the place where a text goes can show: colours, and how many letters side by side.

use terminal_size::{Width, terminal_size_of};

use crate::arguments::Color;

/// What the text may make use of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    pub is_colored: bool,
    /// The width of the terminal; none if the text goes elsewhere.
    pub width: Option<usize>,
}

impl Style {
    /// What a stream can show.
    #[cfg(unix)]
    pub fn of(stream: &(impl anstream::stream::RawStream + std::os::fd::AsFd), color: Color) -> Self {
        let width = terminal_size_of(stream).map(|(Width(width), _)| usize::from(width));
        Style { is_colored: color.is_wanted_on(stream), width }
    }

    /// What a stream can show.
    #[cfg(windows)]
    pub fn of(
        stream: &(impl anstream::stream::RawStream + std::os::windows::io::AsHandle),
        color: Color,
    ) -> Self {
        let width = terminal_size_of(stream).map(|(Width(width), _)| usize::from(width));
        Style { is_colored: color.is_wanted_on(stream), width }
    }
}
