// Prints, for each document after the first, what in it breaks a client of the first: a JSON list of lists of sentences.
import { readFileSync } from "node:fs";
import { compareOpenApi } from "api-smart-diff";

// Webhook bodies are compared like responses: their fields may become more, not fewer.
function withWebhooks(document) {
  const sent = Object.entries(document.webhooks ?? {}).map(([type, item]) => {
    // Since 0.3 they are named by a reference.
    const { post } = item.$ref ? document.components.pathItems[item.$ref.split("/").at(-1)] : item;
    const answer = { description: type, content: post.requestBody.content };
    return [`/webhooks/${type}`, { get: { operationId: post.operationId, responses: { 200: answer } } }];
  });
  return { ...document, paths: { ...document.paths, ...Object.fromEntries(sent) }, webhooks: undefined };
}

// The library holds another type of an answer's value to be harmless; to a client it is another value.
function isBreaking({ type, action, path }) {
  return path[0] === "paths" && (type === "breaking" || (action === "replace" && path.at(-1) === "type"));
}

// Two spellings of the same: since 0.3 what is always null is a constant.
const withNulls = (name, value) => (value?.const === null ? { ...value, const: undefined, type: "null" } : value);
const read = (path) => withWebhooks(JSON.parse(readFileSync(path, "utf8"), withNulls));

const [before, ...after] = process.argv.slice(2).map(read);
const found = after.map((changed) =>
  compareOpenApi(before, changed)
    .diffs.filter(isBreaking)
    .map(({ action, path }) => `${action} ${path.slice(1).join(" ")}`),
);
console.log(JSON.stringify(found));
