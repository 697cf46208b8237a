// The text of an OBJ, read as `impinge check` reads it: what three.js is given is what makes bodies, and is sound, as its reader takes
// whatever there is, and makes no numbers of it.

/** Statements with the numbers of their first lines. A backslash at the end of a line continues it, but not a comment, which may end in the name of a folder. */
function* statements(text: string): Generator<[number: number, statement: string]> {
  const lines = text.split("\n").map((line) => line.trim());
  for (let place = 0; place < lines.length; place++) {
    const number = place + 1;
    let statement = lines[place] ?? "";
    while (statement.endsWith("\\") && !statement.startsWith("#")) statement = `${statement.slice(0, -1)} ${lines[++place] ?? ""}`;
    yield [number, statement];
  }
}

/** The vertices, faces and names. Throws what is wrong with the first vertex that is none, or the first face that has a corner nowhere. */
export function bodies(text: string): string {
  let known = 0;
  const kept: string[] = [];
  const used: [number: number, corner: number, known: number][] = [];
  for (const [number, statement] of statements(text)) {
    const [kind = "", ...words] = statement.split(/\s+/);
    if (kind === "v") {
      const coordinates = [0, 1, 2].map((axis) => words[axis] ?? "nothing");
      const bad = coordinates.find((word) => !Number.isFinite(Number(word)));
      if (bad !== undefined) throw new Error(`line ${number}: a vertex has ${bad} for a coordinate`);
      known++;
    }
    if (kind === "f") {
      const corners = words.join(" ").replace(/#.*/, "").match(/\S+/g) ?? [];
      for (const corner of corners) used.push([number, Number.parseInt(corner, 10), known]);
      kept.push(`f ${corners.join(" ")}`);
    }
    // One line or point among the faces would make the whole object one of lines or points.
    if (["v", "o", "g"].includes(kind)) kept.push(statement);
  }
  for (const [number, corner, before] of used) {
    if (Number.isNaN(corner) || corner === 0) throw new Error(`line ${number}: a corner is not a vertex number`);
    const vertex = corner < 0 ? before + 1 + corner : corner;
    if (vertex < 1 || vertex > known) throw new Error(`line ${number}: vertex ${corner} is used, but the file has ${known}`);
    if (vertex > before) throw new Error(`line ${number}: vertex ${corner} is used before it is defined`);
  }
  return kept.join("\n");
}
