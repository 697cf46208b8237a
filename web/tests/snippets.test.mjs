// The Rust that scenes show is Rust that compiles: it stands, as tests, in a folder of `impinge-tests`, which holds what the
// page says. `UPDATE_SNIPPETS=1` writes it anew.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { build } from "esbuild";

const WEB = fileURLToPath(new URL("..", import.meta.url));
const TESTS = join(WEB, "../crates/impinge-tests/tests/playground");

async function loadScenes() {
  const folder = mkdtempSync(join(tmpdir(), "snippets-"));
  try {
    await build({
      stdin: { contents: 'export { SCENES } from "./playground/scenes";', resolveDir: WEB },
      outfile: join(folder, "scenes.mjs"),
      bundle: true,
      format: "esm",
      logLevel: "warning",
      alias: { impinge: join(WEB, "../target/web/impinge/index.js") },
    });
    return (await import(pathToFileURL(join(folder, "scenes.mjs")))).SCENES;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** States that differ in what the code says: every word of every choice, and angles or none. */
function* states({ start, choices = [] }) {
  const most = Math.max(1, ...choices.map(({ options }) => Object.keys(options).length));
  for (let number = 0; number < most; number++) {
    const chosen = choices.map(({ key, options }) => [key, Object.keys(options)[number % Object.keys(options).length]]);
    const words = chosen.map(([key, word]) => `${key}_${word}`);
    const turning = Object.keys(start).filter((key) => /angle|turn/.test(key));
    for (const [name, angle] of turning.length > 0 ? [["straight", 0], ["turned", 30]] : [["shown"]]) {
      const angles = turning.map((key) => [key, angle]);
      yield { name: [...words, name].join("_").toLowerCase().replace(/\W/g, "_"), state: { ...start, ...Object.fromEntries([...chosen, ...angles]) } };
    }
  }
}

function tests(scene) {
  const known = new Set();
  const written = [`//! What the scene "${scene.title}" shows, as \`web/tests/snippets.test.mjs\` writes it.\n`];
  for (const { name, state } of states(scene)) {
    const code = scene.rust(state);
    if (known.has(code)) continue;
    known.add(code);
    written.push(`#[test]\nfn ${name}() -> crate::Outcome {\n${code.replace(/^(?=.)/gm, "    ")}\n    Ok(())\n}\n`);
  }
  return written.join("\n");
}

const moduleOf = ({ name }) => name.replaceAll("-", "_");

function main(scenes) {
  const modules = scenes.map((scene) => `#[rustfmt::skip]\nmod ${moduleOf(scene)};\n`).sort();
  return `//! What the playground shows as Rust compiles and runs. \`web/tests/snippets.test.mjs\` writes these files.
#![allow(clippy::approx_constant, reason = "numbers are where somebody dragged them")]
#![allow(dead_code, reason = "what to do with one's own objects is not done to any")]

type Outcome = Result<(), Box<dyn std::error::Error>>;

${modules.join("")}`;
}

test("the Rust of every scene is that which the tests of the library compile and run", async () => {
  const scenes = await loadScenes();
  const files = new Map([["main.rs", main(scenes)], ...scenes.map((scene) => [`${moduleOf(scene)}.rs`, tests(scene)])]);
  if (process.env.UPDATE_SNIPPETS === "1") {
    rmSync(TESTS, { recursive: true, force: true });
    mkdirSync(TESTS);
    for (const [name, text] of files) writeFileSync(join(TESTS, name), text);
  }
  assert.deepEqual(readdirSync(TESTS).sort(), [...files.keys()].sort(), "run this again with UPDATE_SNIPPETS=1");
  for (const [name, text] of files) assert.equal(readFileSync(join(TESTS, name), "utf8"), text, `${name} is old: run this again with UPDATE_SNIPPETS=1`);
});
