//! A line of input: an operation, its shapes, and their space.

use std::fmt;

use impinge::glam::{DVec2, DVec3};
use impinge::math::Scalar;
use impinge::prelude::*;
use impinge::shape::ShapeRef;
use serde::Serialize;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::answer::{Answer, Failed, Found};
use crate::axes;
use crate::cascade;
use crate::cast_ray;
use crate::clip;
use crate::depth;
use crate::fit;
use crate::gjk_trace;
use crate::mask;
use crate::move_and_slide;
use crate::node::{Fields, Node, check_new};
use crate::problem::Problem;
use crate::shapes::placed;
use crate::space::{Space, dimension, scalar, vector};
use crate::swept_sat;
use crate::time_of_impact;

/// The operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Relation,
    Distance,
    Penetration,
    Contact,
    Manifold,
    CastRay,
    ProjectPoint,
    Ccd,
    TimeOfImpact,
    Clip,
    SweptSat,
    Fit,
    Cascade,
    Depth,
    MoveAndSlide,
    Mask,
    GjkTrace,
}

const OPERATIONS: [(&str, Operation); 17] = [
    ("relation", Operation::Relation),
    ("distance", Operation::Distance),
    ("penetration", Operation::Penetration),
    ("contact", Operation::Contact),
    ("manifold", Operation::Manifold),
    ("cast_ray", Operation::CastRay),
    ("project_point", Operation::ProjectPoint),
    ("ccd", Operation::Ccd),
    ("time_of_impact", Operation::TimeOfImpact),
    ("clip", Operation::Clip),
    ("swept_sat", Operation::SweptSat),
    ("fit", Operation::Fit),
    ("cascade", Operation::Cascade),
    ("depth", Operation::Depth),
    ("move_and_slide", Operation::MoveAndSlide),
    ("mask", Operation::Mask),
    ("gjk_trace", Operation::GjkTrace),
];

/// Returns the names of the operations, the values of `op`.
///
/// ```
/// assert!(impinge_query::operations().any(|operation| operation == "distance"));
/// ```
pub fn operations() -> impl Iterator<Item = &'static str> {
    OPERATIONS.iter().map(|(name, _)| *name)
}

impl Operation {
    /// Its name in messages, and its required and optional fields.
    fn fields(self) -> (&'static str, &'static [&'static str]) {
        const PAIR: &[&str] = &["id", "op", "precision", "dimension", "a", "b"];
        const CONTACT: &[&str] = &["id", "op", "precision", "dimension", "a", "b", "margin"];
        const RAY: &[&str] =
            &["id", "op", "precision", "dimension", "a", "b", "mode", "sides", "max", "traversal"];
        const ONE: &[&str] = &["id", "op", "precision", "dimension", "a"];
        const POINT: &[&str] = &["id", "op", "precision", "dimension", "a", "point"];
        const DEFORMING: &[&str] = &[
            "id",
            "op",
            "precision",
            "dimension",
            "kind",
            "t0",
            "t1",
            "min_separation",
            "tolerance",
            "max_time",
        ];
        const MOVING: &[&str] = &[
            "id",
            "op",
            "precision",
            "dimension",
            "a",
            "b",
            "tolerance",
            "max_time",
            "min_depth",
            "ignore_separating",
        ];
        const SLIDE: &[&str] = &[
            "id",
            "op",
            "precision",
            "dimension",
            "a",
            "motion",
            "obstacles",
            "skin",
            "max_iterations",
            "push_out",
            "ground",
        ];
        const MASK: &[&str] = &["id", "op", "a", "b", "offset", "pixels"];
        const STEP: &[&str] = &["id", "op", "precision", "dimension", "a", "b", "velocity", "every_axis"];
        match self {
            Operation::Relation => ("relation", PAIR),
            Operation::Distance => ("distance", PAIR),
            Operation::Penetration => ("penetration", PAIR),
            Operation::Contact => ("contact", CONTACT),
            Operation::Manifold => ("manifold", CONTACT),
            Operation::CastRay => ("cast_ray", RAY),
            Operation::ProjectPoint => ("project_point", POINT),
            Operation::Ccd => ("ccd", DEFORMING),
            Operation::TimeOfImpact => ("time_of_impact", MOVING),
            Operation::Clip => ("clip", PAIR),
            Operation::SweptSat => ("swept_sat", STEP),
            Operation::Fit => ("fit", ONE),
            Operation::Cascade => ("cascade", PAIR),
            Operation::Depth => ("depth", PAIR),
            Operation::MoveAndSlide => ("move_and_slide", SLIDE),
            Operation::Mask => ("mask", MASK),
            Operation::GjkTrace => ("gjk_trace", PAIR),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Precision {
    Single,
    Double,
}

const PRECISIONS: [(&str, Precision); 2] = [("f32", Precision::Single), ("f64", Precision::Double)];

/// A parsed line: its id unchanged, so that the answer repeats it literally, and all other fields.
struct Request<'a> {
    id: Option<&'a RawValue>,
    fields: Node,
}

impl<'de: 'a, 'a> Deserialize<'de> for Request<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(RequestVisitor)
    }
}

/// Description of a valid line, for messages.
const EXPECTED: &str = "a request, which is an object such as {\"op\":\"distance\",\"a\":…,\"b\":…}";

struct RequestVisitor;

impl<'de> Visitor<'de> for RequestVisitor {
    type Value = Request<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(EXPECTED)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut id = None;
        let mut fields = Vec::new();
        while let Some(name) = entries.next_key::<String>()? {
            check_new(&name, &fields)?;
            if name != "id" {
                fields.push((name, entries.next_value()?));
            } else if id.replace(entries.next_value()?).is_some() {
                return Err(A::Error::custom("the field \"id\" appears twice"));
            }
        }
        Ok(Request { id, fields: Node::Object(fields) })
    }
}

/// An answer as one line of JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerLine {
    text: String,
    is_error: bool,
}

impl AnswerLine {
    /// Returns the line, without a line end.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether the line reports what is wrong with the request, in the field `error`, instead
    /// of a result.
    pub fn is_error(&self) -> bool {
        self.is_error
    }
}

impl fmt::Display for AnswerLine {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

/// Answers a request. For an invalid request the line reports the error.
///
/// `number` is the id of requests without one: the number of the line, from 1.
///
/// ```
/// let request = r#"{"op":"relation","a":{"type":"aabb","min":[0,0],"max":[1,1]},"b":{"type":"aabb","min":[1,0],"max":[2,1]}}"#;
/// assert_eq!(impinge_query::answer(request.as_bytes(), 7).text(), r#"{"id":7,"relation":"touching"}"#);
/// let refused: impinge_query::AnswerLine = impinge_query::answer(br#"{"op":"relation","a":{"type":"ball"}}"#, 8);
/// assert!(refused.is_error() && refused.text().starts_with(r#"{"id":8,"error":"#), "{refused}");
/// ```
pub fn answer(line: &[u8], number: u64) -> AnswerLine {
    let no_id = RawValue::from_string(number.to_string()).unwrap_or_default();
    let (id, answered) = match read(line, number) {
        Err(problem) => (&*no_id, Err(problem)),
        Ok(request) => {
            let id = request.id.unwrap_or(&no_id);
            (id, request.fields.fields().and_then(|fields| found(fields, &request.fields, id)))
        }
    };
    match answered {
        Ok(text) => AnswerLine { text, is_error: false },
        Err(problem) => failed(id, &problem),
    }
}

/// Returns the answer to an unreadable line, with the reason.
///
/// ```
/// assert_eq!(impinge_query::error_answer(3, "too long").text(), r#"{"id":3,"error":"too long"}"#);
/// ```
pub fn error_answer(number: u64, reason: &str) -> AnswerLine {
    let id = RawValue::from_string(number.to_string()).unwrap_or_default();
    failed(&id, &Problem::new(reason))
}

fn failed(id: &RawValue, problem: &Problem) -> AnswerLine {
    let text = text(&Answer { id, found: Failed { error: problem.to_string() }, notes: Vec::new() });
    AnswerLine { text, is_error: true }
}

/// One line. Neither an id that was read nor numbers have a way to fail.
fn text(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_default()
}

/// The fields of a line, or where it is no JSON.
fn read(line: &[u8], number: u64) -> Result<Request<'_>, Problem> {
    let place = |column: usize, message: &str| {
        Problem::new(format_args!("line {number}, column {column}: {message}"))
    };
    let line = std::str::from_utf8(line)
        .map_err(|error| place(error.valid_up_to() + 1, "this is not text in UTF-8"))?;
    serde_json::from_str(line).map_err(|error| {
        let column = error.column().max(1);
        let message = error.to_string();
        let message = message.strip_suffix(&format!(" at line {} column {}", error.line(), error.column()));
        let rest = line.get(column - 1..).unwrap_or_default().trim_start_matches('-');
        if ["NaN", "nan", "Infinity", "inf"].iter().any(|word| rest.starts_with(word)) {
            place(column, "NaN and infinity are not JSON; numbers are finite here")
        } else if error.is_eof() {
            place(column, "the line ends before the request is complete; put each request on one line")
        } else {
            let message = match message {
                Some("expected ident") => "expected another word",
                other => other.unwrap_or("not a request"),
            };
            // Words that no value of JSON begins with tell that somebody expects another form.
            let is_no_json =
                message.starts_with("expected ") && !line.trim_start().starts_with(['{', '[', '"']);
            let wanted = match message {
                _ if is_no_json => format!("; give {EXPECTED}"),
                "key must be a string" => "; put names of fields in double quotes".to_owned(),
                "expected value" | "expected another word" if rest.starts_with(char::is_alphabetic) => {
                    "; only true, false and null are written without quotes".to_owned()
                }
                "trailing characters" => "; put one request on each line".to_owned(),
                _ => String::new(),
            };
            place(column, &format!("{message}{wanted}"))
        }
    })
}

/// What a request is answered.
fn found(fields: Fields, request: &Node, id: &RawValue) -> Result<String, Problem> {
    let operation = fields.required("op", |node| node.one_of(&OPERATIONS))?;
    let (name, allowed) = operation.fields();
    fields.only(&format!("the operation \"{name}\""), allowed)?;
    let precision = fields.optional("precision", |node| node.one_of(&PRECISIONS))?;
    let given = fields.optional("dimension", |node| match node.number()? {
        2.0 => Ok(2),
        3.0 => Ok(3),
        _ => Err(Problem::new("must be 2 or 3")),
    })?;
    let dimension = match operation {
        // Pictures are in the plane, and what is checked for clashes in space.
        Operation::Mask => Some(2),
        Operation::Depth => match (precision, given) {
            (Some(Precision::Single), _) => {
                return Err(Problem::new("must be \"f64\", because a \"depth\" is computed in f64")
                    .within("precision"));
            }
            (_, Some(2)) => {
                return Err(
                    Problem::new("must be 3, because a \"depth\" needs meshes in 3D").within("dimension")
                );
            }
            _ => Some(3),
        },
        _ => given.or_else(|| dimension(request)),
    };
    match (dimension, precision.unwrap_or(Precision::Double)) {
        #[cfg(feature = "single-precision")]
        (Some(2), Precision::Single) => found_in::<impinge::glam::Vec2>(operation, fields, request, id),
        #[cfg(feature = "single-precision")]
        (Some(_), Precision::Single) => found_in::<impinge::glam::Vec3>(operation, fields, request, id),
        #[cfg(not(feature = "single-precision"))]
        (_, Precision::Single) => Err(Problem::new("only f64 is computed here").within("precision")),
        (Some(2), Precision::Double) => found_in::<DVec2>(operation, fields, request, id),
        (Some(_), Precision::Double) => found_in::<DVec3>(operation, fields, request, id),
        (None, _) => {
            // Other errors are reported first.
            found_in::<DVec3>(operation, fields, request, id)?;
            let message =
                "the request does not show whether it is 2D or 3D; add \"dimension\": 2 or 3, or a pose";
            Err(Problem::new(message))
        }
    }
}

/// What was found about shapes of one kind of space.
type Answered<V> = Result<Found<<V as Vector>::Scalar>, Problem>;

/// A question about two shapes.
type Pairwise<'a, V> = dyn Fn(&ShapeRef<V>, &ShapeRef<V>) -> Answered<V> + 'a;

fn found_in<V: Space>(
    operation: Operation,
    fields: Fields,
    request: &Node,
    id: &RawValue,
) -> Result<String, Problem> {
    // Most operations are about one shape and another.
    let one = |found: &dyn Fn(&ShapeRef<V>) -> Answered<V>| {
        let a = fields.required("a", placed::<V>)?;
        found(&a.shape_ref())
    };
    let pair = |found: &Pairwise<V>| {
        one(&|a| {
            let b = fields.required("b", placed::<V>)?;
            found(a, &b.shape_ref())
        })
    };
    let found = match operation {
        Operation::Relation => pair(&|a, b| Ok(Found::relation(a, b))),
        Operation::Distance => pair(&|a, b| Ok(Found::distance(a, b))),
        Operation::Penetration => pair(&|a, b| Ok(Found::penetration(a, b))),
        Operation::Contact => pair(&|a, b| Ok(Found::contact(a, b, margin(fields)?))),
        Operation::Manifold => pair(&|a, b| Ok(Found::manifold(a, b, margin(fields)?))),
        Operation::CastRay => cast_ray::found::<V>(fields),
        Operation::ProjectPoint => {
            one(&|a| fields.required("point", vector).map(|point| Found::projection(a, point)))
        }
        Operation::Ccd => V::deforming(fields),
        Operation::TimeOfImpact => time_of_impact::found::<V>(fields),
        Operation::Clip => pair(&|a, b| clip::found(a, b)),
        Operation::SweptSat => pair(&|a, b| swept_sat::found(a, b, fields)),
        Operation::Fit => fit::found::<V>(fields),
        Operation::Cascade => pair(&|a, b| cascade::found(a, b)),
        Operation::Depth => depth::found(fields),
        Operation::MoveAndSlide => move_and_slide::found::<V>(fields),
        Operation::Mask => mask::found(fields),
        Operation::GjkTrace => pair(&|a, b| gjk_trace::found(a, b)),
    }?;
    Ok(text(&Answer { id, found, notes: axes::notes::<V::Scalar>(request) }))
}

/// A length that a field may give, or else what it is without.
pub(crate) fn length<S: Scalar>(fields: Fields, name: &str, otherwise: S) -> Result<S, Problem> {
    match fields.optional(name, scalar)? {
        Some(length) if length < S::ZERO => Err(Problem::new("must not be negative").within(name)),
        length => Ok(length.unwrap_or(otherwise)),
    }
}

/// The time after which nothing matters, as a share of the motion.
pub(crate) fn latest<S: Scalar>(fields: Fields) -> Result<S, Problem> {
    let latest = length(fields, "max_time", S::ONE)?;
    if latest > S::ONE {
        return Err(Problem::new("must be from 0 to 1: times are fractions of the motion").within("max_time"));
    }
    Ok(latest)
}

fn margin<S: Scalar>(fields: Fields) -> Result<S, Problem> {
    length(fields, "margin", S::ZERO)
}
