import assert from "node:assert/strict";
import { test } from "node:test";
import { ConnectionError, Fulfilment, FulfilmentError, isRefusal, TimeoutError } from "fulfilment-client";
import { refusal, serve, success } from "./server.mjs";
import { against, failure, KEY } from "./using.mjs";

/** A list of five rows, two on a page, as `wrap` puts them into `data`. */
function list(wrap) {
  return ({ url }) => {
    const from = Number(new URL(url, "http://x").searchParams.get("cursor") ?? 0);
    const rows = [1, 2, 3, 4, 5].slice(from, from + 2).map((id) => ({ id }));
    const cursor = from + 2 < 5 ? String(from + 2) : null;
    return success(wrap(rows), { cursor, hasMore: cursor !== null });
  };
}

const LISTS = {
  "under a name": [(rows) => ({ products: rows }), (client) => client.products.list({ limit: 2 })],
  "bare": [(rows) => rows, (client) => client.shipments.list({ limit: 2 })],
  "under `data`": [(rows) => ({ data: rows, cursor: null, hasMore: false }), (client) => client.billing.listInvoices()],
  "of transactions": [(rows) => ({ transactions: rows, nextCursor: null }), (client) => client.shippingCredits.listTransactions()],
  "of a statement": [(rows) => ({ openingBalance: 1, transactions: rows }), (client) => client.shippingCredits.getStatement()],
};

for (const [kind, [wrap, ask]] of Object.entries(LISTS)) {
  test(`a list ${kind} is walked to its end`, async (t) => {
    const { client, requests } = await against(t, [list(wrap)]);
    const ids = [];
    for await (const { id } of ask(client)) ids.push(id);
    assert.deepEqual(ids, [1, 2, 3, 4, 5]);
    assert.equal(requests.length, 3);
  });
}

test("awaiting a list gives its first page, which leads to the next", async (t) => {
  const { client, requests } = await against(t, [list((rows) => ({ products: rows }))]);
  const asked = client.products.list({ limit: 2 });
  assert.equal(requests.length, 0);
  const page = await asked;
  assert.deepEqual([page.data, page.cursor, page.hasMore, page.requestId], [[{ id: 1 }, { id: 2 }], "2", true, "req_1"]);
  const last = await (await page.nextPage()).nextPage();
  assert.deepEqual([last.data, last.cursor, last.hasMore, await last.nextPage()], [[{ id: 5 }], null, false, undefined]);
  assert.equal(requests.length, 3);
  assert.equal(await asked, page);
});

test("a list that is left early asks for no further page", async (t) => {
  const { client, requests } = await against(t, [list((rows) => ({ products: rows }))]);
  for await (const { id } of client.products.list()) if (id === 2) break;
  assert.equal(requests.length, 1);
});

test("the errors of a list reach whoever awaits or walks it", async (t) => {
  const { client } = await against(t, [refusal(403, "FORBIDDEN")]);
  const caught = await client.products.list().catch((problem) => problem);
  assert.ok(isRefusal(caught, "FORBIDDEN") && isRefusal(caught) && !isRefusal(caught, "NOT_FOUND"));
  const walking = (async () => {
    for await (const product of client.products.list()) assert.fail(String(product));
  })();
  assert.equal((await failure(walking)).code, "FORBIDDEN");
});

const PDF = { "content-type": "application/pdf", "content-disposition": 'attachment; filename="label.pdf"', "x-request-id": "req_9" };

test("a download tells what it is and comes as bytes, as text or piece by piece", async (t) => {
  const { client } = await against(t, [{ status: 200, headers: PDF, body: "%PDF-1.7" }]);
  const label = await client.shipments.downloadLabel("ship_1");
  assert.deepEqual([label.contentType, label.fileName, label.requestId], ["application/pdf", "label.pdf", "req_9"]);
  assert.equal(Buffer.from(await label.bytes()).toString(), "%PDF-1.7");
  assert.equal(await (await client.shipments.downloadLabel("ship_1")).text(), "%PDF-1.7");
  let whole = "";
  for await (const piece of await client.shipments.downloadLabel("ship_1")) whole += Buffer.from(piece);
  assert.equal(whole, "%PDF-1.7");
});

test("a statement is a list, and a document where CSV is asked for", async (t) => {
  const csv = ({ url }) => (url.includes("format=csv") ? { status: 200, headers: { "content-type": "text/csv" }, body: "a,b" } : undefined);
  const { client } = await against(t, [csv]);
  assert.equal(await (await client.shippingCredits.getStatement({ format: "csv" })).text(), "a,b");
});

test("a download that stalls or breaks off is an error where it is read", async (t) => {
  const begun = (after) => (_, response) => {
    response.writeHead(200, PDF).write("%PDF");
    after(response);
  };
  const torn = begun((response) => setTimeout(() => response.destroy(), 20));
  const { client } = await against(t, [torn, begun(() => {})], { ...KEY, timeoutMs: 200 });
  const broken = await failure((await client.shipments.downloadLabel("ship_1")).bytes());
  assert.ok(broken instanceof ConnectionError && !(broken instanceof TimeoutError), String(broken));
  assert.ok((await failure((await client.shipments.downloadLabel("ship_1")).bytes())) instanceof TimeoutError);
});

test("a cancelled download ends the connection", async (t) => {
  let isClosed;
  const closed = new Promise((resolve) => (isClosed = resolve));
  const endless = (_, response) => {
    response.writeHead(200, PDF);
    const timer = setInterval(() => response.write("more"), 5);
    response.on("close", () => (clearInterval(timer), isClosed()));
  };
  const { client } = await against(t, [endless]);
  const download = await client.shipments.downloadLabel("ship_1");
  await download.cancel();
  await closed;
});

test("what is no answer of the service is told apart", async (t) => {
  const page = (status) => ({ status, headers: { "content-type": "text/html" }, body: "<h1>Log in</h1>" });
  const { client } = await against(t, [page(200), page(404), { status: 302, headers: { location: "/login" }, body: "" }]);
  assert.match((await failure(client.stats.getOverview({ maxRetries: 0 }))).message, /no whole JSON/);
  assert.equal((await failure(client.stats.getOverview())).code, "HTTP_404");
  assert.match((await failure(client.stats.getOverview())).code, /^HTTP_(302|0)$/);
});

test("a request that the client has no method for can be sent all the same", async (t) => {
  const { client, requests } = await against(t, [success({ is: "new" }, {}, 200, { "idempotency-replayed": "true" })]);
  const answer = await client.send("POST", "/api/v1/new-things", { query: { a: 1 }, body: { b: 2 } });
  assert.deepEqual([answer.data, answer.isReplayed, answer.meta.requestId], [{ is: "new" }, true, "req_1"]);
  assert.equal(requests[0].url, "/api/v1/new-things?a=1");
  assert.match(requests[0].headers["idempotency-key"], /^[0-9a-f]{32}$/);
});

test("a list that leads to itself is not read for ever", async (t) => {
  const page = success({ products: [{ id: "prod_1" }] }, { cursor: "c", hasMore: true });
  const { client, requests } = await against(t, [page]);
  const walk = async () => {
    let seen = 0;
    for await (const _ of client.products.list()) if ((seen += 1) > 20) return;
  };
  assert.ok((await failure(walk())) instanceof FulfilmentError);
  assert.equal(requests.length, 2);
});

test("a path that leads to another host or out of the API is not sent, nor is the token", async (t) => {
  const other = await serve(success({}));
  t.after(other.close);
  const { client, requests } = await against(t, [success({})], { token: "tok" });
  const out = ["/api/v1/../../metrics", "/api/v1/%2e%2e/%2E./metrics", "api/v1/x", "/api/v1/a#b"];
  for (const path of [`//${other.baseUrl.slice("http://".length)}/api/v1/x`, ...out]) {
    assert.ok((await failure(client.send("GET", path))) instanceof TypeError, path);
  }
  assert.equal(requests.length + other.requests.length, 0);
});

test("what something before the service says under the service's names is no code, message or field", async (t) => {
  for (const error of [{ code: 502, message: { a: 1 }, field: 7 }, { code: null, message: null, field: null }]) {
    const body = JSON.stringify({ error, meta: { requestId: 5, timestamp: 5 } });
    const { client } = await against(t, [{ status: 400, headers: {}, body }]);
    const { code, message, field, requestId } = await failure(client.products.get("prod_1"));
    assert.deepEqual([code, field, requestId], ["HTTP_400", undefined, undefined]);
    assert.match(message, /not the service's/);
  }
});

test("a list without what stands around it is no error of another kind", async (t) => {
  for (const body of ['{"data":{"products":[]}}', '{"data":null}', '{"data":{}}']) {
    const { client } = await against(t, [{ status: 200, headers: {}, body }]);
    const came = await client.products.list().catch((problem) => problem);
    assert.ok(came instanceof FulfilmentError || came.cursor === null, String(came));
  }
});

test("JSON of something else is told apart, and not asked for again", async (t) => {
  const { client, requests } = await against(t, [{ status: 200, headers: {}, body: '{"product":{}}' }]);
  assert.match((await failure(client.products.get("p"))).message, /not by the service/);
  assert.equal(requests.length, 1);
});

test("a path in the base address is refused by name, and so are a query and a fragment", async (t) => {
  const { baseUrl, requests } = await against(t, [success({})]);
  for (const path of ["/fulfilment", "/fulfilment/api/v1", "/api", "/api/v1/products", "/api/v2"]) {
    assert.throws(() => new Fulfilment({ baseUrl: baseUrl + path }), /baseUrl must not have a path/, path);
  }
  for (const rest of ["/?a=1", "/#a"]) {
    assert.throws(() => new Fulfilment({ baseUrl: baseUrl + rest }), /neither a query nor a fragment/, rest);
  }
  assert.equal(requests.length, 0);
});

test("an address that ends with the path of the API is the same service", async (t) => {
  const { client, baseUrl, requests } = await against(t, [success({ product: {} })]);
  await client.with({ baseUrl: `${baseUrl}/api/v1/` }).products.get("p");
  assert.equal(requests[0].url, "/api/v1/products/p");
});
