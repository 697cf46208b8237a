//! What is told of the algorithms themselves, held against what the same operations answer without it and
//! against sums by hand.

mod cascade;
mod depth;
mod fit;
mod gjk_trace;
mod mask;
mod move_and_slide;
mod swept_sat;
mod traversal;

use serde_json::Value;

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// The answer to a request.
fn answer(request: &Value) -> Result<Value, Box<dyn std::error::Error>> {
    let answer = impinge_query::answer(request.to_string().as_bytes(), 1);
    if answer.is_error() { Err(answer.text().into()) } else { Ok(serde_json::from_str(answer.text())?) }
}

/// The error of a request, empty if it is answered.
fn error_answer(request: &Value) -> String {
    let answer = impinge_query::answer(request.to_string().as_bytes(), 1);
    if answer.is_error() { answer.to_string() } else { String::new() }
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

/// The numbers of a list.
fn numbers(value: &Value) -> Vec<f64> {
    list(value).iter().map(number).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
