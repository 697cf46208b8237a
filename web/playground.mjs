// Makes the playground: `node playground.mjs FOLDER` writes static files there. The engine comes from target/web/impinge.

import { build } from "esbuild";
import { copyFile, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = process.argv[2];
if (!folder) throw new Error("give the folder to write to");
const here = fileURLToPath(new URL(".", import.meta.url));
const engine = join(here, "../target/web/impinge");
await mkdir(folder, { recursive: true });
// Names of parts change with what they hold.
await rm(join(folder, "parts"), { recursive: true, force: true });
const settings = {
  absWorkingDir: here,
  outdir: folder,
  bundle: true,
  minify: true,
  // The engine finds its WebAssembly from where its module is.
  format: "esm",
  target: ["es2022", "chrome109", "firefox115", "safari16.4"],
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
  alias: { impinge: join(engine, "index.js") },
};
await build({
  ...settings,
  entryPoints: { playground: "playground/main.ts", style: "playground/playground.css" },
  // Space comes with three.js, and only scenes in space load it.
  splitting: true,
  chunkNames: "parts/[name]-[hash]",
});
await copyFile(join(here, "playground/index.html"), join(folder, "index.html"));
await copyFile(join(engine, "engine_bg.wasm"), join(folder, "engine_bg.wasm"));
