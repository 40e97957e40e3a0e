// SPDX-License-Identifier: Apache-2.0
// One class for each resource, with one method for each operation.

import { comment, pascal } from "./api.mjs";

const COMMON_SHARE = 0.6;

const HEAD = `import type { Download } from "../download.js";
import type { Call } from "../operation.js";
import type { Pages } from "../pages.js";
import type { RawBody, RequestOptions } from "../options.js";
import { Resource } from "../resource.js";
import type { Transport } from "../transport.js";
import type * as t from "./schema.js";

type Query<Id extends keyof t.operations> = NonNullable<t.operations[Id]["parameters"]["query"]>;

`;

/** The text of resources.ts. */
export function writeResources({ operations }) {
  const common = commonCodes(operations);
  const names = [...new Set(operations.map(({ resource }) => resource))].sort();
  const classes = names.map((name) => classOf(name, operations.filter(({ resource }) => resource === name), common));
  return HEAD + classes.join("\n") + "\n" + apiOf(names);
}

/** The operation is written inline at its call: a name for each operation would make a compressed bundle larger. */
function callOf({ id, method, path, isPublic, isForeign, isBare }) {
  const flags = { isPublic, isForeign, isBare };
  const set = Object.keys(flags).filter((name) => flags[name]);
  const fields = [`id: "${id}"`, `method: "${method}"`, `path: "${path}"`, ...set.map((name) => `${name}: true`)];
  return `{ ${fields.join(", ")} }`;
}

/** The codes of nearly every operation, which the methods' comments leave out. */
function commonCodes(operations) {
  const counts = {};
  for (const { refusals } of operations) for (const { code } of refusals) counts[code] = (counts[code] ?? 0) + 1;
  return new Set(Object.keys(counts).filter((code) => counts[code] > operations.length * COMMON_SHARE));
}

function classOf(name, operations, common) {
  const said = comment([`The operations of \`client.${name}\`.`]);
  return `${said}export class ${pascal(name)}Api extends Resource {\n${operations.map((operation) => methodOf(operation, common)).join("\n")}}\n`;
}

/** The class with one object for each resource; the client extends it. */
function apiOf(names) {
  const fields = names.map((name) => `  readonly ${name}: ${pascal(name)}Api;\n`).join("");
  const made = names.map((name) => `    this.${name} = new ${pascal(name)}Api(transport);\n`).join("");
  const said = comment(["One object for each resource of the API."]);
  return `${said}export class Api {\n${fields}\n  constructor(transport: Transport) {\n${made}  }\n}\n`;
}

function methodOf(operation, common) {
  const { act, id, pathNames } = operation;
  const given = argumentsOf(operation);
  const path = pathNames.length ? [`path: { ${pathNames.join(", ")} }`] : [];
  const sent = given.map(({ part }) => part).filter((part) => part === "query" || part === "body");
  const input = path.length + sent.length ? `{ ${[...path, ...sent].join(", ")} }` : "{}";
  const said = comment(wordsOf(operation, common), "  ");
  const list = (types) => given.map((part) => `${part.name}${part.isOptional ? "?" : ""}: ${types[part.part] ?? part.type}`).join(", ");
  const kind = kindOf(operation);
  const field = kind.field === undefined ? "" : `, "${kind.field}"`;
  if (!kind.other) {
    const call = callOf(operation);
    return `${said}  ${act}(${list({})}): ${kind.type} {\n    return this._${kind.way}(${call}, ${input}, options${field});\n  }\n`;
  }
  return overloaded(operation, said, kind, list, input, field);
}

/** An answer of two types: which one it is, the parameter \`format\` of the query says. */
function overloaded(operation, said, kind, list, input, field) {
  const { act, id } = operation;
  const wanted = `Query<"${id}"> & { format: "${kind.other}" }`;
  const usual = `Query<"${id}"> & { format?: Exclude<Query<"${id}">["format"], "${kind.other}"> }`;
  return (
    `${said}  ${act}(${list({ query: wanted }).replace("query?", "query")}): Promise<Download>;\n` +
    `${said}  ${act}(${list({ query: usual })}): ${kind.type};\n` +
    `  ${act}(${list({})}): Promise<Download> | ${kind.type} {\n` +
    `    const call: Call = ${callOf(operation)};\n` +
    `    if (query?.format === "${kind.other}") return this._download(call, ${input}, options);\n` +
    `    return this._${kind.way}(call, ${input}, options${field});\n  }\n`
  );
}

/** Path parameters, then one object with what is asked or sent, then the options. */
function argumentsOf({ id, pathNames, query, body, isForeign }) {
  const given = pathNames.map((name) => ({ part: "path", name, type: "string", isOptional: false }));
  if (query.length) {
    const isOptional = !isForeign && query.every(({ required }) => !required);
    given.push({ part: "query", name: "query", type: `Query<"${id}">`, isOptional });
  }
  if (isForeign) given.push({ part: "body", name: "body", type: "RawBody", isOptional: false });
  else if (body) given.push({ part: "body", name: "body", type: typeOf(body.schema), isOptional: !body.isRequired });
  return [...given, { part: "options", name: "options", type: "RequestOptions", isOptional: true }];
}

function kindOf({ id, media, rows, only, data, isBare, query }) {
  if (!media.includes("application/json")) return { way: "download", type: "Promise<Download>" };
  if (isBare) return { way: "call", type: "Promise<Record<string, unknown>>" };
  const other = media.length > 1 ? otherFormat(id, query) : undefined;
  if (rows) return { way: "pages", type: `Pages<${typeOf(rows.schema)}, ${typeOf(data)}>`, field: rows.field, other };
  if (only) return { way: "call", type: `Promise<${typeOf(only.schema)}>`, field: only.field, other };
  return { way: "call", type: `Promise<${typeOf(data)}>`, other };
}

function otherFormat(id, query) {
  const formats = query.find(({ name }) => name === "format")?.schema.enum?.filter((format) => format !== "json") ?? [];
  if (formats.length !== 1) throw new Error(`${id} answers in two types, and no parameter format says which`);
  return formats[0];
}

/** The TypeScript type of a schema that the document names. */
function typeOf(schema) {
  if (schema?.type === "array") return `${typeOf(schema.items)}[]`;
  const name = schema?.$ref?.split("/").at(-1);
  if (!name) throw new Error(`a schema needs a name: ${JSON.stringify(schema)}`);
  return /^[A-Z]\w*$/.test(name) ? `t.${name}` : `t.components["schemas"][${JSON.stringify(name)}]`;
}

function wordsOf({ said, method, path, refusals }, common) {
  const own = refusals.filter(({ code }) => !common.has(code));
  const told = own.map(({ status, code }) => `\`${code}\` (${status})`).join(", ");
  return [said.summary, said.description, `\`${method} ${path}\``, told && `Refused with ${told}.`];
}
