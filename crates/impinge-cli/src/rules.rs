//! Which pairs are tested, which count, and their severity.
//!
//! Rules apply to pairs of sets. The first rule that matches a pair decides; values that it does not
//! set come from the general settings. Objects that match the same patterns are of one class, and the
//! rule for two classes is found once.

use std::collections::{BTreeMap, BTreeSet};

use impinge_scene::Object;
use serde::{Deserialize, Serialize};

use crate::arguments::Touching;
use crate::error::Error;
use crate::patterns::{self, Patterns};
use crate::report::{DistanceKind, Kind, Pair, is_id};
use crate::sets;
use crate::settings::{Entry, Settings};
use crate::warning::Warning;
use crate::wording::{count, grouped, nearest};

/// How much a pair matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Severity {
    /// It makes the exit code 1.
    #[default]
    Error,
    /// It is listed, and that is all.
    Warning,
    /// It is listed, and that is all.
    Info,
}

impl Severity {
    /// Its name in all forms of the report.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        }
    }
}

/// What holds for a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Terms {
    /// Are pairs that only touch listed?
    pub touching: Touching,
    /// Pairs that come nearer than this are listed too, in metres.
    pub clearance: Option<f64>,
    /// Pairs that are less deep than this are not, in metres.
    pub min_depth: Option<f64>,
    /// How much such a pair matters.
    pub severity: Severity,
    /// Are pairs that are less deep listed all the same, as what touches is, since they are nearer than a
    /// clearance?
    #[serde(skip)]
    pub lists_shallow: bool,
}

impl Terms {
    /// The default for touching pairs within a clearance: they are nearer than any gap.
    fn touching(asked: Option<Touching>, clearance: Option<f64>) -> Touching {
        asked.unwrap_or(if clearance.is_some() { Touching::Report } else { Touching::Ignore })
    }

    /// Is a pair certainly less deep than is of interest?
    pub fn is_shallow(&self, pair: &Pair) -> bool {
        let has_depth = matches!(pair.kind, Kind::Overlap | Kind::Contained);
        let is_bounded = pair.distance_kind != DistanceKind::LowerBound;
        !self.lists_shallow
            && has_depth
            && is_bounded
            && self.min_depth.is_some_and(|least| -pair.distance < least)
    }

    /// Is it to be listed?
    pub fn lists(&self, pair: &Pair) -> bool {
        !self.is_shallow(pair) && (pair.kind != Kind::Touching || self.touching == Touching::Report)
    }
}

/// A rule for pairs of two sets.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Rule {
    /// Names of sets, or patterns.
    pub between: [String; 2],
    /// Are such pairs tested?
    pub check: bool,
    #[serde(flatten)]
    pub terms: Terms,
}

/// The rules of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Rules {
    /// The terms of pairs without a rule.
    #[serde(flatten)]
    pub terms: Terms,
    /// Pairs of patterns: others are not tested. All are, if there are none.
    pub between: Vec<[String; 2]>,
    /// The first that a pair falls to decides.
    pub rules: Vec<Rule>,
}

impl Rules {
    /// Rules that make sense; or what does not.
    pub fn new(settings: &Settings) -> Result<Self, Error> {
        let length = |key: &str, length: Option<f64>| match length {
            Some(length) if !(length.is_finite() && length >= 0.0) => {
                Err(settings.refuse(key, &format!("it is {length}, but must be 0 metres or more")))
            }
            length => Ok(length.filter(|length| *length > 0.0)),
        };
        let clearance = length("clearance", settings.clearance)?;
        let touching = Terms::touching(settings.touching, clearance);
        let terms = Terms {
            touching,
            lists_shallow: clearance.is_some() && touching == Touching::Report,
            clearance,
            min_depth: length("min-depth", settings.min_depth)?,
            severity: Severity::Error,
        };
        let mut rules: Vec<Rule> = Vec::new();
        for (number, entry) in settings.rule.iter().enumerate() {
            let key = |key: &str| format!("rule.{number}.{key}");
            let Entry { between, check, touching, clearance, min_depth, severity } = entry;
            let check = check.unwrap_or(true);
            let says_more =
                touching.is_some() || clearance.is_some() || min_depth.is_some() || severity.is_some();
            if !check && says_more {
                let reason =
                    "its pairs are not checked, so other keys have no effect; remove it, or the other keys";
                return Err(settings.refuse(&key("check"), reason));
            }
            let is_same = |rule: &Rule| {
                let [a, b] = &rule.between;
                [a, b] == [&between[0], &between[1]] || [b, a] == [&between[0], &between[1]]
            };
            if let Some(first) = rules.iter().position(is_same) {
                let first = first + 1;
                let reason = format!("[[rule]] number {first} is for the same two sets; remove one of them");
                return Err(settings.refuse(&key("between"), &reason));
            }
            // 0 takes back what holds for all.
            let own = |name: &str, own: Option<f64>, all: Option<f64>| match own {
                Some(_) => length(&key(name), own),
                None => Ok(all),
            };
            // A depth of its own holds within a clearance that is not.
            let has_own_depth = min_depth.is_some() && clearance.is_none();
            let clearance = own("clearance", *clearance, terms.clearance)?;
            let touching = Terms::touching(touching.or(settings.touching), clearance);
            rules.push(Rule {
                between: between.clone(),
                check,
                terms: Terms {
                    touching,
                    lists_shallow: clearance.is_some() && touching == Touching::Report && !has_own_depth,
                    clearance,
                    min_depth: own("min-depth", *min_depth, terms.min_depth)?,
                    severity: severity.unwrap_or_default(),
                },
            });
        }
        for (number, accepted) in settings.accept.iter().enumerate() {
            if accepted.between.is_some() == accepted.id.is_some() {
                return Err(settings.refuse(&format!("accept.{number}"), "give either `between` or `id`"));
            }
            if let Some(id) = accepted.id.as_deref().filter(|id| !is_id(id)) {
                let reason = format!(
                    "`{id}` is not the id of a pair; ids have 16 digits, 0 to 9 and a to f, as in the JSON report"
                );
                return Err(settings.refuse(&format!("accept.{number}.id"), &reason));
            }
        }
        Ok(Rules { terms, between: settings.between.clone(), rules })
    }

    /// The largest gap that is reported.
    pub fn greatest_clearance(&self) -> f64 {
        let all = self.rules.iter().map(|rule| &rule.terms).chain([&self.terms]);
        all.filter_map(|terms| terms.clearance).fold(0.0, f64::max)
    }

    /// Is there a minimum depth that a clearance makes void everywhere?
    pub fn voids_depth(&self) -> bool {
        let all = || self.rules.iter().filter(|rule| rule.check).map(|rule| &rule.terms).chain([&self.terms]);
        self.terms.min_depth.is_some() && all().all(|terms| terms.lists_shallow)
    }

    /// The rules for the objects of a scene, and what is not used.
    pub fn apply(
        &self,
        settings: &Settings,
        objects: &[Object],
    ) -> Result<(Applied<'_>, Vec<Warning>), Error> {
        let all_sides = Sides::new(self, settings)?;
        let mut classes: BTreeMap<BTreeSet<usize>, u32> = BTreeMap::new();
        let mut class_of = Vec::with_capacity(objects.len());
        for sides in all_sides.of(objects) {
            let next = classes.len() as u32;
            class_of.push(*classes.entry(sides).or_insert(next));
        }
        let mut sides_of = vec![BTreeSet::new(); classes.len()];
        for (sides, class) in classes {
            sides_of[class as usize] = sides;
        }
        let applied = Applied { rules: self, class_of, sides_of, accepted: settings.accept.len() };
        let place = |rule: usize| {
            let [a, b] = &self.rules[rule].between;
            format!("{} (between {a} and {b})", settings.place_in_file(&format!("rule.{rule}")))
        };
        let unused = (0..self.rules.len()).filter(|rule| !applied.is_used(*rule)).map(|rule| {
            let message = match applied.taken_by(rule) {
                Some(earlier) => shadowed(earlier),
                None => applied.unused(&self.rules[rule].between, 2 * rule, (settings, objects), true),
            };
            Warning { file: settings.place(), place: place(rule), message }
        });
        let is_mute = |rule: &usize| settings.rule[*rule].says_nothing() && applied.changes_nothing(*rule);
        let mute = (0..self.rules.len()).filter(is_mute).map(|rule| Warning {
            file: settings.place(),
            place: place(rule),
            message: "it sets nothing for its pairs, and keeps them from no later rule; add a setting, or remove it".to_owned(),
        });
        for (pair, between @ [a, b]) in self.between.iter().enumerate() {
            let side = applied.first_between() + 2 * pair;
            // As a pattern of files that matches none: nobody means that.
            if [side, side + 1].iter().any(|side| applied.number_on(*side) == 0) {
                let reason = applied.unused(between, side, (settings, objects), false);
                return Err(Error::Between { a: a.clone(), b: b.clone(), reason });
            }
        }
        let of_sets = sets::unused(settings, objects)?;
        let warnings = unused.chain(mute).chain(of_sets).collect();
        Ok((applied, warnings))
    }
}

/// Rules for the objects of a scene.
pub(crate) struct Applied<'a> {
    rules: &'a Rules,
    /// Of each object; objects of a class are on the same sides.
    class_of: Vec<u32>,
    /// Of each class.
    sides_of: Vec<BTreeSet<usize>>,
    /// How many entries the list of accepted pairs has.
    accepted: usize,
}

impl Applied<'_> {
    /// The rule that two objects fall to, by its number.
    pub fn rule(&self, a: u32, b: u32) -> Option<usize> {
        self.rule_of(self.classes([a, b]))
    }

    /// What holds for two objects.
    pub fn terms(&self, a: u32, b: u32) -> &Terms {
        self.rule(a, b).map_or(&self.rules.terms, |rule| &self.rules.rules[rule].terms)
    }

    /// Are two objects tested against each other?
    pub fn is_checked(&self, a: u32, b: u32) -> bool {
        let classes = self.classes([a, b]);
        self.is_within(classes) && self.rule_of(classes).is_none_or(|rule| self.rules.rules[rule].check)
    }

    /// What leaves out pairs that are not checked, for messages.
    pub fn leaves_out(&self) -> &'static str {
        match (self.rules.between.is_empty(), self.rules.rules.iter().all(|rule| rule.check)) {
            (true, _) => "excluded by rules",
            (false, true) => "excluded by --between",
            (false, false) => "excluded by --between or rules",
        }
    }

    /// Does `--between` leave two objects to other runs?
    pub fn is_left_out(&self, a: u32, b: u32) -> bool {
        !self.is_within(self.classes([a, b]))
    }

    /// Is a pair of two classes selected by `--between`? All are, if the list is empty.
    fn is_within(&self, classes: [usize; 2]) -> bool {
        let (first, pairs) = (self.first_between(), self.rules.between.len());
        pairs == 0 || (0..pairs).any(|pair| self.is_across(classes, first + 2 * pair))
    }

    /// Which entries of the list of accepted pairs are for two objects.
    pub fn accepted(&self, a: u32, b: u32) -> impl Iterator<Item = usize> {
        let classes = self.classes([a, b]);
        let first = 2 * self.rules.rules.len();
        (0..self.accepted).filter(move |number| self.is_across(classes, first + 2 * number))
    }

    /// Is an entry of the list of accepted pairs for any that `--between` leaves out?
    pub fn accepts_any_left_out(&self, number: usize) -> bool {
        self.meant_by(self.rules.rules.len() + number).any(|classes| !self.is_within(classes))
    }

    /// Is an entry of the list of accepted pairs for one of these objects and any other?
    pub fn accepts_any_of(&self, number: usize, is_one: impl Fn(u32) -> bool) -> bool {
        let first = 2 * (self.rules.rules.len() + number);
        let is_on = |object: u32, side: usize| self.sides_of[self.class(object)].contains(&side);
        let all = || 0..self.class_of.len() as u32;
        [[first, first + 1], [first + 1, first]].into_iter().any(|[own, other]| {
            let others = all().filter(|object| is_on(*object, other)).count();
            let has_other = |object: u32| others > usize::from(is_on(object, other));
            all().any(|object| is_one(object) && is_on(object, own) && has_other(object))
        })
    }

    /// The class of an object by the rules that matter to it; objects of one class match the same
    /// rules.
    pub fn class(&self, object: u32) -> usize {
        self.class_of[object as usize] as usize
    }

    fn classes(&self, objects: [u32; 2]) -> [usize; 2] {
        objects.map(|object| self.class(object))
    }

    fn rule_of(&self, classes: [usize; 2]) -> Option<usize> {
        (0..self.rules.rules.len()).find(|rule| self.is_across(classes, 2 * rule))
    }

    /// Is one class on a side and the other on the next?
    fn is_across(&self, [a, b]: [usize; 2], side: usize) -> bool {
        let is_on = |class: usize, side: usize| self.sides_of[class].contains(&side);
        (is_on(a, side) && is_on(b, side + 1)) || (is_on(a, side + 1) && is_on(b, side))
    }

    /// The first side of `--between`.
    fn first_between(&self) -> usize {
        2 * (self.rules.rules.len() + self.accepted)
    }

    /// How many objects are on a side.
    fn number_on(&self, side: usize) -> usize {
        (0..self.class_of.len() as u32)
            .filter(|object| self.sides_of[self.class(*object)].contains(&side))
            .count()
    }

    /// Explains why two sides, the first of which has this number, match no pair of objects, and how
    /// patterns work.
    fn unused(
        &self,
        between: &[String; 2],
        side: usize,
        (settings, objects): (&Settings, &[Object]),
        is_in_file: bool,
    ) -> String {
        let numbers = [side, side + 1].map(|side| self.number_on(side));
        let [a, b] = between;
        let mut text = format!(
            "no pair of objects matches it: `{a}` matches {} of {}, `{b}` {}",
            grouped(numbers[0] as u64),
            count(self.class_of.len(), "object"),
            grouped(numbers[1] as u64)
        );
        let unmatched: BTreeSet<&String> =
            between.iter().zip(numbers).filter(|(_, number)| *number == 0).map(|(name, _)| name).collect();
        // Of a set, each of its patterns is told by itself.
        for name in unmatched.into_iter().filter(|name| !settings.sets.contains_key(*name)) {
            let is_word = !name.contains(['*', '?', '[', '{']);
            // Of names that are as near, the set.
            let names = objects.iter().map(|object| &object.name).chain(settings.sets.keys());
            let nearest = nearest(name, names.map(String::as_str)).filter(|_| is_word);
            if let Some(meant) = patterns::meant(name, objects) {
                text += &format!("; {meant}");
            } else if let Some(set) = nearest.filter(|word| settings.sets.contains_key(*word)) {
                text += &format!("; did you mean the set `{set}` by `{name}`?");
            } else if is_word {
                let is_pattern = if is_in_file { " is not a set, so it is a pattern, which" } else { "" };
                text += &format!("; `{name}`{is_pattern} must match a whole name or path: ");
                text += &if objects.iter().any(|object| object.path.contains(name)) {
                    format!("`*{name}*` matches all objects with it in their path")
                } else if let Some(nearest) = nearest {
                    format!("did you mean `{nearest}`?")
                } else {
                    "no object has it in its path".to_owned()
                };
            }
        }
        text + "; correct its patterns, or remove it"
    }

    /// Does any pair of objects fall to a rule?
    fn is_used(&self, rule: usize) -> bool {
        self.meant_by(rule).any(|classes| self.rule_of(classes) == Some(rule))
    }

    /// Does a rule have pairs, of which all would fall to no other rule without it?
    fn changes_nothing(&self, rule: usize) -> bool {
        let is_meant_later = |classes: [usize; 2]| {
            (rule + 1..self.rules.rules.len()).any(|later| self.is_across(classes, 2 * later))
        };
        let mut own = self.meant_by(rule).filter(|classes| self.rule_of(*classes) == Some(rule)).peekable();
        own.peek().is_some() && !own.any(is_meant_later)
    }

    /// The first of the rules that pairs fall to which a rule is for too.
    fn taken_by(&self, rule: usize) -> Option<usize> {
        self.meant_by(rule).filter_map(|classes| self.rule_of(classes)).min()
    }

    /// The pairs of classes that a rule is for and that some objects are of, whether or not an earlier rule
    /// takes them; behind the rules, those that an entry of the list of accepted pairs is for.
    fn meant_by(&self, rule: usize) -> impl Iterator<Item = [usize; 2]> {
        let on = move |side: usize| {
            (0..self.sides_of.len()).filter(move |class| self.sides_of[*class].contains(&side))
        };
        let is_pair = move |[a, b]: &[usize; 2]| {
            a != b || self.class_of.iter().filter(|class| **class as usize == *a).nth(1).is_some()
        };
        on(2 * rule).flat_map(move |a| on(2 * rule + 1).map(move |b| [a, b])).filter(is_pair)
    }
}

/// The message that an earlier rule decides all pairs of a rule.
fn shadowed(earlier: usize) -> String {
    format!(
        "earlier rules take all of its pairs, such as number {}; move it before them, or remove it",
        earlier + 1
    )
}

/// The two sides of all rules, of all accepted pairs and of all of `--between`, numbered in this order, and
/// their patterns.
struct Sides {
    patterns: Patterns,
    /// The side that each pattern is of.
    side_of: Vec<usize>,
}

impl Sides {
    fn new(rules: &Rules, settings: &Settings) -> Result<Self, Error> {
        // Where they stand in the settings, unless it is on the command line.
        let key = |list: &str, number: usize| Some(format!("{list}.{number}.between"));
        let of_rules = rules.rules.iter().enumerate();
        let of_rules = of_rules.map(|(number, rule)| (key("rule", number), Some(&rule.between)));
        let of_accepted = settings.accept.iter().enumerate();
        let of_accepted =
            of_accepted.map(|(number, accepted)| (key("accept", number), accepted.between.as_ref()));
        let of_words = rules.between.iter().map(|between| (None, Some(between)));
        let mut patterns: Vec<(Option<String>, &str)> = Vec::new();
        let mut side_of = Vec::new();
        for (number, (key, between)) in of_rules.chain(of_accepted).chain(of_words).enumerate() {
            // What is accepted by its id has no patterns.
            for (side, name) in between.into_iter().flatten().enumerate() {
                match settings.sets.get(name) {
                    Some(set) => {
                        let key = Some(format!("sets.{name}"));
                        patterns.extend(set.iter().map(|pattern| (key.clone(), pattern.as_str())));
                    }
                    None => patterns.push((key.clone(), name)),
                }
                side_of.resize(patterns.len(), 2 * number + side);
            }
        }
        let place = |key: Option<String>| key.map_or("--between".to_owned(), |key| settings.place_of(&key));
        let patterns = patterns.into_iter().map(|(key, pattern)| (move || place(key), pattern));
        Ok(Sides { patterns: Patterns::new(patterns)?, side_of })
    }

    /// For each object those that it is on.
    fn of(&self, objects: &[Object]) -> impl Iterator<Item = BTreeSet<usize>> {
        let of_patterns =
            |patterns: BTreeSet<usize>| patterns.into_iter().map(|pattern| self.side_of[pattern]).collect();
        self.patterns.matching(objects).map(of_patterns)
    }
}
