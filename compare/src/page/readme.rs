//! The README's table: a few rows, in words for whoever does not know the groups.

use super::notes::Tasks;
use super::numbers::{figure, ratio};
use super::table::{cell, library, unit};
use crate::results::{Results, Row};

/// The table stands between these.
const BEGIN: &str = "<!-- made by `cargo xtask compare --page` -->";
const END: &str = "<!-- end of what is made -->";

/// A row of the table.
struct Line {
    /// What it is called there.
    words: &'static str,
    /// Where it is from.
    group: &'static str,
    /// How its task begins: one task alone.
    task: &'static str,
}

const LINES: [Line; 7] = [
    Line { words: "relation of two oriented boxes", group: "boxes", task: "OBB–OBB relation, 2048 pairs" },
    Line {
        words: "distance of two 32-vertex hulls, far apart, no cache",
        group: "convex",
        task: "hull32–hull32 distance, far, cold",
    },
    Line {
        words: "all intersecting triangle pairs of two meshes of 100,000 triangles",
        group: "check",
        task: "all pairs of triangles that meet, warm, ours in f32",
    },
    Line {
        words: "all intersecting triangle pairs of 100 parts of 20,000 triangles",
        group: "assembly",
        task: "100 parts of 20,000 triangles: all pairs of triangles that meet, warm",
    },
    Line {
        words: "broad phase of 100,000 moving boxes, one frame",
        group: "broad3d",
        task: "all move, kept: 100000 objects, uniform, 1.",
    },
    Line {
        words: "time of impact of two boxes, one rotating",
        group: "sweep",
        task: "box–box, the second turns",
    },
    Line {
        words: "closest ray hit on a mesh of 100,000 triangles",
        group: "rays",
        task: "closest hit, 100k triangles",
    },
];

/// The README with the rows that the results have. As long as one of its groups was never measured, as it is.
pub fn with_table(readme: &str, results: &Results) -> Result<String, String> {
    let place = readme.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) =
        place.ok_or_else(|| format!("README.md: the table must be between `{BEGIN}` and `{END}`"))?;
    let mut table = "| task | ours | best peer | ratio |\n|---|---:|---:|---:|\n".to_owned();
    for line in &LINES {
        let Some(measured) = results.of(line.group) else { return Ok(readme.to_owned()) };
        // A task may begin as another one is called.
        let exact = measured.rows.iter().find(|row| row.task == line.task);
        let tasks = Tasks(line.task.to_owned());
        let row = exact.or_else(|| measured.rows.iter().find(|row| tasks.cover(&row.task)));
        let missing =
            || format!("README.md: no row of the group `{}` begins with `{}`", line.group, line.task);
        table += &written(line.words, row.ok_or_else(missing)?);
    }
    Ok(format!("{before}{BEGIN}\n{table}{END}{after}"))
}

fn written(words: &str, row: &Row) -> String {
    let unit = unit(row);
    let ours = row.ours.map_or_else(|| "–".to_owned(), |ours| format!("{} {unit}", figure(ours)));
    let best = match row.peers.get(&row.best_peer) {
        Some(x) => format!("{} {unit}, {}", figure(*x), cell(library(&row.best_peer))),
        None => "none".to_owned(),
    };
    let ratio = match row.lead() {
        None => "–".to_owned(),
        Some(lead) if lead < 1.0 => ratio(lead),
        Some(lead) => format!("**{}**", ratio(lead)),
    };
    format!("| {words} | {ours} | {best} | {ratio} |\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circumstances::Circumstances;
    use crate::groups::GROUPS;
    use crate::results::Measured;

    fn results() -> Results {
        let mut results = Results::default();
        for line in &LINES {
            let row = |task: &str, ours: f64| {
                let peers = [("parry3d cuboid_cuboid".to_owned(), 4.0)].into_iter();
                Row::new(line.group, task.to_owned(), "ns/pair", Some(ours), peers, String::new())
            };
            let rows = vec![row(&format!("{}, all at once", line.task), 2.0), row(line.task, 8.0)];
            let how = Circumstances::default();
            results.replace(Measured { name: line.group.to_owned(), how, rows });
        }
        results
    }

    #[test]
    fn the_table_is_between_its_marks() -> Result<(), String> {
        let readme = format!("# Title\n\n{BEGIN}\nold\n{END}\n\nText\n");
        let made = with_table(&readme, &results())?;
        assert!(made.starts_with(&format!("# Title\n\n{BEGIN}\n| task |")), "{made}");
        assert!(made.ends_with(&format!("|\n{END}\n\nText\n")), "{made}");
        assert!(made.contains("| relation of two oriented boxes | 8 ns | 4 ns, parry | 0.50 |\n"), "{made}");
        assert_eq!(made.lines().filter(|line| line.contains("parry")).count(), LINES.len());
        assert_eq!(with_table(&made, &results())?, made);
        Ok(())
    }

    #[test]
    fn nothing_is_told_of_what_was_never_measured() -> Result<(), String> {
        let readme = format!("{BEGIN}\nold\n{END}\n");
        let mut some = results();
        some.groups.pop();
        assert_eq!(with_table(&readme, &some)?, readme);
        Ok(())
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let reason = |readme: &str, results: &Results| with_table(readme, results).err().unwrap_or_default();
        assert!(reason("# Title\n", &results()).contains(BEGIN));
        let mut other = results();
        for measured in &mut other.groups {
            measured.rows.retain(|_| measured.name != "rays");
        }
        let told = reason(&format!("{BEGIN}{END}"), &other);
        assert!(told.contains("`rays`") && told.contains("closest hit, 100k triangles"), "{told}");
    }

    #[test]
    fn lines_are_of_groups() {
        assert!(LINES.iter().all(|line| GROUPS.iter().any(|group| group.name == line.group)));
    }
}
