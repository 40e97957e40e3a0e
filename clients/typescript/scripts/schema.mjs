// SPDX-License-Identifier: Apache-2.0
// The types of what is sent and answered, by openapi-typescript, out of what the client needs of the document.

import openapiTS, { astToString } from "openapi-typescript";

const LEFT_OUT = new Set(["paths", "webhooks", "$defs"]);

/** The text of schema.ts: an interface `components`, one type for each schema, and `operations` with their queries. */
export async function writeSchema({ document, operations }) {
  const nodes = await openapiTS(reduced(document, operations), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    // Only `required` says that a field may be left out, in requests and in answers.
    defaultNonNullable: false,
    silent: true,
  });
  return astToString(nodes.filter((node) => !LEFT_OUT.has(node.name?.text)));
}

/** Answers and headers come out of the schemas and the options of a request, so operations keep their queries alone. */
function reduced(document, operations) {
  const paths = {};
  for (const { path, method, id, query, data } of operations) {
    paths[path] ??= {};
    const content = { "application/json": { schema: data ?? {} } };
    paths[path][method.toLowerCase()] = {
      operationId: id,
      parameters: query.map(withTruth),
      responses: { 200: { description: "What is under `data`.", content } },
    };
  }
  const { openapi, info, components } = document;
  return { openapi, info, paths, components: { schemas: components.schemas } };
}

/** A query parameter of `true` or `false` is a boolean in the client. */
function withTruth(parameter) {
  const { enum: choices, ...schema } = parameter.schema;
  const isTruth = choices?.length === 2 && choices.includes("true") && choices.includes("false");
  return isTruth ? { ...parameter, schema: { ...schema, type: "boolean", default: undefined } } : parameter;
}
