// SPDX-License-Identifier: Apache-2.0
// The OpenAPI document as the generator needs it: each operation with its place in the client and the kind of its answer.

const JSON_TYPE = "application/json";
const METHODS = ["get", "post", "put", "patch", "delete"];

/** The document with its operations, each of them read. */
export function readApi(document) {
  const operations = [];
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS.filter((name) => item[name])) {
      const parameters = [...(item.parameters ?? []), ...(item[method].parameters ?? [])];
      operations.push(readOperation(document, method, path, { ...item[method], parameters }));
    }
  }
  return { document, operations };
}

/** The schema that the references of `schema` lead to. */
export function resolve(document, schema) {
  while (schema?.$ref) {
    schema = schema.$ref.slice(2).split("/").reduce((node, part) => node[part.replace(/~1/g, "/")], document);
  }
  return schema;
}

function readOperation(document, method, path, said) {
  const name = said["x-client"];
  if (!/^[a-z_]+\.[a-z_]+$/.test(name ?? "")) throw new Error(`${method} ${path} has no x-client such as "products.list"`);
  const [resource, act] = name.split(".").map(camel);
  const parameters = said.parameters.map((parameter) => resolve(document, parameter));
  const inPlace = (place) => parameters.filter((parameter) => parameter.in === place);
  const hasKey = inPlace("header").some((parameter) => parameter.name.toLowerCase() === "idempotency-key");
  const body = resolve(document, said.requestBody);
  return {
    said,
    resource,
    act,
    id: said.operationId,
    method: method.toUpperCase(),
    path,
    pathNames: inPlace("path").map((parameter) => parameter.name),
    query: inPlace("query"),
    body: body && { isRequired: body.required === true, schema: body.content[JSON_TYPE]?.schema },
    isPublic: said.security?.length === 0,
    takesKey: hasKey,
    // Another system's webhook: its sender has signed it, so it is sent unchanged.
    isForeign: method !== "get" && !hasKey,
    ...readAnswer(document, said),
    refusals: readRefusals(document, said),
  };
}

/**
 * `media` are the content types of the answer, and `data` is the schema of its `data`. `rows` is the field of a list's
 * rows. `only` is the single field of another answer.
 */
function readAnswer(document, said) {
  const status = Object.keys(said.responses).find((code) => code.startsWith("2"));
  const content = resolve(document, said.responses[status]).content ?? {};
  const media = Object.keys(content);
  const whole = resolve(document, content[JSON_TYPE]?.schema);
  const data = whole?.properties?.data;
  const isPaged = said.parameters.some((parameter) => resolve(document, parameter).name === "cursor");
  const isBare = whole !== undefined && !data;
  return { media, data, isBare, ...(isPaged ? { rows: findRows(document, data, said) } : { only: findOnly(document, data) }) };
}

/** The single field of `data`, `{ field, schema }`; undefined where `data` has several, or a plain value. */
function findOnly(document, data) {
  const fields = Object.entries(resolve(document, data)?.properties ?? {});
  if (fields.length !== 1) return undefined;
  const [[field, schema]] = fields;
  return schema.$ref || schema.type === "array" ? { field, schema } : undefined;
}

/** The field of `data` that holds the rows, with their schema; the field is "" where `data` itself is the list. */
function findRows(document, data, said) {
  const seen = resolve(document, data);
  if (seen.type === "array") return { field: "", schema: seen.items };
  const lists = Object.entries(seen.properties).filter(([, schema]) => resolve(document, schema).type === "array");
  if (lists.length !== 1) throw new Error(`${said.operationId} is a list whose rows cannot be told: ${lists.map(([name]) => name)}`);
  return { field: lists[0][0], schema: resolve(document, lists[0][1]).items };
}

/** Pairs of a status and a code. */
function readRefusals(document, said) {
  return Object.entries(said.responses)
    .filter(([status]) => /^[45]/.test(status))
    .flatMap(([status, answer]) => {
      const codes = /Codes: (.*)\./s.exec(resolve(document, answer).description)?.[1].match(/[A-Z][A-Z_]+/g) ?? [];
      return codes.map((code) => ({ status: Number(status), code }));
    });
}

export function camel(name) {
  return name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
}

export function pascal(name) {
  return name.charAt(0).toUpperCase() + camel(name).slice(1);
}

/** A doc comment of these paragraphs; `indent` stands before each line. */
export function comment(paragraphs, indent = "") {
  const lines = paragraphs.filter(Boolean).flatMap((text, index) => [...(index ? [""] : []), ...text.trim().split("\n")]);
  const safe = lines.map((line) => line.replaceAll("*/", "*\\/"));
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`;
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}
