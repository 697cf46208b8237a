//! What is wrong with a request, and where in it.

/// Why a line could not be answered. It is told in the answer and never ends the run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}{message}", if place.is_empty() { String::new() } else { format!("{place}: ") })]
pub(crate) struct Problem {
    /// The way to it, such as `a.shape.half[1]`; empty for the whole request.
    place: String,
    message: String,
}

/// Why a description makes no sense: the place in it, what is there, and what is allowed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(transparent)]
pub struct QueryError(#[from] Problem);

impl Problem {
    pub fn new(message: impl ToString) -> Self {
        Problem { place: String::new(), message: message.to_string() }
    }

    /// The same, seen from the object of which `field` has the problem.
    pub fn within(mut self, field: &str) -> Self {
        let separator = if self.place.is_empty() || self.place.starts_with('[') { "" } else { "." };
        self.place = format!("{field}{separator}{}", self.place);
        self
    }

    /// The same, seen from the list of which one item has the problem.
    pub fn at(self, index: usize) -> Self {
        self.within(&format!("[{index}]"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_written_from_the_outside_in() {
        let problem = Problem::new("must be a number").at(1).within("half").within("shape");
        assert_eq!(problem.to_string(), "shape.half[1]: must be a number");
        let deeper = Problem::new("is missing").within("x").at(0).within("list");
        assert_eq!(deeper.to_string(), "list[0].x: is missing");
        assert_eq!(Problem::new("no").to_string(), "no");
    }
}
