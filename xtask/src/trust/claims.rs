//! What is claimed, who judges it, and which test asks.

/// A claim and the test that asks about random cases of it.
pub struct Claim {
    /// How `--only` and the page call it.
    pub name: &'static str,
    pub claim: &'static str,
    /// What says whether an answer is right.
    pub judge: &'static str,
    /// Which program of tests.
    pub target: &'static str,
    /// Of the program: which tests, by parts of their names; all if it is empty.
    pub tests: &'static str,
    /// What tells the tests how many cases, and how many in a round: such that a round takes seconds, and no more than a minute.
    pub count: (&'static str, u64),
    /// How many sequences of so many cases a round has: pairs of shapes, kinds of number, kinds of files.
    pub sequences: u64,
    /// What tells the number of the first case, of tests that count theirs.
    pub first: Option<&'static str>,
}

/// All, in the order of the page.
pub const CLAIMS: [Claim; 15] = [
    Claim {
        name: "relations",
        claim: "separate, touching and overlapping are told exactly, for each two of eight shapes",
        judge: "linear systems in whole numbers of any size",
        target: "--test shapes",
        tests: "oracle::",
        count: ("IMPINGE_ORACLE_CASES", 2000),
        sequences: 36 * 4,
        first: Some("IMPINGE_ORACLE_FIRST"),
    },
    Claim {
        name: "distances",
        claim: "distances, depths, normals, points and manifolds are within their bounds",
        judge: "a reference that tries all features and directions",
        target: "--test shapes",
        tests: "accuracy::",
        count: ("IMPINGE_ACCURACY_CASES", 60),
        sequences: 102 * 4,
        first: Some("IMPINGE_ACCURACY_FIRST"),
    },
    Claim {
        name: "pairs",
        claim: "relation, distance, depth and manifold never contradict each other, whoever of the two asks",
        judge: "the other answers; the shape itself, moved out by the depth",
        target: "--test shapes",
        tests: "pairs::no_pair pairs::no_extreme_pair",
        count: ("IMPINGE_PAIRS", 3),
        // Each of 16 kinds with each of them, 6 of many parts with all 22, and 22 with the 16 in extreme numbers of three kinds; in the
        // plane and in space, in `f32` and `f64`.
        sequences: 16 * 16 * 4 + 6 * 22 * 4 + 22 * 16 * 6,
        first: None,
    },
    Claim {
        name: "solids",
        claim: "boxes that are given as boxes, hulls, closed meshes or compounds of these meet, and are as deep, as their corners say",
        judge: "differences of coordinates on a lattice",
        target: "--test meshes",
        tests: "parts::lattice_boxes",
        count: ("IMPINGE_LATTICE", 400),
        sequences: 2,
        first: None,
    },
    Claim {
        name: "rays",
        claim: "no ray leaves a closed mesh, aimed at its corners and edges",
        judge: "a surface around the origin has no way out",
        target: "--test shapes",
        tests: "cast::watertight",
        count: ("IMPINGE_WATERTIGHT_RAYS", 600_000),
        sequences: 1,
        first: None,
    },
    Claim {
        name: "impacts",
        claim: "times of impact are never late, and early within the tolerance: ten families of motions of hulls with radii",
        judge: "proofs in interval arithmetic",
        target: "--test motions",
        tests: "impact::proven::in_",
        count: ("IMPINGE_IMPACTS", 100),
        // The families and those that leave, in the plane and in space, in `f32` and `f64`.
        sequences: 11 * 4,
        first: None,
    },
    Claim {
        name: "motions",
        claim: "the same of 22 kinds of shapes, each against each",
        judge: "their distances at 41 times",
        target: "--test motions",
        tests: "impact::every_pair::in_",
        count: ("IMPINGE_IMPACTS", 12),
        sequences: 22 * 22 * 4,
        first: None,
    },
    Claim {
        name: "deforming",
        claim: "whether and when deforming primitives meet",
        judge: "Sturm's theorem on polynomials in whole numbers",
        target: "--test motions",
        tests: "deforming::soak",
        count: ("IMPINGE_DEFORMING", 40_000),
        sequences: 1,
        first: None,
    },
    Claim {
        name: "filters",
        claim: "what floats decide of deforming primitives, whole numbers decide as well",
        judge: "the same question in whole numbers from the start",
        target: "--lib",
        tests: "sweep::deforming::tests::floats_say_what_whole_numbers_say",
        count: ("IMPINGE_DEFORMING", 400_000),
        sequences: 1,
        first: None,
    },
    Claim {
        name: "slides",
        claim: "who slides passes nothing, keeps its skin and stays in closed rooms",
        judge: "the hull of each part of the way; coordinates of rooms",
        target: "--test motions",
        tests: "slide::levels::no_wall_is_passed slide::space::nobody_leaves_a_closed_room slide::space::landscapes_are_walked_on slide::internal_edges::nothing_is_passed",
        count: ("IMPINGE_LEVELS", 600),
        // Five of levels, three of rooms, half as many landscapes of two, and eight starts near a surface for each of two.
        sequences: 25,
        first: None,
    },
    Claim {
        name: "worlds",
        claim: "events of random lives of worlds are those of all pairs, asked one by one",
        judge: "a list of the objects",
        target: "--test motions",
        tests: "world::soak::events_are_those_of_a_list",
        count: ("IMPINGE_SOAK", 10_000),
        sequences: 12,
        first: None,
    },
    Claim {
        name: "numbers",
        claim: "shapes and questions of any numbers are answered, with numbers, and mirrored",
        judge: "no panic, no NaN, unit normals",
        target: "--test shapes",
        tests: "pairs::hostile::whatever_the_numbers",
        count: ("IMPINGE_HOSTILE", 4),
        // Each of 22 kinds with each of 16.
        sequences: 22 * 16 * 4,
        first: None,
    },
    Claim {
        name: "snapshots",
        claim: "damaged snapshots of worlds are refused, or live on",
        judge: "no panic",
        target: "--test motions",
        tests: "world::snapshots::damaged_snapshots",
        count: ("IMPINGE_HOSTILE", 20_000),
        sequences: 4,
        first: None,
    },
    Claim {
        name: "requests",
        claim: "damaged requests of `impinge query` are answered with numbers, or refused",
        judge: "no panic, valid JSON, within seconds",
        target: "--test damaged_requests",
        tests: "",
        count: ("IMPINGE_HOSTILE", 100_000),
        sequences: 1,
        first: None,
    },
    Claim {
        name: "scenes",
        claim: "damaged scene files, robots and tables are read or refused",
        judge: "no panic, valid meshes, memory in proportion to the file",
        target: "--test hostile",
        tests: "",
        count: ("IMPINGE_HOSTILE", 4000),
        sequences: 17,
        first: None,
    },
];

impl Claim {
    /// What one round tells the tests.
    pub fn variables(&self, seed: u64) -> Vec<(&'static str, u64)> {
        let (count, cases) = self.count;
        let drawn = match self.first {
            // No number that another seed has.
            Some(first) => (first, seed * cases),
            None => ("IMPINGE_SEED", seed),
        };
        vec![(count, cases), drawn]
    }

    /// How many cases a round has.
    pub fn cases(&self) -> u64 {
        self.count.1 * self.sequences
    }

    /// What runs the tests, but for the variables.
    pub fn command(&self) -> String {
        let command = format!("cargo test --workspace {} -- {}", self.target, self.tests);
        command.trim_end_matches([' ', '-']).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::root;
    use std::fs;
    use std::path::Path;

    /// A variable that no test reads would make each round the same few cases.
    #[test]
    fn tests_read_what_they_are_told() -> Result<(), Box<dyn std::error::Error>> {
        let crates: Vec<_> = fs::read_dir(root().join("crates"))?.collect::<std::io::Result<_>>()?;
        for claim in &CLAIMS {
            // Of the engine, the first part of a test's name is the folder that it is in.
            let names = match (claim.target.strip_prefix("--test "), claim.tests.split_once("::")) {
                (Some(_), Some((folder, _))) => vec![format!("tests/{folder}")],
                (Some(program), None) => vec![format!("tests/{program}"), format!("tests/{program}.rs")],
                (None, _) => vec!["src/sweep/deforming".to_owned()],
            };
            let mut places = crates.iter().flat_map(|of| names.iter().map(|name| of.path().join(name)));
            let place = places.find(|place| place.exists()).ok_or(claim.name)?;
            let files = if place.is_dir() {
                fs::read_dir(place)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?
            } else {
                vec![place.clone()]
            };
            let text: String = files.iter().flat_map(fs::read_to_string).collect();
            let (count, _) = claim.count;
            assert!(text.contains(count), "{}: nothing reads {count}", claim.name);
            assert!(text.contains(claim.first.unwrap_or("demand::seed(")), "{}: always the same", claim.name);
            let sources = if claim.target == "--lib" { "src" } else { "tests" };
            for test in claim.tests.split_whitespace() {
                let is_there = crates.iter().any(|of| is_there(&of.path().join(sources), test));
                assert!(is_there, "{}: no test `{test}`", claim.name);
            }
        }
        Ok(())
    }

    /// Is there a module or a test whose whole path begins so? Modules have tests of the same name.
    fn is_there(sources: &Path, test: &str) -> bool {
        let (modules, last) = test.rsplit_once("::").unwrap_or(("", test));
        let module = sources.join(modules.replace("::", "/"));
        let files = [module.with_extension("rs"), module.join("mod.rs")];
        let text: String = files.iter().flat_map(fs::read_to_string).collect();
        ["fn", "mod"].iter().any(|kind| text.contains(&format!("{kind} {last}")))
    }

    #[test]
    fn tests_are_known_by_their_whole_path() {
        let tests = root().join("crates/impinge/tests");
        assert!(
            is_there(&tests, "slide::space::nobody_leaves_a_closed_room") && is_there(&tests, "oracle::")
        );
        assert!(
            !is_there(&tests, "slide::levels::nobody_leaves_a_closed_room") && !is_there(&tests, "gone::")
        );
    }

    #[test]
    fn no_two_rounds_have_a_case_in_common() {
        let relations = &CLAIMS[0];
        let [first, second] = [7, 8].map(|seed| relations.variables(seed));
        assert_eq!(second[1].1 - first[1].1, first[0].1);
    }
}
