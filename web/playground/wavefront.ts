// What is wrong with the text of an OBJ, by its lines: its reader takes whatever there is, and makes no numbers of it.

/** The lines with their numbers; one that ends with a backslash goes on in the next. */
function* lines(text: string): Generator<[number: number, words: string[]]> {
  let before = "";
  for (const [place, line] of text.split(/\r?\n/).entries()) {
    if (line.endsWith("\\")) {
      before += line.slice(0, -1);
      continue;
    }
    yield [place + 1, `${before}${line}`.trim().split(/\s+/)];
    before = "";
  }
}

/** Throws what is wrong with the first vertex that is none, or the first face that has a corner nowhere. */
export function refuseBroken(text: string): void {
  let known = 0;
  const used: [number: number, corner: number, known: number][] = [];
  for (const [number, [kind, ...words]] of lines(text)) {
    if (kind === "v") {
      const coordinates = [0, 1, 2].map((axis) => words[axis] ?? "nothing");
      const bad = coordinates.find((word) => !Number.isFinite(Number(word)));
      if (bad !== undefined) throw new Error(`line ${number}: a vertex has ${bad} for a coordinate`);
      known++;
    }
    if (kind !== "f" && kind !== "l" && kind !== "p") continue;
    for (const word of words) used.push([number, Number.parseInt(word, 10), known]);
  }
  for (const [number, corner, before] of used) {
    if (Number.isNaN(corner) || corner === 0) throw new Error(`line ${number}: a corner is no number of a vertex`);
    const vertex = corner < 0 ? before + 1 + corner : corner;
    if (vertex < 1 || vertex > known) throw new Error(`line ${number}: vertex ${corner} is used, but the file has ${known}`);
    if (vertex > before) throw new Error(`line ${number}: vertex ${corner} is used before it comes`);
  }
}
