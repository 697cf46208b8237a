//! Requests that were damaged: each has one line of JSON for an answer, with numbers in it, or is refused;
//! none panics, and none is worked on for long.
//!
//! The tests' own requests have numbers and words exchanged, shapes of other requests, or bytes flipped.
//! `IMPINGE_HOSTILE=100000 cargo test -p impinge-query --test damaged_requests` damages so many,
//! `IMPINGE_SEED` others.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use impinge_tests::demand;
use serde_json::Value;
use serde_json::value::RawValue;

/// Requests of all operations and shapes, in both precisions.
const REQUESTS: &str = include_str!("../../impinge-cli/tests/query/every_shape.jsonl");
const MANUAL: &str = include_str!("../../../docs/query.md");

/// A damaged request is as small as those it was made of, so that nothing in it is worth more, on a slow and
/// busy machine.
const LONGEST: Duration = Duration::from_secs(60);

/// What floats are near the ends of what they can say, as JSON says it.
const NUMBERS: [&str; 14] = [
    "0",
    "-0.0",
    "1",
    "-1",
    "1e-3",
    "5e-324",
    "1e-160",
    "1e-46",
    "3.4028235e38",
    "-1e154",
    "1.7976931348623157e308",
    "1e999",
    "4294967295",
    "0.1",
];

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// A number of any bits that JSON can say, or one of those that are likely to be trouble.
    fn number(&mut self) -> String {
        let any = [f64::from_bits(self.next()), f64::from(f32::from_bits(self.next() as u32))];
        match self.below(4) {
            kind @ (0 | 1) if any[kind].is_finite() => format!("{:e}", any[kind]),
            _ => (*self.one_of(&NUMBERS)).to_owned(),
        }
    }
}

/// Where the numbers of a text begin and end.
fn numbers(text: &str) -> Vec<[usize; 2]> {
    let mut found: Vec<[usize; 2]> = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        let is_part = byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E');
        match found.last_mut() {
            Some([_, end]) if *end == at && is_part => *end = at + 1,
            _ if byte.is_ascii_digit() || byte == b'-' => found.push([at, at + 1]),
            _ => {}
        }
    }
    found
}

/// The request with some of what is in it exchanged.
fn damaged(request: &str, others: &[&str], random: &mut Random) -> Vec<u8> {
    let mut text = request.to_owned();
    for _ in 0..=random.below(4) {
        let places = numbers(&text);
        match random.below(8) {
            0..=4 if !places.is_empty() => {
                let [from, to] = *random.one_of(&places);
                text.replace_range(from..to, &random.number());
            }
            5 => {
                let operations: Vec<&str> = impinge_query::operations().collect();
                let precision = *random.one_of(&["f32", "f64"]);
                if let Ok(mut request) = serde_json::from_str::<Value>(&text) {
                    request["op"] = (*random.one_of(&operations)).into();
                    request["precision"] = precision.into();
                    text = request.to_string();
                }
            }
            6 => {
                let pair = [&text, *random.one_of(others)].map(serde_json::from_str::<Value>);
                if let [Ok(mut request), Ok(other)] = pair
                    && let Some(shape) = other.get("a")
                {
                    let side = *random.one_of(&["a", "b"]);
                    request[side] = shape.clone();
                    text = request.to_string();
                }
            }
            _ => {
                let mut bytes = text.clone().into_bytes();
                let at = random.below(bytes.len());
                bytes[at] ^= 1 << random.below(8);
                match String::from_utf8(bytes) {
                    Ok(changed) => text = changed,
                    Err(not_text) => return not_text.into_bytes(),
                }
            }
        }
    }
    text.into_bytes()
}

#[test]
fn every_request_is_answered_or_refused() {
    let is_request = |line: &&str| line.starts_with('{') && line.contains("\"op\":");
    let requests: Vec<&str> = REQUESTS.lines().chain(MANUAL.lines()).filter(is_request).collect();
    let mut random = Random(demand::seed(1));
    let (mut answered, mut refused) = (0_usize, 0_usize);
    for number in 0..demand::cases("IMPINGE_HOSTILE", 3000) {
        let request = *random.one_of(&requests);
        let line = damaged(request, &requests, &mut random);
        let shown = String::from_utf8_lossy(&line);
        let begin = Instant::now();
        let answer = impinge_query::answer(&line, number as u64);
        let took = begin.elapsed();
        assert!(took < LONGEST, "{took:?} for {shown}");
        let (text, is_answer) = (answer.text(), !answer.is_error());
        // The id comes back to the letter, be it a number that no float is.
        let fields: BTreeMap<String, Box<RawValue>> =
            serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}, of {shown}"));
        assert!(!text.contains('\n') && fields.contains_key("id"), "{text}, of {shown}");
        assert_eq!(!fields.contains_key("error"), is_answer, "{text}, of {shown}");
        // A number that is none is written as null.
        let has_null = fields.iter().any(|(name, value)| name != "id" && value.get().contains("null"));
        assert!(!is_answer || !has_null, "{text}, of {shown}");
        *if is_answer { &mut answered } else { &mut refused } += 1;
    }
    // Both are common, or the damages miss their aim.
    assert!(answered > refused / 8 && refused > answered / 8, "{answered} answered, {refused} refused");
}
