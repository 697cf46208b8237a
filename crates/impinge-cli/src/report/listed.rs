//! The fields that every report has for a pair, of things that rest and of things that move: the
//! objects, the severity, and whether it is known.

use super::{AnyKind, ObjectName, Pair, Status};
use crate::rules::Severity;

/// A pair in a report.
pub(crate) trait Listed {
    /// Names the pair, the same in every run: see [`super::id_of`].
    fn id(&self) -> &str;
    fn sides(&self) -> [&ObjectName; 2];
    fn kind(&self) -> AnyKind;
    fn severity(&self) -> Severity;
    fn status(&self) -> Option<Status>;
    fn mark(&mut self, status: Status);
    /// Marks the pair as accepted, with the reason if one is given.
    fn accept(&mut self, reason: Option<&str>);

    /// Appends the severity, unless it is an error, and the status to a text.
    fn marked(&self, text: String) -> String {
        let of_severity = Some(self.severity()).filter(|severity| *severity != Severity::Error);
        let of_status = self.status().filter(|status| *status != Status::Persisting);
        let words = of_severity.map(Severity::name).into_iter().chain(of_status.map(Status::name));
        words.fold(text, |text, word| format!("{text}, {word}"))
    }

    /// Is it neither accepted nor in the report of before?
    fn is_news(&self) -> bool {
        matches!(self.status(), None | Some(Status::New))
    }

    /// Does it make the exit code 1?
    fn is_finding(&self) -> bool {
        self.severity() == Severity::Error && self.is_news()
    }
}

impl Listed for Pair {
    fn id(&self) -> &str {
        &self.id
    }

    fn sides(&self) -> [&ObjectName; 2] {
        [&self.a, &self.b]
    }

    fn kind(&self) -> AnyKind {
        AnyKind::AtRest(self.kind)
    }

    fn severity(&self) -> Severity {
        self.severity
    }

    fn status(&self) -> Option<Status> {
        self.status
    }

    fn mark(&mut self, status: Status) {
        self.status = Some(status);
    }

    fn accept(&mut self, reason: Option<&str>) {
        self.status = Some(Status::Accepted);
        self.reason = reason.map(str::to_owned);
    }
}
