import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readEvent, VerificationError, verify } from "fulfilment-client";
import { failure } from "./using.mjs";

const cases = (name) => JSON.parse(readFileSync(new URL(`${process.env.VECTORS}/${name}`), "utf8")).cases;
const bytes = (text) => Buffer.from(text, "base64");
const outcome = (promise) => promise.then(() => "ACCEPTED", (problem) => problem.code ?? String(problem));

const SECRET = "whsec_of_this_test";
const BODY = Buffer.from('{"id":"evt_1","type":"acme.stock.low.v1","data":{"sequence":1}}');
const signed = (secret, body = BODY, t = Math.floor(Date.now() / 1000)) =>
  `t=${t},v1=${createHmac("sha256", secret).update(`${t}.`).update(body).digest("hex")}`;

test("every published delivery verifies with each one of its secrets, and not once it is changed", async () => {
  const published = cases("webhooks.json");
  assert.ok(published.length > 2);
  for (const { name, header, bodyBase64, secrets, t } of published) {
    for (const secret of secrets) {
      const check = (changes) => outcome(verify(changes.header ?? header, changes.body ?? bytes(bodyBase64), changes.secret ?? secret, { now: t }));
      assert.equal(await check({}), "ACCEPTED", name);
      assert.equal(await check({ body: Buffer.concat([bytes(bodyBase64), Buffer.from(" ")]) }), "MISMATCH", name);
      assert.equal(await check({ header: header.replace(`t=${t}`, `t=${t + 1}`) }), "MISMATCH", name);
      assert.equal(await check({ secret: "whsec_other" }), "MISMATCH", name);
    }
  }
});

test("what the receivers' helpers accept and refuse, this does too", async () => {
  const frozen = cases("receivers.json");
  assert.ok(frozen.length > 10);
  for (const { name, header, bodyBase64, secrets, now, outcome: expected } of frozen) {
    const headers = header === null ? {} : { "svc-signature": header };
    assert.equal(await outcome(readEvent(headers, bytes(bodyBase64), secrets, { now })), expected, name);
  }
});

test("the old and the new secret both verify, and headers may have any shape", async () => {
  const header = signed(SECRET);
  for (const headers of [new Headers({ "Acme-Signature": header }), { "ACME-SIGNATURE": header }, { "acme-signature": [header] }]) {
    for (const secrets of [SECRET, [SECRET, "whsec_new"], new Set(["whsec_new", SECRET])]) {
      for (const body of [BODY, new Uint8Array(BODY), new Uint8Array(BODY).buffer]) {
        assert.equal((await readEvent(headers, body, secrets, { brand: "acme" })).id, "evt_1");
      }
    }
  }
  assert.equal((await failure(readEvent({ "acme-signature": header }, BODY, SECRET))).code, "MISSING");
});

test("a stranger's request is refused, and the receiver's own mistake is a TypeError", async () => {
  const twice = { "acme-signature": [signed(SECRET), signed(SECRET)] };
  assert.equal((await failure(readEvent(twice, BODY, SECRET, { brand: "acme" }))).code, "MALFORMED");
  assert.ok((await failure(verify(null, undefined, SECRET))) instanceof VerificationError);
  for (const now of [Date.now() / 1000 + 302, NaN, Infinity]) {
    assert.equal((await failure(verify(signed(SECRET), BODY, SECRET, { now }))).code, "TIMESTAMP");
  }
  for (const secrets of ["", [], [""], undefined]) {
    assert.ok((await failure(verify(signed(SECRET), BODY, secrets))) instanceof TypeError);
  }
  for (const body of ["text", { id: "evt_1" }]) {
    assert.ok((await failure(verify(signed(SECRET), body, SECRET))) instanceof TypeError);
  }
});
