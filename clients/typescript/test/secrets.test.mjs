import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { Fulfilment } from "fulfilment-client";
import { HANG_UP, refusal, success } from "./server.mjs";
import { against, failure, KEY } from "./using.mjs";

const TOKEN = "eyJhbGciOiJSUzI1NiJ9.secret-token.c2lnbmF0dXJl";
const shown = (value) => inspect(value, { depth: 20, showHidden: true }) + JSON.stringify(value) + String(value?.stack);

test("a client shows neither its secret nor its token", async (t) => {
  for (const options of [KEY, { token: TOKEN }]) {
    const { client } = await against(t, [success({})], options);
    await client.stats.getOverview();
    for (const secret of [KEY.secret, TOKEN]) {
      assert.ok(!shown(client).includes(secret));
      assert.ok(!shown(client.onBehalfOf("acc_1")).includes(secret));
    }
  }
});

test("an error shows no secret, no signature, and nothing of path and query", async (t) => {
  const problems = [];
  for (const options of [KEY, { token: TOKEN }]) {
    const { client } = await against(t, [refusal(404, "INVALID_KEY"), HANG_UP], { ...options, maxRetries: 0 });
    problems.push(await failure(client.licenses.lookUp({ key: "LICENSE-KEY-OF-SOMEBODY" })));
    problems.push(await failure(client.shipments.downloadLinkedLabel("token-of-a-label")));
  }
  for (const problem of problems) {
    for (const secret of [KEY.secret, TOKEN, "signature=", "LICENSE-KEY-OF-SOMEBODY", "token-of-a-label"]) {
      assert.ok(!shown(problem).includes(secret), `${secret} in ${shown(problem)}`);
    }
  }
});

test("what cannot be sent is refused without being quoted", async (t) => {
  const { baseUrl } = await against(t, [success({})]);
  const odd = `${TOKEN}\nmore`;
  const made = [
    () => new Fulfilment({ baseUrl, token: odd }).stats.getOverview(),
    async () => new Fulfilment({ baseUrl, keyId: odd, secret: KEY.secret }),
    async () => new Fulfilment({ baseUrl, ...KEY, token: TOKEN }),
    async () => new Fulfilment({ baseUrl, keyId: TOKEN }),
    async () => new Fulfilment({ baseUrl: `http://user:${TOKEN}@127.0.0.1` }),
    async () => new Fulfilment({ baseUrl: `ftp://127.0.0.1/${TOKEN}` }),
    async () => new Fulfilment({ baseUrl: `http://:${TOKEN}` }),
    () => new Fulfilment({ baseUrl, ...KEY }).stats.getOverview({ headers: { "X-Odd": odd } }),
    () => new Fulfilment({ baseUrl, ...KEY }).products.create({ name: "Kaos" }, { idempotencyKey: odd }),
    () => new Fulfilment({ baseUrl, ...KEY }).products.create({ name: "Kaos" }, { idempotencyKey: "x".repeat(256) }),
  ];
  for (const make of made) {
    const refused = await failure(make());
    assert.ok(refused instanceof TypeError, shown(refused));
    assert.ok(!shown(refused).includes("secret-token"), shown(refused));
  }
});

test("hooks hear of every attempt, without secrets, and cannot break a request", async (t) => {
  const told = [];
  const hear = (kind) => (what) => {
    told.push([kind, what]);
    throw new Error("the log is full");
  };
  const hooks = { onRequest: hear("request"), onAnswer: hear("answer"), onRetry: hear("retry") };
  const replayed = success({}, {}, 200, { "idempotency-replayed": "true", "x-request-id": "req_7" });
  const answers = [HANG_UP, refusal(503, "SERVICE_UNAVAILABLE"), replayed];
  const { client } = await against(t, answers, { ...KEY, hooks });
  await client.shipments.confirmPickup("ship_secret-id");
  assert.deepEqual(told.map(([kind]) => kind), ["request", "retry", "request", "answer", "retry", "request", "answer"]);
  const [, last] = told.at(-1);
  assert.deepEqual([last.operation, last.path], ["confirmPickup", "/api/v1/shipments/{id}/confirm-pickup"]);
  assert.deepEqual([last.attempt, last.status, last.requestId, last.isReplayed], [3, 200, "req_7", true]);
  assert.equal(new Set(told.map(([, { idempotencyKey }]) => idempotencyKey)).size, 1);
  for (const secret of [KEY.secret, "signature=", "ship_secret-id"]) assert.ok(!shown(told).includes(secret));
});
