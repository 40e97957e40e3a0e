// Signs one request as the document's "Signing a request" says, with the browser's own cryptography.

const utf8 = new TextEncoder();

function hex(buffer) {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The request target as the browser will send it: nothing is decoded or sorted, and a lone `?` counts as none. */
export function target(url, base) {
  const { pathname, search } = new URL(url, base);
  return pathname + search;
}

/** The hex signature. `body` is the text that will be sent; `idempotencyKey` is undefined where there is none. */
export async function signature({ secret, method, target, timestamp, body, idempotencyKey }) {
  const bodyHash = hex(await crypto.subtle.digest("SHA-256", utf8.encode(body ?? "")));
  const lines = [method.toUpperCase(), target, timestamp, bodyHash];
  if (idempotencyKey !== undefined) {
    lines.push(idempotencyKey);
  }
  const usage = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", utf8.encode(secret), usage, false, ["sign"]);
  return hex(await crypto.subtle.sign("HMAC", key, utf8.encode(lines.join("\n"))));
}
