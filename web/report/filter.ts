// Which clashes are listed, and in which order.

import type { Kind, Pair, Status } from "./report";

export type Order = "time" | "depth" | "name" | "volume";

export interface Wish {
  kinds: ReadonlySet<Kind>;
  statuses: ReadonlySet<Status> | null;
  /** All of these words have to be in the names or paths of the pair, or in its id. */
  search: string;
  order: Order;
  grouped: boolean;
}

/** Pairs by their places in the report; without grouping all are in one group. */
export interface Listed {
  group: number | null;
  pairs: number[];
}

const TEXT = new Intl.Collator("en", { numeric: true });

function comparison(pairs: readonly Pair[], order: Order): (one: number, other: number) => number {
  const at = (place: number): Pair => pairs[place] as Pair;
  // What is told first stays first among equals: the deepest.
  if (order === "name") {
    return (one, other) => TEXT.compare(at(one).a.name, at(other).a.name) || TEXT.compare(at(one).b.name, at(other).b.name) || one - other;
  }
  if (order === "volume") {
    return (one, other) => (at(other).volume ?? -1) - (at(one).volume ?? -1) || one - other;
  }
  if (order === "time") return (one, other) => (at(one).time ?? 0) - (at(other).time ?? 0) || one - other;
  if (order === "depth" && pairs.some((pair) => pair.swept)) {
    // What is neither deep nor near has no distance, and comes last.
    const depth = (place: number): number => (Number.isNaN(at(place).distance) ? Infinity : at(place).distance);
    return (one, other) => (depth(one) < depth(other) ? -1 : depth(one) > depth(other) ? 1 : one - other);
  }
  return (one, other) => one - other;
}

export function list(pairs: readonly Pair[], wish: Wish): Listed[] {
  const words = wish.search.toLowerCase().split(/\s+/).filter(Boolean);
  const has = ({ id, a, b }: Pair): boolean => {
    const text = `${a.name}\n${a.path}\n${b.name}\n${b.path}\n${id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const wanted = (pair: Pair): boolean =>
    wish.kinds.has(pair.kind) && (!wish.statuses || !pair.status || wish.statuses.has(pair.status)) && (!words.length || has(pair));
  const places = pairs.flatMap((pair, place) => (wanted(pair) ? [place] : []));
  places.sort(comparison(pairs, wish.order));
  if (!wish.grouped) return places.length ? [{ group: null, pairs: places }] : [];
  // The group of the first pair is the first.
  const groups = new Map<number, number[]>();
  for (const place of places) {
    const group = (pairs[place] as Pair).group;
    const members = groups.get(group);
    if (members) members.push(place);
    else groups.set(group, [place]);
  }
  return Array.from(groups, ([group, members]) => ({ group, pairs: members }));
}
