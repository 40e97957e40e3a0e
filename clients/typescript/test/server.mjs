// A service that answers by a script, so that a test says what the client meets.

import { createServer } from "node:http";

/** A success of the service. */
export function success(data, meta = {}, status = 200, headers = {}) {
  const said = { data, error: null, meta: { requestId: "req_1", timestamp: new Date().toISOString(), ...meta } };
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(said) };
}

/** A refusal of the service. */
export function refusal(status, code, { headers = {}, timestamp = new Date().toISOString(), field } = {}) {
  const said = { data: null, error: { code, message: `refused: ${code}`, field }, meta: { requestId: "req_2", timestamp } };
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(said) };
}

/** Cuts the connection before anything is answered. */
export const HANG_UP = Symbol("hang up");
/** Answers nothing until the client goes away. */
export const SILENCE = Symbol("silence");

/**
 * A server that gives the answers in turn, the last one for ever, and keeps what it was asked in `requests`.
 *
 * An answer is a value as `success` makes it, a function of the request that returns one, or one of the symbols.
 */
export async function serve(...answers) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const asked = { method: request.method, url: request.url, headers: request.headers, body: Buffer.concat(chunks) };
    requests.push(asked);
    const next = answers[Math.min(requests.length, answers.length) - 1];
    const answer = typeof next === "function" ? await next(asked, response) : next;
    if (answer === HANG_UP) request.socket.destroy();
    else if (answer && answer !== SILENCE) response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const close = () => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  };
  return { baseUrl: `http://127.0.0.1:${server.address().port}`, requests, close };
}
