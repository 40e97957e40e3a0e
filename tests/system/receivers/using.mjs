// Values that receivers' own code may pass to the helper, and the errors for wrong values.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readEvent, verify, VerificationError } from "../../../receivers/javascript/fulfilment-webhooks.mjs";

const secret = "whsec_of_this_test";
const body = Buffer.from('{"id":"evt_1","type":"acme.stock.low.v1"}');
const t = Math.floor(Date.now() / 1000);
const digest = createHmac("sha256", secret).update(`${t}.`).update(body).digest("hex");
const header = `t=${t},v1=${digest}`;
const refused = (code) => (problem) => problem instanceof VerificationError && problem.code === code;

// Headers of fetch, of Node, and as some gateways write them; the brand's own header alone counts.
const brand = { brand: "acme" };
for (const headers of [
  new Headers({ "Acme-Signature": header }),
  { "acme-signature": header },
  { "Acme-Signature": [header] },
  { get: "a header of this name", "acme-signature": header },
]) {
  assert.equal((await readEvent(headers, body, secret, brand)).id, "evt_1");
  await assert.rejects(readEvent(headers, body, secret), refused("MISSING"));
}
await assert.rejects(readEvent({ "acme-signature": [header, header] }, body, secret, brand), refused("MALFORMED"));

// Bytes in any of their shapes, and a view that is a part of a larger buffer.
const larger = Buffer.concat([Buffer.from("before"), body, Buffer.from("after")]);
const part = larger.subarray(6, 6 + body.length);
for (const bytes of [body, new Uint8Array(body), new Uint8Array(body).buffer, part, new DataView(part.buffer, part.byteOffset, part.length)]) {
  await verify(header, bytes, [secret]);
  assert.equal((await readEvent({ "svc-signature": header }, bytes, secret)).id, "evt_1");
}

// The receiver's own mistakes are told apart from a forged request.
for (const mistaken of [body.toString(), JSON.parse(body), undefined, null]) {
  await assert.rejects(verify(header, mistaken, secret), { name: "TypeError", message: /raw bytes/ });
}
for (const nothing of [undefined, {}, ""]) {
  await assert.rejects(verify(undefined, nothing, secret), refused("MISSING"));
  await assert.rejects(verify("t=1", nothing, secret), refused("MALFORMED"));
}
for (const none of [undefined, null, "", [], [""], [secret, ""], [undefined]]) {
  await assert.rejects(verify(header, body, none), { name: "TypeError", message: /secret/ });
}
for (const odd of [undefined, null, 5, {}, [header]]) {
  await assert.rejects(verify(odd, body, secret), refused("MISSING"));
}

// The clock is the machine's unless told, and nonsense for a clock lets nothing through.
await assert.rejects(verify(header, body, secret, { now: t + 301 }), refused("TIMESTAMP"));
await assert.rejects(verify(header, body, secret, { now: NaN }), refused("TIMESTAMP"));
await verify(header, body, secret, { now: t + 1000, toleranceSeconds: 1000 });
console.log("held");
