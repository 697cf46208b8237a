// The list of clashes, with what narrows it down.

import { list, type Listed, type Order, type Wish } from "./filter";
import { names, shortened } from "./labels";
import { find, make, plain } from "../shared/markup";
import { count, whole } from "../shared/numbers";
import { countPairs, distance, seconds, volume } from "./quantities";
import { KINDS, STATUSES, type Kind, type ObjectName, type Pair, type Report, type Status } from "./report";

/** So many rows are there at once: more would make every change slow. */
const ROWS = 400;

export class ClashList {
  /** The pairs that are listed, in the order in which they are. */
  order: number[] = [];
  /** Is called when other pairs are listed. */
  changed: () => void = () => {};
  private listed: Listed[] = [];
  private rows = new Map<number, HTMLElement>();
  private readonly names: Map<number, string>;
  private selected: number | null = null;
  /** The rows that are there: from which on, and how many. */
  private first = 0;
  private most = ROWS;

  constructor(private readonly report: Report, private readonly choose: (place: number) => void) {
    this.names = names(report.pairs.flatMap(({ a, b }) => [a, b]));
    this.offerKinds();
    this.offerOrders();
    const search = find<HTMLInputElement>("search");
    for (const control of [search, find("sort"), find("grouped"), find("kinds"), find("statuses")]) {
      control.addEventListener("input", () => this.update());
    }
    search.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !search.value) return;
      search.value = "";
      this.update();
      event.stopPropagation();
    });
    find("list").addEventListener("keydown", (event) => this.walk(event));
    this.update();
  }

  /** Marks a row as the selected one and brings it into sight. */
  select(place: number | null, focus = false): void {
    this.rows.get(this.selected ?? -1)?.removeAttribute("aria-current");
    this.selected = place;
    if (place === null) return;
    const number = this.order.indexOf(place);
    if (number >= 0 && (number < this.first || number >= this.first + this.most)) {
      this.first = Math.max(0, number - ROWS / 2);
      this.most = ROWS;
      this.fill();
    }
    const row = this.rows.get(place);
    row?.setAttribute("aria-current", "true");
    if (row) scrollTo(find("list"), row);
    if (focus) row?.focus({ preventScroll: true });
  }

  /** The pair so many places after the selected one, round and round; the first if none is selected. */
  neighbour(step: 1 | -1): number | null {
    if (!this.order.length) return null;
    const place = this.selected === null ? -1 : this.order.indexOf(this.selected);
    if (place < 0) return this.order[step > 0 ? 0 : this.order.length - 1] ?? null;
    return this.order[(place + step + this.order.length) % this.order.length] ?? null;
  }

  /** Shows all again, so that a pair that a link names is among them. */
  reset(): void {
    find<HTMLInputElement>("search").value = "";
    for (const box of document.querySelectorAll<HTMLInputElement>("#kinds input, #statuses input")) box.checked = true;
    this.update();
  }

  private offerOrders(): void {
    const orders: [Order, string][] = this.report.moving
      ? [["time", "first time"], ["depth", "depth"], ["name", "name"]]
      : [["depth", "depth"], ["name", "name"], ["volume", "volume"]];
    find("sort").replaceChildren(...orders.map(([value, text]) => make("option", { value }, text)));
  }

  private offerKinds(): void {
    const { pairs, baseline } = this.report;
    const offer = (id: string, value: Kind | Status, number: number): void => {
      const box = make("input", { type: "checkbox", value, checked: true });
      find(id).append(make("label", { class: `chip ${value}` }, box, `${value} `, make("b", {}, whole(number))));
    };
    for (const kind of KINDS) {
      const number = pairs.filter((pair) => pair.kind === kind).length;
      if (number) offer("kinds", kind, number);
    }
    find("filters").hidden = !pairs.length;
    for (const status of STATUSES) {
      const number = pairs.filter((pair) => pair.status === status).length;
      if (number || (baseline && status !== "accepted")) offer("statuses", status, number);
    }
    find("statuses").hidden = !this.hasStatuses();
    const { groups } = this.report;
    const hasGroups = groups.length > 0 && groups.length < pairs.length;
    find<HTMLInputElement>("grouped").checked = hasGroups;
    find("grouped-label").hidden = !hasGroups;
  }

  private hasStatuses(): boolean {
    return this.report.baseline !== null || this.report.pairs.some((pair) => pair.status);
  }

  private wish(): Wish {
    const checked = <Value>(id: string): Set<Value> =>
      new Set(Array.from(document.querySelectorAll<HTMLInputElement>(`#${id} input:checked`), (box) => box.value as Value));
    return {
      kinds: checked<Kind>("kinds"),
      statuses: this.hasStatuses() ? checked<Status>("statuses") : null,
      search: find<HTMLInputElement>("search").value,
      order: find<HTMLSelectElement>("sort").value as Order,
      grouped: find<HTMLInputElement>("grouped").checked,
    };
  }

  private update(): void {
    this.listed = list(this.report.pairs, this.wish());
    this.order = this.listed.flatMap(({ pairs }) => pairs);
    this.first = 0;
    this.most = ROWS;
    this.fill();
    const all = this.report.pairs.length;
    find("shown").textContent =
      this.order.length === all ? countPairs(all, this.report) : `${whole(this.order.length)} of ${countPairs(all, this.report)}`;
    find("main").dataset["listed"] = String(this.order.length);
    for (const id of ["previous-button", "next-button"]) find<HTMLButtonElement>(id).disabled = !this.order.length;
    this.select(this.selected);
    this.changed();
  }

  private fill(): void {
    this.rows.clear();
    const items: HTMLElement[] = [];
    let before = this.first;
    let left = this.most;
    for (const { group, pairs } of this.listed) {
      if (left <= 0) break;
      const rows = pairs.slice(before, before + left).map((place) => make("li", {}, this.row(place)));
      before = Math.max(0, before - pairs.length);
      left -= rows.length;
      if (!rows.length) continue;
      if (group !== null && pairs.length > 1) {
        items.push(make("li", { class: "group" }, this.groupTitle(group, pairs), make("ul", {}, ...rows)));
      } else items.push(...rows);
    }
    const content: HTMLElement[] = [make("ul", { "aria-label": "Pairs" }, ...items)];
    if (!this.report.pairs.length) content.splice(0, 1, make("p", { class: "empty" }, this.report.moving ? "Nothing touches." : "Nothing clashes."));
    else if (!this.order.length) content.splice(0, 1, make("p", { class: "empty" }, `No ${this.report.moving ? "pair" : "clash"} matches. Shorten the search, or select more kinds.`));
    if (this.first > 0) content.unshift(this.moreRows(`Show ${Math.min(ROWS, this.first)} before`, Math.min(ROWS, this.first)));
    if (this.order.length > this.first + this.most) content.push(this.moreRows(`Show ${ROWS} more`, 0));
    find("list").replaceChildren(...content);
  }

  /** What shows more rows, of which so many come before those that are there. */
  private moreRows(text: string, before: number): HTMLElement {
    const more = make("button", { type: "button", class: "more" }, text);
    more.addEventListener("click", () => {
      const list = find("list");
      const [height, top] = [list.scrollHeight, list.scrollTop];
      const next = before ? this.first - 1 : this.first + this.most;
      this.first -= before;
      this.most += before || ROWS;
      this.fill();
      this.rows.get(this.selected ?? -1)?.setAttribute("aria-current", "true");
      // The rows that were there stay where they are, and the keyboard goes to the first of the new ones.
      list.scrollTop = before ? top + list.scrollHeight - height : top;
      this.rows.get(this.order[next] ?? -1)?.focus({ preventScroll: true });
    });
    return more;
  }

  private groupTitle(group: number, pairs: number[]): HTMLElement {
    const { object, kind } = this.report.groups[group] ?? { object: null, kind: "" };
    const name = object === null ? "At one place" : plain(this.report.objects[object]?.name ?? "");
    return make("h3", {}, make("span", { class: "name" }, name), ` ${countPairs(pairs.length, this.report)}, ${kind}`);
  }

  private row(place: number): HTMLElement {
    const pair = this.report.pairs[place] as Pair;
    const inner = pair.inner ? ` (${pair.inner === "a" ? "A in B" : "B in A"})` : "";
    const facts = [make("span", { class: `kind ${pair.kind}` }, pair.kind + inner)];
    if (pair.swept) {
      if (!Number.isNaN(pair.distance)) facts.push(make("span", {}, distance(pair)));
      if (pair.swept.intervals.length > 1) facts.push(make("span", {}, count(pair.swept.intervals.length, "interval")));
    }
    if (pair.volume) facts.push(make("span", {}, volume(pair.volume)));
    if (pair.severity !== "error") facts.push(make("span", { class: "status" }, pair.severity));
    if (pair.status && pair.status !== "persisting") facts.push(make("span", { class: "status" }, pair.status));
    const row = make(
      "button",
      { type: "button", class: "row", "data-pair": pair.id, title: `${plain(pair.a.path)}\n${plain(pair.b.path)}` },
      make("span", { class: "names" }, make("span", { class: "a" }, shortened(this.name(pair.a))), make("span", { class: "b" }, shortened(this.name(pair.b)))),
      make("span", { class: "distance" }, this.measure(pair)),
      make("span", { class: "facts" }, ...facts),
    );
    row.addEventListener("click", () => this.choose(place));
    this.rows.set(place, row);
    return row;
  }

  private name({ id, name }: ObjectName): string {
    return plain(this.names.get(id) ?? name);
  }

  /** What stands at the end of a row: how deep a clash is, or when it first is. */
  private measure(pair: Pair): string {
    const { moving } = this.report;
    return moving && pair.time !== undefined ? seconds(pair.time, moving.tolerance) : distance(pair);
  }

  /** Arrows go through the list, and choose, if the keyboard is in it. */
  private walk(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined;
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const next = this.neighbour(step);
    if (next === null) return;
    this.choose(next);
    this.select(next, true);
  }
}

/** Brings a row into sight in the list, and leaves the page where it is. */
function scrollTo(list: HTMLElement, row: HTMLElement): void {
  const [shown, wanted] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
  if (wanted.top < shown.top) list.scrollTop += wanted.top - shown.top;
  else if (wanted.bottom > shown.bottom) list.scrollTop += wanted.bottom - shown.bottom;
}
