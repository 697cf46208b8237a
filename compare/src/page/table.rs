//! Tables in Markdown: of all groups, and of one group's rows.

use super::numbers::{figure, median, ratio};
use crate::results::Row;

/// How a group stands.
pub struct Standing {
    /// How many rows it has.
    pub rows: usize,
    /// In how many we are at least as fast as the best peer.
    pub ahead: usize,
    /// In how many we are not.
    pub behind: usize,
    /// In the middle of those.
    pub median: Option<f64>,
}

/// Counts rows; those without anybody to be compared with are in neither.
pub fn standing(rows: &[Row]) -> Standing {
    let leads = || rows.iter().filter_map(Row::lead);
    let behind = leads().filter(|&lead| lead < 1.0).count();
    Standing { rows: rows.len(), ahead: leads().count() - behind, behind, median: median(leads()) }
}

/// A row for each task.
pub fn of_rows(rows: &[Row]) -> String {
    let lines = rows.iter().map(line);
    "| task | ours | best peer | ratio | other peers |\n|---|---:|---|---:|---|\n".to_owned()
        + &lines.collect::<String>()
}

fn line(row: &Row) -> String {
    let unit = unit(row);
    let ours = row.ours.map_or_else(|| "–".to_owned(), |ours| format!("{} {unit}", figure(ours)));
    let ratio = match row.lead() {
        None => "–".to_owned(),
        Some(lead) if lead < 1.0 => ratio(lead),
        Some(lead) => format!("**{}**", ratio(lead)),
    };
    let mut peers: Vec<(&String, &f64)> = row.peers.iter().collect();
    peers.sort_by(|one, other| one.1.total_cmp(other.1));
    let mut peers = peers.into_iter().map(|(name, x)| format!("{} {}", figure(*x), cell(name)));
    let best = peers.next().unwrap_or_else(|| "none".to_owned());
    let others = peers.collect::<Vec<_>>().join(", ");
    format!("| {} | {ours} | {best} | {ratio} | {others} |\n", cell(&row.task))
}

/// What a figure is in, where the task says of what: `ns/pair` is `ns`.
pub fn unit(row: &Row) -> &str {
    row.unit.split('/').next().unwrap_or_default()
}

/// Text that ends neither a cell nor becomes HTML.
pub fn cell(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(ours: Option<f64>, peers: &[(&str, f64)]) -> Row {
        let peers = peers.iter().map(|&(name, figure)| (name.to_owned(), figure));
        Row::new("boxes", "box | ball".to_owned(), "ns/pair", ours, peers, String::new())
    }

    #[test]
    fn ahead_is_bold_and_peers_are_in_order() {
        let ahead = row(Some(23.17), &[("slow", 240.0), ("a < b", 180.3), ("middle", 187.0)]);
        assert_eq!(
            line(&ahead),
            "| box \\| ball | 23.2 ns | 180 a &lt; b | **7.78** | 187 middle, 240 slow |\n"
        );
        assert_eq!(line(&row(Some(2.0), &[("x", 1.0)])), "| box \\| ball | 2 ns | 1 x | 0.50 |  |\n");
        assert_eq!(line(&row(Some(2.0), &[])), "| box \\| ball | 2 ns | none | – |  |\n");
        assert_eq!(line(&row(None, &[("x", 1.0)])), "| box \\| ball | – | 1 x | – |  |\n");
        assert_eq!(line(&row(Some(0.0), &[("x", 9.0)])), "| box \\| ball | 0 ns | 9 x | **∞** |  |\n");
    }

    #[test]
    fn rows_that_nobody_else_has_are_not_counted() {
        let rows = [row(Some(1.0), &[("x", 1.0)]), row(Some(2.0), &[("x", 1.0)]), row(Some(2.0), &[])];
        let standing = standing(&rows);
        assert_eq!((standing.rows, standing.ahead, standing.behind), (3, 1, 1));
        assert_eq!(standing.median, Some(0.5));
    }
}
