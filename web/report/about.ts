// What was checked, by which rules, how the work was done, and what was left out.

import { funnel } from "../shared/funnel";
import { find, make, plain } from "../shared/markup";
import { count, duration, whole } from "../shared/numbers";
import { length, seconds } from "./quantities";
import type { EmbeddedScene, Report, Terms } from "./report";

/** So many objects are named. */
const NAMED = 20;
/** How motion is drawn: as the program writes it down. */
const STRAIGHT =
  "Between the times stored in the page, objects move linearly. The times are so dense that no object deviates by more than 1/5,000 of its size, unless a note here states otherwise. All numbers come from the sweep.";

const [TOUCHING, LEAST_DEPTH] = ["Touching pairs", "Minimum depth"];
const OF_CHECKS = [TOUCHING, LEAST_DEPTH];
/** What a sweep counts besides pairs of each kind. */
const NOT_KINDS: Record<string, string> = {
  tested: "tested",
  still: "without relative motion",
  excluded_links: "of links, not tested",
  excluded_by_rules: "excluded by rules",
};

export function fillAbout(report: Report, scene: EmbeddedScene): void {
  const { baseline, warnings } = report;
  const sections: HTMLElement[] = [
    section(report.moving ? "Swept" : "Checked", terms(checked(report))),
    section("Rules", terms(rules(report))),
  ];
  if (report.cascade.length) {
    sections.push(section("The cascade", make("p", {}, "The number of items that each stage of the search tested, and the number that it passed on. The scale is logarithmic."), funnel(report.cascade)));
  }
  const open = report.objects.filter(({ closed }) => closed === false);
  if (open.length) {
    const why = "Objects inside them are not found: an open surface has no defined inside.";
    const names = open.slice(0, NAMED).map(({ path }) => plain(path));
    if (open.length > NAMED) names.push(`and ${whole(open.length - NAMED)} more`);
    sections.push(section(`${count(open.length, "object")} not closed`, make("p", {}, why), items(names)));
  }
  if (baseline) {
    const changes = `${whole(baseline.new)} new, ${whole(baseline.persisting)} persisting, ${whole(baseline.resolved.length)} resolved since ${last(baseline.file)}.`;
    const resolved = baseline.resolved.map((pair) => `${plain(pair.a_path)} × ${plain(pair.b_path)}: was ${pair.kind}${pair.distance === null ? "" : `, ${length(pair.distance)}`}`);
    sections.push(section("Baseline", make("p", {}, changes), items(resolved)));
  }
  if (warnings.length) {
    const texts = warnings.map(({ file, place, message }) => [file && last(file), place, message].filter(Boolean).join(": "));
    sections.push(section(count(warnings.length, "warning"), items(texts.map(plain))));
  }
  const notes = report.moving ? [STRAIGHT, ...scene.notes] : scene.notes;
  if (notes.length) sections.push(section("The picture", items(notes)));
  find("about-content").replaceChildren(...sections, make("p", { class: "made" }, `Made by ${scene.program}.`));
}

/** The name of a file, without its folders: they are those of whom the page comes from. */
function last(path: string): string {
  return plain(path.split(/[/\\]/).at(-1) ?? path);
}

function section(title: string, ...content: HTMLElement[]): HTMLElement {
  return make("section", {}, make("h3", {}, title), ...content);
}

function items(texts: string[]): HTMLElement {
  return make("ul", {}, ...texts.map((text) => make("li", {}, text)));
}

function terms(facts: [string, string][]): HTMLElement {
  return make("dl", {}, ...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
}

function checked(report: Report): [string, string][] {
  const { objects, counts } = report;
  const ignored = objects.filter((object) => object.ignored).length;
  const triangles = objects.reduce((sum, object) => sum + (object.ignored ? 0 : object.triangles), 0);
  const kinds = Object.entries(counts).filter(([kind, number]) => number && !(report.moving && kind in NOT_KINDS));
  const moving = report.moving ? `, ${whole(objects.filter(({ moves, ignored }) => moves && !ignored).length)} of them moving` : "";
  return [
    ["Files", plain(document.title)],
    ...played(report),
    ["Objects", whole(objects.length - ignored) + moving + (ignored ? `, and ${whole(ignored)} ignored` : "")],
    ["Triangles", whole(triangles)],
    ["Pairs", kinds.map(([kind, number]) => `${whole(number)} ${kind}`).join(", ") || "none"],
    ...others(report),
  ];
}

/** Of the pairs that come near each other in a sweep, what was looked at and what was not. */
function others({ moving, counts }: Report): [string, string][] {
  if (!moving) return [];
  const told = Object.entries(NOT_KINDS).filter(([kind]) => counts[kind]);
  return [["Near pairs", told.map(([kind, what]) => `${whole(counts[kind] ?? 0)} ${what}`).join(", ") || "none"]];
}

/** What was played in a sweep, and when. */
function played({ moving }: Report): [string, string][] {
  if (!moving) return [];
  const { animations, trajectory, from, to, tolerance } = moving;
  const facts: [string, string][] = [];
  if (animations.length) facts.push(["Animations", animations.map(({ name, number }) => plain(name) || `number ${number}`).join(", ")]);
  if (trajectory) facts.push(["Trajectory", last(trajectory)]);
  facts.push(["Times", `${seconds(from, tolerance)} to ${seconds(to, tolerance)}, tolerance ${duration(tolerance)}`]);
  return facts;
}

function rules({ rules: { between, rules, ...terms }, moving }: Report): [string, string][] {
  const pair = ([a, b]: [string, string]): string => `${plain(a)} × ${plain(b)}`;
  // In a sweep all counts that touches, however deep it is.
  const told = (terms: Terms): [string, string][] => (moving ? wishes(terms).filter(([name]) => !OF_CHECKS.includes(name)) : wishes(terms));
  const facts = told(terms);
  if (between.length) facts.push(["Only between", between.map(pair).join(", ")]);
  rules.forEach((rule, place) => {
    const own = told(rule).map(([name, value]) => `${name.toLowerCase()} ${value}`);
    facts.push([`Rule ${place + 1}`, `${pair(rule.between)}: ${rule.check ? own.join(", ") : "not tested"}`]);
  });
  return facts;
}

function wishes({ touching, clearance, min_depth, severity }: Terms): [string, string][] {
  const wish = (value: number | null): string => (value === null ? "none" : length(value));
  return [
    [TOUCHING, touching === "report" ? "listed" : "counted, not listed"],
    ["Clearance", wish(clearance)],
    [LEAST_DEPTH, wish(min_depth)],
    ["Severity", severity],
  ];
}
