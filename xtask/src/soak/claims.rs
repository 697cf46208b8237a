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
    /// What tells the tests how many cases, and how many in a round: such that a round takes seconds, and no
    /// more than a minute.
    pub count: (&'static str, u64),
    /// How many sequences of so many cases a round has: pairs of shapes, kinds of number, kinds of files.
    pub sequences: u64,
    pub drawn: Drawn,
}

/// How a round has other cases than another one.
#[derive(Clone, Copy, PartialEq)]
pub enum Drawn {
    /// From a seed that tests of ours ask for.
    Seeded,
    /// By numbers that go on; the variable tells the first.
    Numbered(&'static str),
    /// By proptest, from its seed.
    Proptest,
}

use Drawn::{Numbered, Proptest, Seeded};

/// All, in the order of the page.
pub const CLAIMS: [Claim; 25] = [
    Claim {
        name: "signs",
        claim: "signs of sums and products, and decisions from them, are exact",
        judge: "integers of any size; separating axes",
        target: "--lib",
        tests: "math::exact::tests::all_kinds math::orientation::tests::filter_and narrow::predicates::triangle_triangle::tests::orientations narrow::predicates::triangle_triangle::tests::contact_points narrow::predicates::box_triangle::tests::it_is_right bvh::mesh::intersection_curve::triangle_intersection::tests::intersection_exists",
        count: ("PROPTEST_CASES", 200_000),
        sequences: 9,
        drawn: Proptest,
    },
    Claim {
        name: "hulls",
        claim: "hulls contain their points; pieces of a polygon cover it exactly once",
        judge: "exact signs (claim `signs`); areas",
        target: "--lib",
        tests: "shape::hull::tests::hulls_are shape::hull::tests::hull_ignores shape::polygon::tests::pieces shape::polygon::tests::polygon_ignores shape::polygon::tests::simplified",
        count: ("PROPTEST_CASES", 10_000),
        sequences: 5,
        drawn: Proptest,
    },
    Claim {
        name: "bounds",
        claim: "boxes and balls contain what they bound, also transformed, and are as small as documented",
        judge: "integers of any size; balls through two to four points",
        target: "--lib",
        tests: "bound::tests::ball_is_smallest bound::tests::obb_holds bound::tests::aabb_holds bound::tests::ball_holds bound::tests::fits::volumes bound::tests::round_volumes::capsule_holds bound::tests::round_volumes::cylinder_holds bound::outward_rounding::tests::sums bound::principal_axes::tests::principal_axes_are bound::principal_axes::tests::largest_singular bound::rotating_calipers::tests::planar_hull bound::rotating_calipers::tests::rectangle_is bound::frame_refinement::tests::refined",
        count: ("PROPTEST_CASES", 2000),
        // Eight of volumes, in the plane and in space, in `f32` and `f64`, and six of what they are made
        // with.
        sequences: 8 * 4 + 6,
        drawn: Proptest,
    },
    Claim {
        name: "relations",
        claim: "disjoint, touching and overlapping are exact for every two of eight shapes",
        judge: "linear systems in integers of any size",
        target: "--test shapes",
        tests: "oracle::",
        count: ("IMPINGE_ORACLE_CASES", 2000),
        sequences: 36 * 4,
        drawn: Numbered("IMPINGE_ORACLE_FIRST"),
    },
    Claim {
        name: "distances",
        claim: "distances, depths, normals, points and manifolds are within their bounds",
        judge: "all features and many directions",
        target: "--test shapes",
        tests: "accuracy::",
        count: ("IMPINGE_ACCURACY_CASES", 60),
        sequences: 102 * 4,
        drawn: Numbered("IMPINGE_ACCURACY_FIRST"),
    },
    Claim {
        name: "pairs",
        claim: "relation, distance, depth and manifold agree, in either order",
        judge: "each other; touching after translation by the depth",
        target: "--test shapes",
        tests: "pairs::no_pair pairs::no_extreme_pair",
        count: ("IMPINGE_PAIRS", 3),
        // Each of 16 kinds with each of them, 6 of many parts with all 22, and 22 with the 16 in extreme
        // numbers of three kinds; in the plane and in space, in `f32` and `f64`.
        sequences: 16 * 16 * 4 + 6 * 22 * 4 + 22 * 16 * 6,
        drawn: Seeded,
    },
    Claim {
        name: "moving",
        claim: "shapes in linear motion meet within a step exactly if their projections do",
        judge: "projections in integers; the general path",
        target: "--test shapes",
        tests: "moving::exactly::extended moving::nearly::at_the_end",
        count: ("PROPTEST_CASES", 2000),
        sequences: 2,
        drawn: Proptest,
    },
    Claim {
        name: "solids",
        claim: "relation, depth, shared volume, contained points and stopped segments of boxes and cube meshes are right",
        judge: "integers on a lattice",
        target: "--test meshes",
        tests: "parts::lattice_boxes parts::cubes",
        count: ("IMPINGE_LATTICE", 400),
        // In `f32` and `f64`.
        sequences: 2 * 2,
        drawn: Seeded,
    },
    Claim {
        name: "rays",
        claim: "no ray leaves a closed mesh, aimed at its vertices and edges",
        judge: "a closed surface has no exit",
        target: "--test shapes",
        tests: "cast::watertight",
        count: ("IMPINGE_WATERTIGHT_RAYS", 600_000),
        sequences: 1,
        drawn: Seeded,
    },
    Claim {
        name: "casts",
        claim: "rays and segments hit exactly what they meet, at the right place",
        judge: "the relation (claim `relations`); the surface",
        target: "--test shapes",
        tests: "cast::hits_are clip::segments clip::any_finite",
        count: ("PROPTEST_CASES", 10_000),
        sequences: 4,
        drawn: Proptest,
    },
    Claim {
        name: "trees",
        claim: "a mesh BVH misses no hit, overlap or near triangle, however built, stored, transformed or damaged",
        judge: "all triangles, one by one",
        target: "--lib",
        tests: "bvh::mesh::tests::tree_finds bvh::mesh::tests::tree_is_exact bvh::mesh::tests::damaged bvh::mesh::dual_traversal::tests::nothing_near bvh::mesh::dual_traversal::tests::wherever bvh::mesh::winding::tests::any_triangles bvh::spatial_join::tests::finds",
        count: ("PROPTEST_CASES", 1000),
        sequences: 8,
        drawn: Proptest,
    },
    Claim {
        name: "broad",
        claim: "a broad phase reports which boxes meet, begin and cease to meet, and ray hits",
        judge: "all boxes, one by one",
        target: "--lib",
        tests: "broad::tests::what_happens broad::ray_cast::tests::no_box",
        count: ("PROPTEST_CASES", 2000),
        sequences: 4,
        drawn: Proptest,
    },
    Claim {
        name: "clashes",
        claim: "all colliding instances and triangles are found; convex parts cover a mesh; only the outside bounds a 2D mesh",
        judge: "all triangles, one by one",
        target: "--test meshes",
        tests: "assembly::against_brute_force::in_ assembly::against_brute_force::filters decompose::any_triangles decompose::solid::rocks decompose::solid::cubes parts::area::of_a_mesh",
        count: ("PROPTEST_CASES", 50),
        sequences: 7,
        drawn: Proptest,
    },
    Claim {
        name: "depths",
        claim: "the depth of instances is within its bounds; the minimum translation separates them",
        judge: "overlap after translations in 150 directions",
        target: "--test meshes",
        tests: "assembly::depth::moving_tells",
        count: ("IMPINGE_DEPTHS", 400),
        sequences: 1,
        drawn: Seeded,
    },
    Claim {
        name: "impacts",
        claim: "times of impact of hulls with radii are never late, and early within the tolerance",
        judge: "proofs in interval arithmetic",
        target: "--test motions",
        tests: "impact::proven::in_",
        count: ("IMPINGE_IMPACTS", 100),
        // The families and those that leave, in the plane and in space, in `f32` and `f64`.
        sequences: 11 * 4,
        drawn: Seeded,
    },
    Claim {
        name: "motions",
        claim: "the same for each two of 22 kinds",
        judge: "distances at 41 times",
        target: "--test motions",
        tests: "impact::every_pair::in_",
        count: ("IMPINGE_IMPACTS", 12),
        sequences: 22 * 22 * 4,
        drawn: Seeded,
    },
    Claim {
        name: "deforming",
        claim: "whether and when deforming primitives meet",
        judge: "Sturm's theorem on integer polynomials",
        target: "--test motions",
        tests: "deforming::soak",
        count: ("IMPINGE_DEFORMING", 40_000),
        sequences: 1,
        drawn: Seeded,
    },
    Claim {
        name: "filters",
        claim: "decisions in floats about deforming primitives match those in integers",
        judge: "integers from the start (claim `deforming`)",
        target: "--lib",
        tests: "sweep::deforming::tests::floats_say_what_whole_numbers_say",
        count: ("IMPINGE_DEFORMING", 400_000),
        sequences: 1,
        drawn: Seeded,
    },
    Claim {
        name: "sweeps",
        claim: "nothing overlaps outside the intervals of `impinge sweep`",
        judge: "separating axes at ten thousand times",
        target: "--test program",
        tests: "sweep_samples::no_sample",
        count: ("IMPINGE_SWEEPS", 50),
        sequences: 1,
        drawn: Seeded,
    },
    Claim {
        name: "slides",
        claim: "a sliding shape passes through nothing, keeps its skin and stays in closed rooms",
        judge: "the hull of each part of the path; coordinates",
        target: "--test motions",
        tests: "slide::levels::no_wall_is_passed slide::space::nobody_leaves_a_closed_room slide::space::landscapes_are_walked_on slide::internal_edges::nothing_is_passed",
        count: ("IMPINGE_LEVELS", 600),
        // Five of levels, three of rooms, half as many landscapes of two, and eight starts near a surface for
        // each of two.
        sequences: 25,
        drawn: Seeded,
    },
    Claim {
        name: "worlds",
        claim: "worlds emit the events of all pairs",
        judge: "a list of colliders",
        target: "--test motions",
        tests: "world::soak::events_are_those_of_a_list",
        count: ("IMPINGE_SOAK", 10_000),
        sequences: 12,
        drawn: Seeded,
    },
    Claim {
        name: "numbers",
        claim: "shapes and queries with any numbers return numbers, and mirror",
        judge: "no panic, no NaN, unit normals",
        target: "--test shapes",
        tests: "pairs::hostile::whatever_the_numbers",
        count: ("IMPINGE_HOSTILE", 4),
        // Each of 22 kinds with each of 16.
        sequences: 22 * 16 * 4,
        drawn: Seeded,
    },
    Claim {
        name: "snapshots",
        claim: "damaged snapshots of worlds are rejected, or continue to run",
        judge: "no panic",
        target: "--test motions",
        tests: "world::snapshots::damaged_snapshots",
        count: ("IMPINGE_HOSTILE", 20_000),
        sequences: 4,
        drawn: Seeded,
    },
    Claim {
        name: "requests",
        claim: "damaged requests of `impinge query` return numbers, or are rejected",
        judge: "no panic, valid JSON, within seconds",
        target: "--test damaged_requests",
        tests: "",
        count: ("IMPINGE_HOSTILE", 100_000),
        sequences: 1,
        drawn: Seeded,
    },
    Claim {
        name: "scenes",
        claim: "damaged scene files, robots and tables are read or rejected",
        judge: "no panic, valid meshes, memory in proportion to the file",
        target: "--test hostile",
        tests: "",
        count: ("IMPINGE_HOSTILE", 4000),
        sequences: 17,
        drawn: Seeded,
    },
];

impl Claim {
    /// What one round tells the tests.
    pub fn variables(&self, seed: u64) -> Vec<(&'static str, u64)> {
        let (count, cases) = self.count;
        let drawn = match self.drawn {
            Seeded => ("IMPINGE_SEED", seed),
            // No number that another seed has.
            Numbered(first) => (first, seed * cases),
            Proptest => ("PROPTEST_RNG_SEED", seed),
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
    use std::path::{Path, PathBuf};

    /// A variable that no test reads would make each round the same few cases.
    #[test]
    fn tests_read_what_they_are_told() -> Result<(), Box<dyn std::error::Error>> {
        let crates: Vec<_> = fs::read_dir(root().join("crates"))?.collect::<std::io::Result<_>>()?;
        for claim in &CLAIMS {
            let program = claim.target.strip_prefix("--test ").map(|program| format!("tests/{program}"));
            let sources = program.map_or(vec!["src".to_owned()], |program| vec!["tests".to_owned(), program]);
            for test in claim.tests.split_whitespace() {
                let mut folders =
                    crates.iter().flat_map(|of| sources.iter().map(|sources| of.path().join(sources)));
                let is_there = folders.any(|folder| is_there(&folder, test));
                assert!(is_there, "{}: no test `{test}`", claim.name);
            }
            let text = text_of(claim, &crates)?;
            let (count, _) = claim.count;
            match claim.drawn {
                Seeded => assert!(text.contains("demand::seed("), "{}: always the same", claim.name),
                Numbered(first) => assert!(text.contains(first), "{}: always the same", claim.name),
                // It reads both variables itself, unless a test has a number of its own.
                Proptest => {
                    let own =
                        text.matches("with_cases(").count() - text.matches("demand::random_cases(").count();
                    assert!(text.contains("proptest! {") && own == 0, "{}: always as many", claim.name);
                    continue;
                }
            }
            assert!(text.contains(count), "{}: nothing reads {count}", claim.name);
        }
        Ok(())
    }

    /// The sources of the tests of a claim, and what lies beside them.
    fn text_of(claim: &Claim, crates: &[fs::DirEntry]) -> Result<String, Box<dyn std::error::Error>> {
        let program = claim.target.strip_prefix("--test ");
        let paths: Vec<String> = match program {
            Some(program) if claim.tests.is_empty() => {
                vec![format!("tests/{program}"), format!("tests/{program}.rs")]
            }
            // Of a program, the first part of a test's name is the folder that it is in.
            Some(program) => {
                let firsts = claim.tests.split_whitespace().filter_map(|test| test.split("::").next());
                firsts
                    .flat_map(|first| [format!("tests/{first}"), format!("tests/{program}/{first}.rs")])
                    .collect()
            }
            None => {
                let modules = claim.tests.split_whitespace().filter_map(|test| test.rsplit_once("::"));
                let modules = modules.flat_map(|(module, _)| files_of(Path::new("src"), module));
                modules.map(|path| path.display().to_string()).collect()
            }
        };
        let mut text = String::new();
        for place in crates.iter().flat_map(|of| paths.iter().map(|path| of.path().join(path))) {
            let files = if place.is_dir() {
                fs::read_dir(place)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?
            } else {
                vec![place]
            };
            text.extend(files.iter().flat_map(fs::read_to_string));
        }
        Ok(text)
    }

    /// Where a module may be; tests of a library may be at the end of what they test.
    fn files_of(sources: &Path, module: &str) -> Vec<PathBuf> {
        let path = |module: &str| sources.join(module.replace("::", "/"));
        let around = module.strip_suffix("::tests").map(|around| path(around).with_extension("rs"));
        [path(module).with_extension("rs"), path(module).join("mod.rs")].into_iter().chain(around).collect()
    }

    /// Is there a module or a test whose whole path begins so? Modules have tests of the same name.
    fn is_there(sources: &Path, test: &str) -> bool {
        let (modules, last) = test.rsplit_once("::").unwrap_or(("", test));
        let text: String = files_of(sources, modules).iter().flat_map(fs::read_to_string).collect();
        ["fn", "mod"].iter().any(|kind| text.contains(&format!("{kind} {last}")))
    }

    #[test]
    fn tests_are_known_by_their_whole_path() {
        let tests = root().join("crates/impinge-tests/tests");
        assert!(
            is_there(&tests, "slide::space::nobody_leaves_a_closed_room") && is_there(&tests, "oracle::")
        );
        assert!(
            !is_there(&tests, "slide::levels::nobody_leaves_a_closed_room") && !is_there(&tests, "gone::")
        );
    }

    #[test]
    fn no_two_rounds_have_a_case_in_common() {
        let relations = CLAIMS.iter().find(|claim| claim.name == "relations").expect("it is there");
        let [first, second] = [7, 8].map(|seed| relations.variables(seed));
        assert_eq!(second[1].1 - first[1].1, first[0].1);
    }
}
