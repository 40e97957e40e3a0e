// Puts cases, a JSON list on standard input, to the helper for JavaScript; prints what came of each as a JSON list.

import { createHmac } from "node:crypto";
import { readEvent, verify } from "../../../receivers/javascript/fulfilment-webhooks.mjs";

const bytes = (text) => Buffer.from(text, "base64");

const ways = {
  async verify({ header, bodyBase64, secrets, now }) {
    await verify(header, bytes(bodyBase64), secrets, { now });
    return "ACCEPTED";
  },
  async readEvent({ header, bodyBase64, secrets, now }) {
    const headers = header === null ? {} : { "svc-signature": header };
    const event = await readEvent(headers, bytes(bodyBase64), secrets, { now });
    return typeof event.type === "string" ? "ACCEPTED" : "an event without a type";
  },
  // Signs with Node's own HMAC, which the helper does not use.
  async sign({ bodyBase64, secrets, now }) {
    const digests = secrets.map((secret) =>
      createHmac("sha256", secret).update(`${now}.`).update(bytes(bodyBase64)).digest("hex"),
    );
    return [`t=${now}`, ...digests.map((digest) => `v1=${digest}`)].join(",");
  },
};

let given = "";
for await (const piece of process.stdin.setEncoding("utf8")) given += piece;
const outcomes = [];
for (const { way, ...rest } of JSON.parse(given)) {
  outcomes.push(await ways[way](rest).catch((problem) => problem.code ?? `${problem}`));
}
process.stdout.write(JSON.stringify(outcomes));
