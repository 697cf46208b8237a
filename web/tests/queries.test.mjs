// What the pages and tests ask is what the types of the engine allow: all of it is compiled as TypeScript.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const WEB = fileURLToPath(new URL("..", import.meta.url));
const OPTIONS = ["--ignoreConfig", "--strict", "--exactOptionalPropertyTypes", "--noEmit", "--skipLibCheck", "--target", "ES2022", "--module", "ESNext", "--moduleResolution", "bundler", "--types", ""];

/** What the compiler says of requests; nothing if all are allowed. */
function compiled(requests) {
  const folder = mkdtempSync(join(tmpdir(), "queries-"));
  try {
    const file = join(folder, "requests.ts");
    const list = requests.map((request) => `  ${JSON.stringify(request)},`).join("\n");
    writeFileSync(file, `import type { Request } from ${JSON.stringify(join(WEB, "engine/queries"))};\nexport const requests: Request[] = [\n${list}\n];\n`);
    execFileSync(process.execPath, [join(WEB, "node_modules/typescript/bin/tsc"), ...OPTIONS, file], { encoding: "utf8" });
    return "";
  } catch (error) {
    return error.stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("types allow what can be asked, and nothing else", () => {
  const asked = ["docs/query.md", "crates/impinge-cli/tests/query/every_shape.jsonl"]
    .flatMap((file) => readFileSync(join(WEB, "..", file), "utf8").split("\n"))
    // A request of the page whose answer is an error shows just that.
    .filter((line, number, lines) => /^\{.*"op":/.test(line) && !lines[number + 1]?.includes('"error"'))
    .map((line) => JSON.parse(line))
    // The page answers in `f64`, and has no word for it.
    .map(({ precision, ...request }) => request);
  assert.ok(asked.length > 300, `${asked.length}`);
  assert.equal(compiled(asked), "");
  const ground = { op: "distance", a: { type: "height_field", heights: [0, 1], spacing: 1 }, b: { type: "ball", radius: 1 } };
  assert.equal(compiled([ground]), "");
  assert.match(compiled([{ ...ground, a: { ...ground.a, spacing: "1" } }]), /error TS/);
  assert.match(compiled([{ ...ground, op: "distances" }]), /error TS/);
});
