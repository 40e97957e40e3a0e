// Prints, for each document after the first, what in it breaks a client of the first: a JSON list of lists of sentences.
import { readFileSync } from "node:fs";
import { compareOpenApi } from "api-smart-diff";

// What is sent to receivers is what they are answered: its fields may become more, not fewer.
function withWebhooks(document) {
  const sent = Object.entries(document.webhooks ?? {}).map(([type, { post }]) => [
    `/webhooks/${type}`,
    { get: { operationId: post.operationId, responses: { 200: { description: type, content: post.requestBody.content } } } },
  ]);
  return { ...document, paths: { ...document.paths, ...Object.fromEntries(sent) }, webhooks: undefined };
}

// The library holds another type of an answer's value to be harmless; to a client it is another value.
function isBreaking({ type, action, path }) {
  return path[0] === "paths" && (type === "breaking" || (action === "replace" && path.at(-1) === "type"));
}

const [before, ...after] = process.argv.slice(2).map((path) => withWebhooks(JSON.parse(readFileSync(path, "utf8"))));
const found = after.map((changed) =>
  compareOpenApi(before, changed)
    .diffs.filter(isBreaking)
    .map(({ action, path }) => `${action} ${path.slice(1).join(" ")}`),
);
console.log(JSON.stringify(found));
