// What objects are called where names alone would not tell them apart: by the ends of their paths.

/** As many letters of a name are shown in a list. */
const MOST = 36;

/** A name without its midst if it is long: what tells the walls of a building apart is at the end. */
export function shortened(name: string): string {
  const letters = [...name];
  const half = (MOST - 1) / 2;
  return letters.length <= MOST ? name : `${letters.slice(0, Math.floor(half)).join("")}\u2026${letters.slice(-Math.ceil(half)).join("")}`;
}

/** For each path, its last part, and as many before as no other of these paths ends in. */
function ends(paths: readonly string[]): string[] {
  const parts = paths.map((path) => path.split("/"));
  const end = (path: string[], length: number): string => path.slice(-length).join("/");
  const labels = parts.map((path) => end(path, 1));
  let open = parts.map((_, place) => place);
  for (let length = 2; open.length; length++) {
    const known = new Map<string, number>();
    for (const place of open) known.set(labels[place] ?? "", (known.get(labels[place] ?? "") ?? 0) + 1);
    // What is the whole of a path already gets no longer.
    open = open.filter((place) => (known.get(labels[place] ?? "") ?? 0) > 1 && (parts[place]?.length ?? 0) >= length);
    for (const place of open) labels[place] = end(parts[place] ?? [], length);
  }
  return labels;
}

/** The names of objects by their ids; where several have the same name, the ends of their paths. */
export function names(objects: readonly { id: number; name: string; path: string }[]): Map<number, string> {
  const same = new Map<string, { id: number; name: string; path: string }[]>();
  for (const object of new Map(objects.map((object) => [object.id, object])).values()) {
    const others = same.get(object.name);
    if (others) others.push(object);
    else same.set(object.name, [object]);
  }
  const named = [...same.values()].flatMap((group): [number, string][] => {
    const labels = group.length > 1 ? ends(group.map(({ path }) => path)) : group.map(({ name }) => name);
    return group.map(({ id }, place) => [id, labels[place] ?? ""]);
  });
  return new Map(named);
}
