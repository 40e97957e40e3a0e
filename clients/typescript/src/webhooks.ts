// SPDX-License-Identifier: Apache-2.0

import { titleOf } from "./brand.js";
import { importKey, webCrypto } from "./crypto.js";
import { FulfilmentError } from "./errors.js";
import type { Event } from "./events.js";

/** Largest allowed difference between a signature's time and the clock. */
export const TOLERANCE_SECONDS = 300;

const HEADER_LENGTH_CHARACTERS = 4_096;
const SECONDS = /^[0-9]{1,15}$/;
const DIGEST = /^[0-9a-fA-F]{64}$/;

/**
 * Code of a VerificationError. `MISSING`: no signature header. `MALFORMED`: the header cannot be read. `TIMESTAMP`:
 * signed too long ago, or in the future. `MISMATCH`: not signed with your secret, or changed since. `NOT_AN_EVENT`:
 * signed, but not JSON as the service sends it.
 */
export type VerificationCode = "MISSING" | "MALFORMED" | "TIMESTAMP" | "MISMATCH" | "NOT_AN_EVENT";

/** The request is not authentic: answer 400 and do not act on it. */
export class VerificationError extends FulfilmentError {
  override readonly name = "VerificationError";
  readonly code: VerificationCode;

  constructor(code: VerificationCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The headers of `fetch`, or those of Node's `http`. */
export type HeadersLike =
  | { get(name: string): string | null | undefined }
  | { readonly [name: string]: string | readonly string[] | undefined };

export interface VerifyOptions {
  /** Largest difference between the timestamp and `now`; 300 by default. */
  toleranceSeconds?: number | undefined;
  /** Unix seconds; the present by default. */
  now?: number | undefined;
}

export interface ReadOptions<Brand extends string> extends VerifyOptions {
  /** The operator's brand; `svc` by default. */
  brand?: Brand | undefined;
}

/** The bytes of the request's body as they came, before anything has decoded or parsed them. */
export type Bytes = ArrayBuffer | ArrayBufferView;

/**
 * The event of a webhook, after its signature is verified.
 *
 * `secrets` is the endpoint's `whsec_...`, or several, such as the old and the new one. An event may come more than
 * once: remember its `id`. Rejects with VerificationError for a request that cannot be verified, and with TypeError
 * where your own code passes no bytes or no secret.
 */
export async function readEvent<Brand extends string = "svc">(
  headers: HeadersLike,
  body: Bytes,
  secrets: string | Iterable<string>,
  { brand, ...options }: ReadOptions<Brand> = {},
): Promise<Event<Brand>> {
  await verify(find(headers, `${titleOf(brand ?? "svc")}-Signature`), body, secrets, options);
  const event = parse(bytesOf(body));
  if (typeof event?.id !== "string" || typeof event.type !== "string") {
    throw new VerificationError("NOT_AN_EVENT", "The body is signed, but is not an event");
  }
  return event as unknown as Event<Brand>;
}

/** Resolves if one `v1` of the signature header is that of `body` under one of the secrets; else as in `readEvent`. */
export async function verify(
  header: string | null | undefined,
  body: Bytes,
  secrets: string | Iterable<string>,
  { toleranceSeconds = TOLERANCE_SECONDS, now }: VerifyOptions = {},
): Promise<void> {
  const keys = await Promise.all(secretsOf(secrets).map((secret) => importKey(secret, "verify")));
  // The header comes first: a framework may pass no bytes of an empty request, and that is no error of your code.
  const { timestamp, claimed } = readHeader(header);
  const signed = joined(new TextEncoder().encode(`${timestamp}.`), bytesOf(body));
  // In whole seconds, as `t` is written. Asked this way round, because every comparison with a NaN is false.
  if (!(Math.abs(Math.floor(now ?? Date.now() / 1000) - Number(timestamp)) <= toleranceSeconds)) {
    throw new VerificationError("TIMESTAMP", "The timestamp is too far from the present");
  }
  const { subtle } = await webCrypto();
  // Every pair is compared, each in constant time, so that the time taken does not tell which secret came close.
  const pairs = keys.flatMap((key) => claimed.map((digest) => subtle.verify("HMAC", key, digest, signed)));
  if (!(await Promise.all(pairs)).includes(true)) {
    throw new VerificationError("MISMATCH", "The signature does not match");
  }
}

function find(headers: HeadersLike, name: string): string | undefined {
  if (typeof headers.get === "function") return (headers.get as (name: string) => string | null)(name) ?? undefined;
  const found = Object.entries(headers).filter(([key]) => key.toLowerCase() === name.toLowerCase());
  // Sent twice, the header is one with two `t`, which is refused.
  return found.length ? found.flatMap(([, value]) => value as string | string[]).join(",") : undefined;
}

function secretsOf(secrets: string | Iterable<string>): string[] {
  const given = typeof secrets === "string" ? [secrets] : [...(secrets ?? [])];
  // Any sender could sign with an empty secret.
  if (!given.length || !given.every((secret) => typeof secret === "string" && secret)) {
    throw new TypeError("A webhook is verified with at least one secret, none of them empty");
  }
  return given;
}

function bytesOf(body: Bytes): Uint8Array<ArrayBuffer> {
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength);
  // Not `instanceof`, which is false for a buffer of another realm.
  if (Object.prototype.toString.call(body) === "[object ArrayBuffer]") return new Uint8Array(body);
  throw new TypeError("The body must be the raw bytes of the request, before they are decoded or parsed");
}

function readHeader(header: string | null | undefined): { timestamp: string; claimed: Uint8Array<ArrayBuffer>[] } {
  if (typeof header !== "string" || !header) throw new VerificationError("MISSING", "There is no signature header");
  if (header.length > HEADER_LENGTH_CHARACTERS) {
    throw new VerificationError("MALFORMED", "The signature header is too long");
  }
  const parts = header.split(",").map((part) => part.replace(/^[ \t]+/, ""));
  // Other names are ignored, so that a later scheme can stand beside v1.
  const valuesOf = (name: string) => parts.filter((part) => part.startsWith(name)).map((part) => part.slice(name.length));
  const timestamps = valuesOf("t=");
  const digests = valuesOf("v1=").filter((value) => DIGEST.test(value));
  const [timestamp] = timestamps;
  if (timestamps.length !== 1 || !timestamp || !SECONDS.test(timestamp)) {
    throw new VerificationError("MALFORMED", "The signature header needs exactly one t, in unix seconds");
  }
  if (!digests.length) throw new VerificationError("MALFORMED", "The signature header has no v1 of 64 hex digits");
  return { timestamp, claimed: digests.map(fromHex) };
}

function fromHex(digits: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}

function parse(body: Uint8Array): Record<string, unknown> | null | undefined {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    return undefined;
  }
}
