// SPDX-License-Identifier: Apache-2.0
// Stands between client and service, and spoils some of the answers.

import { createServer, request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The treatment of the request with this number. */
export type Trouble = (count: number) => "none" | "lost" | "refused" | "replaced";

/** How often each kind of trouble came. */
export type Counts = Record<ReturnType<Trouble>, number>;

/**
 * A proxy on a port of its own.
 *
 * `lost`: the service executes the request, and the connection is cut in place of the answer. `refused`: the client
 * gets 503, and the service never gets the request. `replaced`: the service executes it, and the client gets 503.
 */
export async function spoil(upstream: string, trouble: Trouble): Promise<{ url: string; counts: Counts }> {
  const counts: Counts = { none: 0, lost: 0, refused: 0, replaced: 0 };
  let count = 0;
  const server = createServer(async (request, response) => {
    const kind = trouble((count += 1));
    counts[kind] += 1;
    const body = await bytesOf(request);
    if (kind === "refused") return unavailable(response);
    const answer = await forward(upstream, request, body);
    const said = await bytesOf(answer);
    if (kind === "lost") request.socket.destroy();
    else if (kind === "replaced") unavailable(response);
    else response.writeHead(answer.statusCode ?? 502, answer.headers).end(said);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  server.unref();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, counts };
}

function unavailable(response: ServerResponse): void {
  response.writeHead(503, { "Retry-After": "0", "Content-Type": "text/plain" }).end("Come again");
}

function forward(upstream: string, request: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  const { method, url } = request;
  const address = new URL(url ?? "/", upstream);
  return new Promise((resolve, reject) => {
    ask(address, { method, headers: { ...request.headers, host: address.host } }, resolve).on("error", reject).end(body);
  });
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}
