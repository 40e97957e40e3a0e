// SPDX-License-Identifier: Apache-2.0
// Builds dist/: the same modules as ES modules and as CommonJS, each with its types.

import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const compiler = join(root, "node_modules/typescript/bin/tsc");

rmSync(join(root, "dist"), { recursive: true, force: true });
for (const [kind, type] of [["esm", "module"], ["cjs", "commonjs"]]) {
  const folder = join(root, "dist", kind);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ type })}\n`);
  const options = kind === "esm" ? [] : ["--module", "commonjs", "--moduleResolution", "node10", "--outDir", folder];
  const { status } = spawnSync(process.execPath, [compiler, "-p", root, ...options], { stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
