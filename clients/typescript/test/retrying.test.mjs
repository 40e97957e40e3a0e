import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, ConnectionError, TimeoutError } from "fulfilment-client";
import { HANG_UP, refusal, SILENCE, success } from "./server.mjs";
import { against, failure, KEY } from "./using.mjs";

const DONE = success({ product: { id: "prod_1" } }, {}, 201);
const keysOf = (requests) => new Set(requests.map(({ headers }) => headers["idempotency-key"]));

test("a mutation is repeated under its key, signed anew each time, until it is answered", async (t) => {
  const passing = [
    // First, since Deno's own fetch repeats what is lost on a connection that was used before.
    HANG_UP,
    refusal(503, "SERVICE_UNAVAILABLE", { headers: { "retry-after": "0" } }),
    { status: 502, headers: { "content-type": "text/html" }, body: "<h1>Bad gateway</h1>" },
    refusal(409, "IDEMPOTENCY_IN_PROGRESS"),
  ];
  const delays = [];
  const hooks = { onRetry: ({ delayMs }) => delays.push(delayMs) };
  const { client, requests } = await against(t, [...passing, DONE], { ...KEY, signing: 2, hooks });
  assert.deepEqual(await client.products.create({ name: "Kaos" }), { id: "prod_1" });
  // The delay is longer for a call that is under way at the courier than after a failure.
  assert.ok(delays.length === 4 && delays[3] >= 4_000 && delays[2] < 4_000, String(delays));
  assert.equal(requests.length, 5);
  assert.equal(keysOf(requests).size, 1);
  assert.equal(new Set(requests.map(({ headers }) => headers.authorization)).size, 5);
  assert.equal(new Set(requests.map(({ body }) => body.toString())).size, 1);
});

test("two mutations have two keys", async (t) => {
  const { client, requests } = await against(t, [DONE]);
  await client.products.create({ name: "Kaos" });
  await client.products.create({ name: "Kaos" });
  assert.equal(keysOf(requests).size, 2);
  for (const key of keysOf(requests)) assert.match(key, /^[0-9a-f]{32}$/);
});

for (const [status, code] of [[429, "RATE_LIMITED"], [502, "INTEGRATION_ERROR"], [503, "SERVICE_UNAVAILABLE"], [504, "INTEGRATION_ERROR"]]) {
  test(`${status} ${code} is tried again`, async (t) => {
    const { client, requests } = await against(t, [refusal(status, code), success({})]);
    await client.stats.getOverview();
    assert.equal(requests.length, 2);
  });
}

for (const [status, code] of [
  [400, "VALIDATION"],
  [401, "BAD_SIGNATURE"],
  [409, "STOCK_INSUFFICIENT"],
  [422, "IDEMPOTENCY_KEY_REUSED"],
  [500, "INTERNAL"],
  [503, "PLAN_NOT_CONFIGURED"],
]) {
  test(`${status} ${code} is not tried again`, async (t) => {
    const { client, requests } = await against(t, [refusal(status, code, { field: "name" }), DONE]);
    const refused = await failure(client.products.create({ name: "Kaos" }));
    assert.ok(refused instanceof ApiError);
    assert.deepEqual([refused.status, refused.code, refused.field, refused.requestId], [status, code, "name", "req_2"]);
    assert.equal(refused.operation, "createProduct");
    assert.equal(requests.length, 1);
  });
}

test("Retry-After is waited for, and the error comes at once where it is longer than may be waited", async (t) => {
  const limited = (seconds) => refusal(429, "RATE_LIMITED", { headers: { "retry-after": String(seconds) } });
  const options = { ...KEY, maxRetryAfterMs: 1_000, hooks: { onRetry: ({ delayMs }) => delays.push(delayMs) } };
  const delays = [];
  const { client, requests } = await against(t, [limited(1), limited(2)], options);
  const refused = await failure(client.stats.getOverview());
  assert.equal(refused.retryAfter, 2);
  assert.equal(requests.length, 2);
  assert.ok(delays.length === 1 && delays[0] >= 1_000, String(delays));
});

test("the last refusal is the error once the attempts are used up", async (t) => {
  const { client, requests } = await against(t, [refusal(503, "SERVICE_UNAVAILABLE")]);
  const refused = await failure(client.products.create({ name: "Kaos" }, { maxRetries: 2 }));
  assert.equal(refused.code, "SERVICE_UNAVAILABLE");
  assert.equal(requests.length, 3);
  assert.deepEqual([...keysOf(requests)], [refused.idempotencyKey]);
  assert.equal((await failure(client.stats.getOverview({ maxRetries: 0 }))).status, 503);
  assert.equal(requests.length, 4);
});

test("somebody else's webhook has no key of ours, so it is sent once", async (t) => {
  const { client, requests } = await against(t, [HANG_UP]);
  const headers = { "x-signature": "theirs" };
  const lost = await failure(client.inbound.receivePaymentEvent('{"as":  "it came"}', { headers }));
  assert.ok(lost instanceof ConnectionError);
  assert.deepEqual(requests.map(({ body }) => body.toString()), ['{"as":  "it came"}']);
  assert.deepEqual([requests[0].headers["x-signature"], requests[0].headers["idempotency-key"]], ["theirs", undefined]);
});

test("an answer that breaks off is a lost one", async (t) => {
  const torn = (_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
    response.write('{"data": {');
    setTimeout(() => response.destroy(), 20);
  };
  const { client, requests } = await against(t, [torn, DONE]);
  await client.products.create({ name: "Kaos" });
  assert.equal(keysOf(requests).size, 1);
  assert.equal(requests.length, 2);
});

test("silence ends with the time-out of each attempt", async (t) => {
  const { client, requests } = await against(t, [SILENCE], { ...KEY, timeoutMs: 50, maxRetries: 1 });
  assert.ok((await failure(client.stats.getOverview())) instanceof TimeoutError);
  assert.equal(requests.length, 2);
});

test("the caller's signal ends an attempt and a wait, with its own reason", async (t) => {
  const reason = new Error("the user went away");
  for (const answer of [SILENCE, refusal(429, "RATE_LIMITED", { headers: { "retry-after": "30" } })]) {
    const { client, requests } = await against(t, [answer]);
    const stopping = new AbortController();
    setTimeout(() => stopping.abort(reason), 100);
    assert.equal(await failure(client.stats.getOverview({ signal: stopping.signal })), reason);
    assert.equal(await failure(client.stats.getOverview({ signal: stopping.signal })), reason);
    assert.equal(requests.length, 1);
  }
});

test("a service whose clock is ahead is believed once, and from then on", async (t) => {
  const aheadMs = 7_200_000;
  const judge = ({ headers }) => {
    const now = Date.now() + aheadMs;
    if (Math.abs(now / 1000 - Number(headers["x-svc-timestamp"])) < 300) return success({});
    return refusal(401, "CLOCK_SKEW", { timestamp: new Date(now).toISOString() });
  };
  const { client, requests } = await against(t, [judge]);
  await client.stats.getOverview();
  await client.onBehalfOf("acc_1").stats.getOverview();
  assert.equal(requests.length, 3);
});

test("a clock that stays wrong is told of, after one more attempt", async (t) => {
  const { client, requests } = await against(t, [refusal(401, "CLOCK_SKEW")]);
  assert.equal((await failure(client.stats.getOverview())).code, "CLOCK_SKEW");
  assert.equal(requests.length, 2);
});

test("a nonce that something on the way has used up is replaced once", async (t) => {
  const { client, requests } = await against(t, [refusal(401, "NONCE_REUSED"), DONE], { ...KEY, signing: 2 });
  await client.products.create({ name: "Kaos" });
  assert.equal(keysOf(requests).size, 1);
  assert.equal(new Set(requests.map(({ headers }) => headers.authorization)).size, 2);
});

test("a token that is asked for comes anew where the last one was refused, and a fixed one is not repeated", async (t) => {
  const asked = [];
  const token = async ({ isStale }) => asked.push(isStale) && `token-${asked.length}`;
  const refused = refusal(401, "INVALID_TOKEN");
  const { client, requests } = await against(t, [refused, success({})], { token });
  await client.stats.getOverview();
  assert.deepEqual(asked, [false, true]);
  assert.deepEqual(requests.map(({ headers }) => headers.authorization), ["Bearer token-1", "Bearer token-2"]);
  const { client: fixed, requests: once } = await against(t, [refused], { token: "token" });
  assert.equal((await failure(fixed.stats.getOverview())).code, "INVALID_TOKEN");
  assert.equal(once.length, 1);
});

test("calls at the same time each hear that the token was refused", async (t) => {
  let current = 1;
  const judge = async ({ headers }) => {
    // Both are judged only when both have come.
    waiting.push(1);
    while (waiting.length < 2) await new Promise((next) => setTimeout(next, 5));
    return headers.authorization === "Bearer token-2" ? success({}) : refusal(401, "INVALID_TOKEN");
  };
  const waiting = [];
  const token = ({ isStale }) => `token-${isStale ? (current = 2) : Math.min(current, 1)}`;
  const { client } = await against(t, [judge], { token });
  await Promise.all([client.stats.getOverview(), client.stats.getOverview()]);
});

test("what is no number or no time is not sent as null, which would clear the field", async (t) => {
  const { client, requests } = await against(t, [success({ product: {} })]);
  for (const weight of [NaN, Infinity, new Date(NaN)]) {
    assert.ok((await failure(client.products.update("prod_1", { weight }))) instanceof TypeError, String(weight));
  }
  assert.equal(requests.length, 0);
});

test("time-outs that are longer than any timer do not end at once", async (t) => {
  const late = () => new Promise((answer) => setTimeout(answer, 50, success({ product: {} })));
  const { client } = await against(t, [late]);
  for (const timeoutMs of [Infinity, 1e12]) await client.with({ timeoutMs, maxRetries: 0 }).products.get("prod_1");
});

test("a Retry-After of centuries is not taken for none", async (t) => {
  const late = refusal(429, "RATE_LIMITED", { headers: { "retry-after": "99999999999" } });
  const { client, requests } = await against(t, [late, DONE]);
  assert.ok((await failure(client.products.get("p"))) instanceof ApiError);
  assert.equal(requests.length, 1);
});

test("a signal that is aborted while the token is fetched ends the call before it is sent", async (t) => {
  const controller = new AbortController();
  const token = async () => {
    controller.abort(new Error("mine"));
    return "token";
  };
  const { client, requests } = await against(t, [DONE], { token });
  const problem = await failure(client.products.get("prod_1", { signal: controller.signal }));
  assert.equal(problem.message, "mine");
  assert.equal(requests.length, 0);
});

test("a success that is cut or no JSON is asked for again under its key", async (t) => {
  for (const body of ["", "<h1>Log in</h1>", '{"data":{"product":{"id":"pr']) {
    const cut = { status: 201, headers: { "content-type": "application/json" }, body };
    const { client, requests } = await against(t, [cut, success({ product: { id: "p" } })]);
    assert.equal((await client.products.create({ name: "Kaos" })).id, "p");
    assert.equal(requests.length, 2);
    assert.equal(new Set(requests.map(({ headers }) => headers["idempotency-key"])).size, 1);
  }
});
