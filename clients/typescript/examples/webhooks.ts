// SPDX-License-Identifier: Apache-2.0
// A receiver on Node's own web server: `SECRET=whsec_... PORT=8000 node examples/webhooks.ts`

import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { readEvent, VerificationError } from "fulfilment-client";

const { SECRET = "", PREVIOUS_SECRET, PORT = "8000" } = process.env;
// While a secret is being rotated, both are good.
const secrets = PREVIOUS_SECRET ? [SECRET, PREVIOUS_SECRET] : [SECRET];

const server = createServer(async (request, response) => {
  try {
    const event = await readEvent(request.headers, await buffer(request), secrets);
    switch (event.type) {
      case "svc.shipment.status_updated.v1":
        console.log(event.data.shipmentId, event.data.status);
        break;
      case "svc.stock.low.v1":
        console.log(`${event.data.sku}: ${event.data.quantity} left`);
        break;
      default:
        // This version of the client may not know it.
        console.log(event.type);
    }
    response.writeHead(204).end();
  } catch (problem) {
    const isRefused = problem instanceof VerificationError;
    if (!isRefused) console.error(problem);
    response.writeHead(isRefused ? 400 : 500).end();
  }
});

server.listen(Number(PORT), "127.0.0.1", () => console.log("listening"));
