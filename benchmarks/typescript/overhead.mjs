// The client beside bare `fetch`: processor time of a call, in rounds that alternate, one call after the other.
//
// The server is a process of its own that answers at once, so that what is measured is the client's alone.

import { fork } from "node:child_process";
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";

const ROUNDS = 9;
const CALLS = 500;
const PRODUCT = {
  id: "prod_01M7Y0DPXN8SG6E168BHM2RQH4",
  name: "Kopi Gayo 250 g",
  variants: [1, 2, 3].map((number) => ({ id: `var_${number}`, name: "Large", priceCents: 150_000 })),
};
const ANSWER = JSON.stringify({ data: { product: PRODUCT }, error: null, meta: { requestId: "req_1" } });
const PATH = "/api/v1/products";

if (process.argv[2] === "serve") serve();
else await measure();

function serve() {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(200, { "content-type": "application/json" }).end(ANSWER));
  });
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));
}

async function measure() {
  const { Fulfilment } = await import(pathToFileURL(process.argv[2]).href);
  const server = fork(import.meta.filename, ["serve"]);
  const port = await new Promise((resolve) => server.once("message", resolve));
  const loops = loopsOf(`http://127.0.0.1:${port}`, Fulfilment);
  const taken = Object.fromEntries(Object.keys(loops).map((name) => [name, []]));
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const [name, loop] of Object.entries(loops)) {
      const before = process.cpuUsage();
      for (let call = 0; call < CALLS; call += 1) await loop();
      const { user, system } = process.cpuUsage(before);
      // The first rounds warm up.
      if (round >= 0) taken[name].push((user + system) / CALLS);
    }
  }
  server.kill();
  print(taken);
}

function loopsOf(baseUrl, Fulfilment) {
  const key = { keyId: "svc_key_0123456789abcdef", secret: "svcsk_never-a-real-secret" };
  const client = new Fulfilment({ baseUrl, ...key });
  const second = new Fulfilment({ baseUrl, ...key, signing: 2 });
  const person = new Fulfilment({ baseUrl, token: "token" });
  const body = { name: "Kaos", sku: "K-1" };
  const json = { "Content-Type": "application/json" };
  return {
    "GET, bare fetch": async () => (await (await fetch(`${baseUrl}${PATH}/prod_1`)).json()).data.product,
    "GET, token": () => person.products.get("prod_1"),
    "GET, signed": () => client.products.get("prod_1"),
    "POST, bare fetch": async () =>
      (await (await fetch(baseUrl + PATH, { method: "POST", headers: json, body: JSON.stringify(body) })).json()).data.product,
    "POST, token": () => person.products.create(body),
    "POST, signed": () => client.products.create(body),
    "POST, second scheme": () => second.products.create(body),
  };
}

function print(taken) {
  let bare = [];
  for (const [name, times] of Object.entries(taken)) {
    if (name.endsWith("bare fetch")) bare = times;
    const ratio = median(times.map((time, round) => time / bare[round]));
    const shown = Math.round(median(times)).toString().padStart(5);
    console.log(`${name.padEnd(22)} ${shown} us of processor time a call   ${ratio.toFixed(2)} x bare`);
  }
}

function median(numbers) {
  return [...numbers].sort((one, other) => one - other)[numbers.length >> 1];
}
