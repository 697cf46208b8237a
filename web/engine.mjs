// Makes an npm package of the engine: `node engine.mjs FOLDER`, where FOLDER has engine.js, engine.d.ts and engine_bg.wasm already.

import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

if (!process.argv[2]) throw new Error("give the folder of the package");
const folder = resolve(process.argv[2]);
const here = fileURLToPath(new URL(".", import.meta.url));

// One module: the typed interface and what loads the WebAssembly.
await build({
  absWorkingDir: here,
  entryPoints: ["engine/index.ts"],
  outfile: join(folder, "index.js"),
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022", "chrome109", "firefox115", "safari16.4"],
  logLevel: "warning",
  plugins: [
    {
      name: "made by the compiler",
      setup: ({ onResolve }) => onResolve({ filter: /^\.\/engine\.js$/ }, () => ({ path: join(folder, "engine.js") })),
    },
  ],
});
execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "--project", "engine"], { cwd: here, stdio: "inherit" });

const cargo = await readFile(join(here, "../Cargo.toml"), "utf8");
const version = cargo.match(/^version = "(.*)"$/m)[1];
const manifest = JSON.parse(await readFile(join(here, "engine/package.json"), "utf8"));
await writeFile(join(folder, "package.json"), JSON.stringify({ ...manifest, version }, null, 2) + "\n");
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) await copyFile(join(here, "..", name), join(folder, name));
await copyFile(join(here, "engine/README.md"), join(folder, "README.md"));
// What is in index.js now.
await rm(join(folder, "engine.js"));
