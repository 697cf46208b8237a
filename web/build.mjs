// Makes what the program embeds out of report/: one script, one style sheet, the page around them, and the licence of three.js.
//
// `node build.mjs FOLDER` writes them there. The same versions write the same bytes.

import { build } from "esbuild";
import { copyFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = process.argv[2];
if (!folder) throw new Error("give the folder to write to");
const here = fileURLToPath(new URL(".", import.meta.url));
await mkdir(folder, { recursive: true });
const licence = await readFile(join(here, "node_modules/three/LICENSE"), "utf8");
await build({
  absWorkingDir: here,
  entryPoints: { report: "report/main.ts", style: "report/report.css" },
  outdir: folder,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["es2022", "chrome109", "firefox115", "safari16"],
  // Once for all of it, and so in every page.
  legalComments: "none",
  banner: { js: `/* Parts of this are three.js:\n${licence.trim().replace("©", "(c)")}\n*/` },
  charset: "ascii",
  logLevel: "warning",
});
await copyFile(join(here, "report/report.html"), join(folder, "report.html"));
await copyFile(join(here, "node_modules/three/LICENSE"), join(folder, "LICENSE-three"));
