// SPDX-License-Identifier: Apache-2.0
// Writes src/generated/ from the OpenAPI document: `npm run generate`, or with another document and folder,
// `node scripts/generate.mjs document.json folder`.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readApi } from "./api.mjs";
import { writeErrors, writeEvents } from "./names.mjs";
import { writeResources } from "./resources.mjs";
import { writeSchema } from "./schema.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [source = join(here, "../../../docs/openapi.json"), folder = join(here, "../src/generated")] = process.argv.slice(2);

const api = readApi(JSON.parse(readFileSync(resolve(source), "utf8")));
const files = {
  "schema.ts": await writeSchema(api),
  "resources.ts": writeResources(api),
  "events.ts": writeEvents(api),
  "codes.ts": writeErrors(api),
};
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(files)) {
  writeFileSync(join(folder, name), `// Generated from the OpenAPI document by scripts/generate.mjs. Do not change it by hand.\n\n${text}`);
}
