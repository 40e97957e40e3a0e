// SPDX-License-Identifier: Apache-2.0
// Tells how large the built client is in a bundle for browsers, in bytes: `{"minified": ..., "gzipped": ...}` of each use.

import { build } from "esbuild";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const USES = {
  everything: 'export * from "./dist/esm/index.js";',
  webhooks: 'export { readEvent } from "./dist/esm/index.js";',
};

const sizes = {};
for (const [use, contents] of Object.entries(USES)) {
  const stdin = { contents, resolveDir: root };
  const options = { bundle: true, minify: true, format: "esm", platform: "browser", target: "es2022", write: false };
  const { outputFiles, warnings } = await build({ stdin, ...options, logLevel: "warning" });
  if (warnings.length) process.exitCode = 1;
  const [{ contents: bytes }] = outputFiles;
  sizes[use] = { minified: bytes.length, gzipped: gzipSync(bytes, { level: 9 }).length };
}
console.log(JSON.stringify(sizes));
