import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { sign } from "fulfilment-client";
import { success } from "./server.mjs";
import { against, failure, KEY } from "./using.mjs";

const vectors = (name) => JSON.parse(readFileSync(new URL(`${process.env.VECTORS}/${name}`), "utf8"));

function signed(vector, given, version) {
  const request = {
    method: given.method,
    target: given.target,
    host: given.host ?? "",
    onBehalfOf: given.onBehalfOf || undefined,
    body: Buffer.from(given.bodyBase64, "base64"),
    idempotencyKey: given.idempotencyKey ?? undefined,
  };
  const { keyId, secret } = vector;
  return sign(request, { keyId, secret, version, timestamp: Number(given.timestamp), nonce: given.nonce });
}

test("the published vectors of the first scheme are signed alike", async () => {
  const vector = vectors("signing.json");
  assert.ok(vector.cases.length > 5);
  for (const given of vector.cases) {
    const headers = await signed(vector, given, 1);
    const signature = given.signature.toLowerCase();
    const Authorization = `Svc-HMAC-SHA256 keyId=${vector.keyId}, scope=*, signature=${signature}`;
    assert.deepEqual(headers, { Authorization, "X-Svc-Timestamp": given.timestamp }, given.name);
  }
});

test("the published vectors of the second scheme are signed alike", async () => {
  const vector = vectors("signing-v2.json");
  assert.ok(vector.cases.length > 3);
  for (const given of vector.cases) {
    const { Authorization } = await signed(vector, given, 2);
    assert.ok(Authorization.endsWith(`nonce=${given.nonce}, signature=${given.signature}`), given.name);
  }
});

test("what is sent is what was signed: the raw target, the bytes and the idempotency key", async (t) => {
  const answers = [success({ product: {} }), success({ products: [] }, { cursor: null }), success({ variants: [] })];
  const { client, requests } = await against(t, answers);
  await client.products.create({ name: "Kopi Gayo é日本" }, { idempotencyKey: "sync-1" });
  await client.products.list({ q: "a b&c=é", archived: false });
  await client.variants.search({ sku: ["A,1", "é&sku=B"] });
  for (const { method, url, headers, body } of requests) {
    const idempotencyKey = headers["idempotency-key"];
    const timestamp = Number(headers["x-svc-timestamp"]);
    const again = await sign({ method, target: url, host: "", body, idempotencyKey }, { ...KEY, timestamp });
    assert.equal(headers.authorization, again.Authorization);
  }
  assert.equal(requests[0].headers["idempotency-key"], "sync-1");
  assert.equal(new URL(requests[1].url, "http://x").searchParams.get("q"), "a b&c=é");
  assert.deepEqual(new URL(requests[2].url, "http://x").searchParams.getAll("sku"), ["A,1", "é&sku=B"]);
});

test("another brand has other names, and single ones may be given", async (t) => {
  const options = { ...KEY, brand: "acme", onBehalfOf: "acc_1", names: { timestampHeader: "X-Time" } };
  const { client, requests } = await against(t, [success({})], options);
  await client.shippingCredits.get();
  const [{ headers }] = requests;
  assert.match(headers.authorization, /^Acme-HMAC-SHA256 keyId=/);
  assert.match(headers["x-time"], /^\d+$/);
  assert.equal(headers["x-acme-on-behalf-of"], "acc_1");
});

test("on behalf of whom is said client-wide or for one call, and the workspace likewise", async (t) => {
  const { client, requests } = await against(t, [success({})]);
  const merchant = client.onBehalfOf("acc_1");
  await merchant.stats.getOverview();
  await merchant.stats.getOverview({ onBehalfOf: "acc_2" });
  await client.stats.getOverview({ workspace: "acc_3" });
  assert.deepEqual(
    requests.map(({ headers }) => [headers["x-svc-on-behalf-of"], headers["svc-workspace"]]),
    [["acc_1", undefined], ["acc_2", undefined], [undefined, "acc_3"]],
  );
});

test("an operation without a credential is sent without one, and any other is not sent at all", async (t) => {
  const { client, requests } = await against(t, [success({ valid: true })], {});
  await client.licenses.validate({ key: "ABCD-EFGH" });
  assert.equal(requests[0].headers.authorization, undefined);
  assert.match((await failure(client.products.get("prod_1"))).message, /getProduct needs a credential/);
  assert.equal(requests.length, 1);
});

test("an id that would lead to another path is refused before anything is sent", async (t) => {
  const { client, requests } = await against(t, [success({})]);
  for (const id of ["", ".", "..", undefined]) assert.ok((await failure(client.products.get(id))) instanceof TypeError);
  await client.products.get("a/../b?c#d");
  assert.deepEqual(requests.map(({ url }) => url), ["/api/v1/products/a%2F..%2Fb%3Fc%23d"]);
});
