//! Errors of a request, with the place in it.

/// Why a line cannot be answered. It becomes the answer and never ends the run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}{message}", if place.is_empty() { String::new() } else { format!("{place}: ") })]
pub(crate) struct Problem {
    /// The path to the place, such as `a.shape.half_extents[1]`; empty for the whole request.
    place: String,
    message: String,
}

/// Why a description is invalid: the place, the value there, and the allowed values.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(transparent)]
pub struct QueryError(#[from] Problem);

impl Problem {
    pub fn new(message: impl ToString) -> Self {
        Problem { place: String::new(), message: message.to_string() }
    }

    /// The same problem, as seen from the object that has it in `field`.
    pub fn within(mut self, field: &str) -> Self {
        let separator = if self.place.is_empty() || self.place.starts_with('[') { "" } else { "." };
        self.place = format!("{field}{separator}{}", self.place);
        self
    }

    /// The same problem, as seen from the list that has it in one item.
    pub fn at(self, index: usize) -> Self {
        self.within(&format!("[{index}]"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_written_from_the_outside_in() {
        let problem = Problem::new("must be a number").at(1).within("half_extents").within("shape");
        assert_eq!(problem.to_string(), "shape.half_extents[1]: must be a number");
        let deeper = Problem::new("is missing").within("x").at(0).within("list");
        assert_eq!(deeper.to_string(), "list[0].x: is missing");
        assert_eq!(Problem::new("no").to_string(), "no");
    }
}
