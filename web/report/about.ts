// What was checked, by which rules, how the work was done, and what was left out.

import { find, make, plain } from "./markup";
import { count, length, whole } from "./numbers";
import type { EmbeddedScene, Report, Stage, Terms } from "./report";

export function fillAbout(report: Report, scene: EmbeddedScene): void {
  const { baseline, warnings } = report;
  const sections: HTMLElement[] = [
    section("Checked", terms(checked(report))),
    section("Rules", terms(rules(report))),
    section("The funnel", make("p", {}, "How many each stage of the search looked at, and how many of them it passed on. The scale is logarithmic."), funnel(report.funnel)),
  ];
  if (baseline) {
    const changes = `${whole(baseline.new)} new, ${whole(baseline.persisting)} persisting, ${whole(baseline.resolved.length)} resolved since ${plain(baseline.file)}.`;
    const resolved = baseline.resolved.map((pair) => `${plain(pair.a_path)} × ${plain(pair.b_path)}: was ${pair.kind}, ${length(pair.distance)}`);
    sections.push(section("Baseline", make("p", {}, changes), items(resolved)));
  }
  if (warnings.length) {
    const texts = warnings.map(({ file, place, message }) => [file, place, message].filter(Boolean).join(": "));
    sections.push(section(count(warnings.length, "warning"), items(texts.map(plain))));
  }
  if (scene.notes.length) sections.push(section("The picture", items(scene.notes)));
  find("about-content").replaceChildren(...sections, make("p", { class: "made" }, `Made by ${scene.program}.`));
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
  const { files, objects, counts } = report;
  const ignored = objects.filter((object) => object.ignored).length;
  const triangles = objects.reduce((sum, object) => sum + (object.ignored ? 0 : object.triangles), 0);
  const kinds = Object.entries(counts).filter(([, number]) => number);
  return [
    ["Files", files.map(plain).join(", ")],
    ["Objects", whole(objects.length - ignored) + (ignored ? `, and ${whole(ignored)} ignored` : "")],
    ["Triangles", whole(triangles)],
    ["Pairs", kinds.map(([kind, number]) => `${whole(number)} ${kind}`).join(", ") || "none"],
  ];
}

function rules({ rules: { between, rules, ...terms } }: Report): [string, string][] {
  const pair = ([a, b]: [string, string]): string => `${plain(a)} × ${plain(b)}`;
  const facts = told(terms);
  if (between.length) facts.push(["Only between", between.map(pair).join(", ")]);
  rules.forEach((rule, place) => {
    const own = told(rule).map(([name, value]) => `${name.toLowerCase()} ${value}`);
    facts.push([`Rule ${place + 1}`, `${pair(rule.between)}: ${rule.check ? own.join(", ") : "not looked at"}`]);
  });
  return facts;
}

function told({ touching, clearance, min_depth, severity }: Terms): [string, string][] {
  const wish = (value: number | null): string => (value === null ? "not asked for" : length(value));
  return [
    ["Pairs that touch", touching === "report" ? "listed" : "counted, not listed"],
    ["Clearance", wish(clearance)],
    ["Least depth", wish(min_depth)],
    ["Severity", severity],
  ];
}

/** A bar for what entered a stage, and in it one for what left. */
function funnel(stages: Stage[]): HTMLElement {
  const largest = Math.max(1, ...stages.map((stage) => stage.entered));
  const share = (number: number): string => `${number ? (100 * (1 + Math.log10(number))) / (1 + Math.log10(largest)) : 0}%`;
  const rows = stages.map((stage) => {
    const entered = make("div", { class: "entered" });
    const left = make("div", { class: "left" });
    entered.style.width = share(stage.entered);
    left.style.width = share(stage.left);
    const time = stage.milliseconds === undefined ? [] : [make("td", {}, `${whole(Math.round(stage.milliseconds))} ms`)];
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, stage.stage.replaceAll("_", " ")),
      make("td", { class: "bars", "aria-hidden": "true" }, entered, left),
      make("td", {}, whole(stage.entered)),
      make("td", {}, whole(stage.left)),
      make("td", { class: "unit" }, stage.unit),
      ...time,
    );
  });
  const titles = ["Stage", "", "Entered", "Left", "Of", ...(stages.some((stage) => stage.milliseconds !== undefined) ? ["Time"] : [])];
  const head = titles.map((title) => (title ? make("th", { scope: "col" }, title) : make("td")));
  return make("table", { class: "funnel" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
}
