// Names on pages lose the characters that they lose at the terminal.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const { outputFiles } = await build({ entryPoints: [fileURLToPath(new URL("../shared/markup.ts", import.meta.url))], bundle: true, format: "esm", write: false });
const { plain } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);

/** What the program takes for harmful, by its source: control characters, and the characters and ranges of a list. */
function harmful() {
  const source = readFileSync(new URL("../../crates/impinge-cli/src/wording.rs", import.meta.url), "utf8");
  const list = source.match(/c\.is_control\(\)\s*\|\| matches!\(c, (.*)\)$/m)[1];
  const ranges = list.split(" | ").map((part) => part.split("..=").map((end) => Number.parseInt(end.match(/^'\\u\{(\w+)\}'$/)[1], 16)));
  return (code) => /\p{Cc}/u.test(String.fromCodePoint(code)) || ranges.some(([first, last = first]) => first <= code && code <= last);
}

test("harmful is on pages what is harmful at the terminal, of all characters", () => {
  const isHarmful = harmful();
  const codes = Array.from({ length: 0x110000 }, (_, code) => code);
  const differing = codes.filter((code) => (plain(String.fromCodePoint(code)) === "\u00b7") !== (isHarmful(code) || code === 0xb7));
  assert.deepEqual(differing.map((code) => code.toString(16)), []);
  assert.equal(plain("a\u202eb\u{1f600}\u0085"), "a\u00b7b\u{1f600}\u00b7");
});
