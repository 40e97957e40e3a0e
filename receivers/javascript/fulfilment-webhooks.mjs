// SPDX-License-Identifier: Apache-2.0
/**
 * Verifies the webhooks of the fulfilment service. Needs Web Crypto, which Node 20, Deno, Bun and Workers have, and
 * nothing else: copy this one file.
 *
 *     const event = await readEvent(request.headers, request.body, SECRET);
 *
 * The signature is over the raw bytes of the body, so pass them as they came, before anything has parsed them.
 */

export const TOLERANCE_SECONDS = 300;

const HEADER_LENGTH_CHARACTERS = 4096;
const SECONDS = /^[0-9]{1,15}$/;
const DIGEST = /^[0-9a-fA-F]{64}$/;
const HMAC = { name: "HMAC", hash: "SHA-256" };
const utf8 = new TextEncoder();

/**
 * The request proves nothing: answer 400 and do not act on it. The message holds no secret.
 *
 * `code` is one of five. `MISSING` is a request without a signature header, `MALFORMED` a header that cannot be read.
 * `TIMESTAMP` is a signature from too long ago, or from the future. `MISMATCH` is a body that was not signed with your
 * secret, or was changed since. `NOT_AN_EVENT` is a signed body that is not JSON as the service sends it.
 */
export class VerificationError extends Error {
  constructor(code, message) {
    super(message);
    this.name = "VerificationError";
    this.code = code;
  }
}

/** The header that carries the signature: `Svc-Signature`, or that of the operator's own brand. */
export function headerName(brand = "svc") {
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)}-Signature`;
}

/**
 * The event that the request carries, once its signature is verified.
 *
 * `headers` are a fetch `Headers` or Node's `request.headers`. The rest is as in `verify`, and so are the errors. An
 * event may come more than once: remember its `id`.
 */
export async function readEvent(headers, body, secrets, { brand = "svc", ...options } = {}) {
  await verify(find(headers, headerName(brand)), body, secrets, options);
  let event;
  try {
    event = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    event = undefined;
  }
  if (typeof event?.id !== "string" || typeof event.type !== "string") {
    throw new VerificationError("NOT_AN_EVENT", "the body is signed, but is not an event");
  }
  return event;
}

/**
 * Resolves if one `v1` of the signature header is that of `body` under one of the secrets.
 *
 * `secrets` is the endpoint's `whsec_...`, or several, such as those of several endpoints; `now` is in unix seconds and
 * else the clock's. Rejects with VerificationError for whatever a sender may have sent; with TypeError where the
 * receiver's own code passes no bytes or no secret.
 */
export async function verify(header, body, secrets, { toleranceSeconds = TOLERANCE_SECONDS, now } = {}) {
  const keys = await Promise.all(secretsOf(secrets).map(importKey));
  // The header comes first: a framework may hand over no bytes if the sender sent none, which is no programming error.
  const { timestamp, claimed } = parse(header);
  const bytes = bytesOf(body);
  // In whole seconds, as `t` is written. Asked this way round, because every comparison with a NaN is false.
  if (!(Math.abs(Math.floor(now ?? Date.now() / 1000) - Number(timestamp)) <= toleranceSeconds)) {
    throw new VerificationError("TIMESTAMP", "the timestamp is too far from the present");
  }
  const signed = joined(utf8.encode(`${timestamp}.`), bytes);
  // Every pair is compared, each in constant time, so that the time taken does not tell which secret came close.
  const pairs = keys.flatMap((key) => claimed.map((digest) => crypto.subtle.verify("HMAC", key, digest, signed)));
  if (!(await Promise.all(pairs)).includes(true)) {
    throw new VerificationError("MISMATCH", "the signature does not match");
  }
}

function find(headers, name) {
  if (typeof headers.get === "function") return headers.get(name);
  const found = Object.entries(headers).filter(([key]) => key.toLowerCase() === name.toLowerCase());
  // Sent twice, the header is one with two `t`, which is refused.
  return found.length ? found.flatMap(([, value]) => value).join(",") : undefined;
}

function secretsOf(secrets) {
  const given = typeof secrets === "string" ? [secrets] : [...(secrets ?? [])];
  // With an empty secret every sender could sign.
  if (!given.length || !given.every((secret) => typeof secret === "string" && secret)) {
    throw new TypeError("a webhook is verified with at least one secret, none of them empty");
  }
  return given;
}

function importKey(secret) {
  return crypto.subtle.importKey("raw", utf8.encode(secret), HMAC, false, ["verify"]);
}

function bytesOf(body) {
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  // Not `instanceof`, which is false for a buffer of another realm.
  if (Object.prototype.toString.call(body) === "[object ArrayBuffer]") return new Uint8Array(body);
  throw new TypeError("body must be the raw bytes of the request, before they are decoded or parsed");
}

function parse(header) {
  if (typeof header !== "string" || !header) {
    throw new VerificationError("MISSING", "the request has no signature header");
  }
  if (header.length > HEADER_LENGTH_CHARACTERS) {
    throw new VerificationError("MALFORMED", "the signature header is too long");
  }
  const parts = header.split(",").map((part) => part.replace(/^[ \t]+/, ""));
  // Other names are ignored, so that a later scheme can stand beside v1.
  const timestamps = valuesOf("t", parts);
  const digests = valuesOf("v1", parts).filter((value) => DIGEST.test(value));
  if (timestamps.length !== 1 || !SECONDS.test(timestamps[0])) {
    throw new VerificationError("MALFORMED", "the signature header needs exactly one t, in unix seconds");
  }
  if (!digests.length) {
    throw new VerificationError("MALFORMED", "the signature header has no v1 of 64 hexadecimal digits");
  }
  return { timestamp: timestamps[0], claimed: digests.map(fromHex) };
}

function valuesOf(name, parts) {
  return parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
}

function fromHex(digits) {
  return Uint8Array.from({ length: digits.length / 2 }, (_, index) => parseInt(digits.slice(2 * index, 2 * index + 2), 16));
}

function joined(head, tail) {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}
