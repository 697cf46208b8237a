//! What is told of the algorithms themselves, held against what the same operations answer without it and against sums by hand.

mod bounds;
mod depth;
mod funnel;
mod mask;
mod moving;
mod slide;
mod steps;
mod visited;

use serde_json::Value;

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// The answer to a request.
fn answer(request: &Value) -> Result<Value, Box<dyn std::error::Error>> {
    let answer = impinge_query::answer(request.to_string().as_bytes(), 1);
    if answer.is_refusal() { Err(answer.text().into()) } else { Ok(serde_json::from_str(answer.text())?) }
}

/// Why a request is refused.
fn refusal(request: &Value) -> String {
    let answer = impinge_query::answer(request.to_string().as_bytes(), 1);
    if answer.is_refusal() { answer.to_string() } else { String::new() }
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
