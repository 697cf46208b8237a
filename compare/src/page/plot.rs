//! A figure of one group: a bar for each row, from 1 to best peer / ours, on a logarithmic axis.
//!
//! SVG of its own, since the engine's drawing writes text in the middle of a point alone, and has neither a
//! title nor colours that change with what is around. It brings its paper along, light or dark as the
//! reader's system is. Rows that are behind go to the other side of the line at 1 and are hatched, so that no
//! colour needs to be seen; the description tells them too.

use libm::log10;

use super::numbers::ratio;
use super::table::standing;
use crate::results::Row;

/// All in pixels.
const WIDTH: f64 = 960.0;
/// Where the axis begins and ends: to the left are the tasks, and beyond both ends is room for ratios.
const LEFT: f64 = 410.0;
const RIGHT: f64 = 900.0;
/// Above the first bar: the title and the figures of the axis.
const TOP: f64 = 56.0;
const BOTTOM: f64 = 12.0;
const LINE: f64 = 15.0;
const BETWEEN: f64 = 8.0;
const BAR: f64 = 12.0;
/// So many letters of a task beside a bar; more go into the next line.
const LETTERS: usize = 58;

const STYLE: &str = "\
<style>
.paper { fill: #ffffff } .ink { fill: #222222 } .line { stroke: #222222 } .grid { stroke: #dddddd }
.ahead { fill: #0072b2 } .behind { fill: #d55e00 } .edge { stroke: #d55e00 }
@media (prefers-color-scheme: dark) {
.paper { fill: #17181c } .ink { fill: #e6e6e6 } .line { stroke: #e6e6e6 } .grid { stroke: #3a3c42 }
.ahead { fill: #56b4e9 } .behind { fill: #f0a35e } .edge { stroke: #f0a35e }
}
</style>
<defs><pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
<rect class=\"paper\" width=\"6\" height=\"6\"/><rect class=\"behind\" width=\"3\" height=\"6\"/></pattern></defs>
";

/// The figure of a group's rows. Those that nobody can be compared with have no bar.
pub fn draw(title: &str, rows: &[Row]) -> String {
    let title = escaped(&title.replace('`', ""));
    let bars: Vec<(&str, f64)> =
        rows.iter().filter_map(|row| Some((row.task.as_str(), row.lead()?))).collect();
    let axis = Axis::around(bars.iter().map(|&(_, lead)| lead));
    let mut body = String::new();
    let mut y = TOP;
    for (task, lead) in &bars {
        let (bar, height) = bar(task, *lead, &axis, y);
        body += &bar;
        y += height;
    }
    let height = y + BOTTOM;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
         role=\"img\" aria-labelledby=\"title description\">\n\
         <title id=\"title\">{title}: best peer / ours</title>\n\
         <desc id=\"description\">{}</desc>\n{STYLE}\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n\
         <g font-family=\"sans-serif\" font-size=\"12\">\n\
         <text class=\"ink\" x=\"12\" y=\"24\" font-size=\"15\">{title}: best peer / ours</text>\n{}{body}{}</g>\n</svg>\n",
        description(rows),
        axis.lines(y),
        line("line", axis.place(1.0), y, 2.0),
    )
}

/// What the figure says, for who cannot see it.
fn description(rows: &[Row]) -> String {
    let standing = standing(rows);
    let behind: Vec<String> = rows
        .iter()
        .filter_map(|row| Some((row, row.lead().filter(|&lead| lead < 1.0)?)))
        .map(|(row, lead)| format!("{} ({})", escaped(&row.task), ratio(lead)))
        .collect();
    let median = standing.median.map_or_else(|| "none".to_owned(), ratio);
    let behind = if behind.is_empty() { String::new() } else { format!(" Behind: {}.", behind.join("; ")) };
    format!(
        "One bar per row on a logarithmic axis. Ahead of the best peer: {}; behind: {}; median ratio: {median}.{behind}",
        standing.ahead, standing.behind
    )
}

/// From the least to the greatest ratio.
struct Axis {
    least: f64,
    greatest: f64,
}

impl Axis {
    /// An axis on which all these ratios lie, and half and twice as fast anyway. What is infinite goes to its
    /// end.
    fn around(leads: impl Iterator<Item = f64>) -> Self {
        let usual = Axis { least: 0.5, greatest: 2.0 };
        // A bar of no length would be none, of one below a millionth nobody could read the others.
        leads.filter(|lead| lead.is_finite()).fold(usual, |axis, lead| Axis {
            least: axis.least.min(lead.max(1e-6)),
            greatest: axis.greatest.max(lead),
        })
    }

    fn place(&self, lead: f64) -> f64 {
        let (start, end) = (log10(self.least), log10(self.greatest));
        LEFT + (RIGHT - LEFT) * (log10(lead.clamp(self.least, self.greatest)) - start) / (end - start)
    }

    /// Ratios with a line of their own: 1, 2 and 5 times powers of ten, on a long axis powers alone.
    fn marks(&self) -> Vec<f64> {
        let steps: &[f64] = if self.greatest / self.least > 200.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
        let marks = POWERS.iter().flat_map(|power| steps.iter().map(move |step| step * power));
        // 5 tenths may be a little less than the 0.5 where the axis begins.
        marks.filter(|mark| (self.least * 0.999..=self.greatest * 1.001).contains(mark)).collect()
    }

    /// Their lines down to `bottom`, and what they stand for.
    fn lines(&self, bottom: f64) -> String {
        let mark = |mark: f64| {
            let x = self.place(mark);
            let figure = (mark * 1e6).round() / 1e6;
            line("grid", x, bottom, 1.0)
                + &format!(
                    "<text class=\"ink\" x=\"{x:.1}\" y=\"44\" text-anchor=\"middle\">{figure}</text>\n"
                )
        };
        self.marks().into_iter().map(mark).collect()
    }
}

/// Of ten, as far as axes go.
const POWERS: [f64; 13] = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6];

fn line(class: &str, x: f64, bottom: f64, width: f64) -> String {
    format!(
        "<line class=\"{class}\" x1=\"{x:.1}\" y1=\"50\" x2=\"{x:.1}\" y2=\"{bottom:.1}\" stroke-width=\"{width}\"/>\n"
    )
}

/// The task, its bar and its ratio; and how high that is.
fn bar(task: &str, lead: f64, axis: &Axis, top: f64) -> (String, f64) {
    let lines = wrapped(task);
    let height = LINE * lines.len() as f64 + BETWEEN;
    let middle = top + height / 2.0;
    let mut text = String::new();
    for (i, words) in lines.iter().enumerate() {
        let y = top + BETWEEN / 2.0 + LINE * (i as f64 + 0.75);
        text += &format!("<text class=\"ink\" x=\"12\" y=\"{y:.1}\">{}</text>\n", escaped(words));
    }
    let (one, end) = (axis.place(1.0), axis.place(lead));
    let (from, width) = (one.min(end), (one - end).abs().max(1.0));
    let look = if lead < 1.0 { "fill=\"url(#hatch)\" class=\"edge\"" } else { "class=\"ahead\"" };
    text += &format!(
        "<rect {look} x=\"{from:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{BAR}\"/>\n",
        middle - BAR / 2.0
    );
    let (x, anchor) = if lead < 1.0 { (end - 6.0, "end") } else { (one.max(end) + 6.0, "start") };
    text += &format!(
        "<text class=\"ink\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>\n",
        middle + 4.0,
        ratio(lead)
    );
    (text, height)
}

/// The lines of a task, broken between words.
fn wrapped(task: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in task.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= LETTERS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(task: &str, ours: f64, theirs: Option<f64>) -> Row {
        let peers = theirs.into_iter().map(|figure| ("peer".to_owned(), figure));
        Row::new("boxes", task.to_owned(), "ms", Some(ours), peers, String::new())
    }

    #[test]
    fn the_axis_is_logarithmic_and_holds_all() {
        let axis = Axis::around([0.25, 4.0, f64::INFINITY].into_iter());
        assert_eq!((axis.place(0.25), axis.place(1.0), axis.place(4.0)), (LEFT, (LEFT + RIGHT) / 2.0, RIGHT));
        assert_eq!(axis.place(f64::INFINITY), RIGHT);
        assert_eq!(axis.marks(), [0.5, 1.0, 2.0]);
        assert_eq!(Axis::around([].into_iter()).marks(), [0.5, 1.0, 2.0]);
        assert_eq!(Axis::around([0.0, 300.0].into_iter()).marks().len(), 9);
    }

    #[test]
    fn behind_is_told_by_more_than_colour() {
        let rows =
            [row("fast", 1.0, Some(2.0)), row("slow & <odd>", 2.0, Some(1.0)), row("alone", 1.0, None)];
        let svg = draw("Boxes, `f32`", &rows);
        assert_eq!(svg.matches("class=\"ahead\"").count(), 1);
        assert_eq!(svg.matches("fill=\"url(#hatch)\"").count(), 1);
        assert!(svg.contains("<title id=\"title\">Boxes, f32: best peer / ours</title>"));
        assert!(svg.contains("Ahead of the best peer: 1; behind: 1; median ratio: 0.50."));
        assert!(svg.contains("Behind: slow &amp; &lt;odd&gt; (0.50)."));
        assert!(!svg.contains("alone") && !svg.contains("NaN"), "{svg}");
        // To the left of the line at 1, and to its right.
        assert!(svg.contains("x=\"410.0\" y=\"84.5\" width=\"245.0\""), "{svg}");
        assert!(svg.contains("x=\"655.0\" y=\"61.5\" width=\"245.0\""), "{svg}");
    }

    #[test]
    fn long_tasks_take_several_lines() {
        let task = "all move, kept, by the clock on the wall: 100000 objects, uniform, 1.0 overlaps each";
        let lines = wrapped(task);
        assert_eq!(lines.join(" "), task);
        assert!(lines.len() == 2 && lines.iter().all(|line| line.chars().count() <= LETTERS), "{lines:?}");
    }
}
