// SPDX-License-Identifier: Apache-2.0
// The names that are in no schema: which events there are, and which codes a refusal may have.

import { comment } from "./api.mjs";

/** The text of events.ts: the `data` of each event by its type, without the brand that it begins with. */
export function writeEvents({ document }) {
  const entries = Object.entries(document.webhooks).map(([type, { $ref }]) => {
    const item = document.components.pathItems[$ref.split("/").at(-1)];
    const schema = item.post.requestBody.content["application/json"].schema;
    const name = JSON.stringify(schema.$ref.split("/").at(-1));
    const said = comment([item.post.summary], "  ");
    return `${said}  ${JSON.stringify(type.slice(type.indexOf(".") + 1))}: components["schemas"][${name}]["data"];\n`;
  });
  if (!entries.length) throw new Error("the document has no webhooks");
  const head = comment(["What each event tells, by its type without the brand before it."]);
  return `import type { components } from "./schema.js";\n\n${head}export interface EventData {\n${entries.join("")}}\n`;
}

/** The text of codes.ts: every code that a refusal of this version may have. */
export function writeErrors({ operations }) {
  const codes = [...new Set(operations.flatMap(({ refusals }) => refusals.map(({ code }) => code)))].sort();
  if (!codes.length) throw new Error("the document names no codes of refusals");
  const head = comment(["Every code of a refusal; a newer service may have more."]);
  return `${head}export type ErrorCode =\n${codes.map((code) => `  | "${code}"`).join("\n")};\n`;
}
