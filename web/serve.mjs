// Serves a folder on this machine alone: `node serve.mjs FOLDER [PORT]`.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const TYPES = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".md": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** A server of the files in a folder, and of nothing else; its address comes once it listens. Port 0 is any that is free. */
export function serve(folder, port = 0) {
  const root = resolve(folder);
  const server = createServer(async (request, response) => {
    const refuse = (status) => response.writeHead(status, { "content-type": "text/plain" }).end(`${status}\n`);
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(405);
    let path;
    try {
      path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname));
    } catch {
      return refuse(400);
    }
    const file = join(root, path.endsWith("/") ? `${path}index.html` : path);
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) return refuse(404);
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "content-length": found.size });
    if (request.method === "HEAD") return response.end();
    // A file that cannot be read ends its own answer, not the server.
    createReadStream(file).once("error", () => response.destroy()).pipe(response);
  });
  return new Promise((listening, failed) => {
    server.once("error", failed);
    server.listen(port, "127.0.0.1", () => listening({ server, address: `http://127.0.0.1:${server.address().port}/` }));
  });
}

// Called by its name, it serves until it is stopped.
if (process.argv[1] && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) {
  const [folder, port] = process.argv.slice(2);
  if (!folder) throw new Error("give the folder to serve");
  const { address } = await serve(folder, Number(port ?? 0)).catch((error) => {
    if (error.code !== "EADDRINUSE") throw error;
    return serve(folder);
  });
  console.log(`serving ${folder} at ${address}; Ctrl-C ends`);
}
