// SPDX-License-Identifier: Apache-2.0
// A receiver on Node's own web server: `SECRET=whsec_... PORT=8000 node example.mjs`

import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { readEvent, VerificationError } from "./fulfilment-webhooks.mjs";

const { SECRET, PORT = "8000" } = process.env;
const seen = new Set();

const server = createServer(async (request, response) => {
  try {
    const event = await readEvent(request.headers, await buffer(request), SECRET);
    // In earnest this is a unique key in your database, stored together with what the event makes you do.
    if (!seen.has(event.id)) {
      seen.add(event.id);
      console.log(event.type, event.id);
    }
    response.end("thanks");
  } catch (problem) {
    const isRefused = problem instanceof VerificationError;
    if (!isRefused) console.error(problem);
    response.writeHead(isRefused ? 400 : 500).end(isRefused ? problem.message : "");
  }
});

server.listen(Number(PORT), "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
