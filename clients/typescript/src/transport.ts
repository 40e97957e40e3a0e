// SPDX-License-Identifier: Apache-2.0

import { type Answer, isReplayed, readAnswer, readRefusal, requestIdOf } from "./answer.js";
import { namesOf } from "./brand.js";
import { type Credentials, isVisible } from "./credentials.js";
import { randomHex } from "./crypto.js";
import { Deadline } from "./deadline.js";
import { Download } from "./download.js";
import { ApiError, FulfilmentError } from "./errors.js";
import { type Call, type Input, targetOf } from "./operation.js";
import type { Attempt, ClientOptions, RequestOptions } from "./options.js";
import { delayAfter, isPassing, sleep } from "./retrying.js";

const TIMEOUT_MS = 30_000;
const MAX_RETRIES = 4;
const MAX_RETRY_AFTER_MS = 60_000;
const MAX_KEY_LENGTH = 255;

/** The options without their secrets. */
export type Settings = Omit<ClientOptions, "keyId" | "secret" | "token">;

/** A request without its authentication, which is new for each attempt. */
interface Prepared {
  readonly call: Call;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly onBehalfOf: string | undefined;
  readonly idempotencyKey: string | undefined;
}

/** Sends requests, and retries those that may be repeated. */
export class Transport {
  readonly #settings: Settings;
  readonly #credentials: Credentials | undefined;
  readonly #base: URL;

  constructor(settings: Settings, credentials: Credentials | undefined) {
    this.#settings = settings;
    this.#credentials = credentials;
    this.#base = baseOf(settings.baseUrl);
  }

  answer<Data>(call: Call, input: Input, options: RequestOptions = {}): Promise<Answer<Data>> {
    return this.#exchange(call, input, options, async (response, deadline) => {
      const answer = await readAnswer<Data>(call, response);
      deadline.end();
      return answer;
    });
  }

  download(call: Call, input: Input, options: RequestOptions = {}): Promise<Download> {
    return this.#exchange(call, input, options, async (response, deadline) => new Download(response, deadline));
  }

  async #exchange<Result>(call: Call, input: Input, options: RequestOptions, read: Reader<Result>): Promise<Result> {
    const { maxRetries = MAX_RETRIES, maxRetryAfterMs = MAX_RETRY_AFTER_MS, hooks } = this.#settings;
    const request = await this.#prepare(call, input, options);
    const most = call.isForeign ? 0 : (options.maxRetries ?? maxRetries);
    let hasLearnt = false;
    let isAgain = false;
    for (let attempt = 1, retries = 0; ; attempt += 1) {
      const told: Attempt = {
        operation: call.id,
        method: call.method,
        path: call.path,
        attempt,
        idempotencyKey: request.idempotencyKey,
      };
      try {
        return await this.#attempt({ ...request, isAgain }, options, told, read);
      } catch (problem) {
        if (problem instanceof FulfilmentError) problem.idempotencyKey = request.idempotencyKey;
        let delayMs: number | undefined = 0;
        isAgain = !hasLearnt && this.#learns(call, problem);
        if (isAgain) hasLearnt = true;
        else if (!isPassing(problem) || retries >= most) throw problem;
        else delayMs = delayAfter((retries += 1), problem, maxRetryAfterMs);
        if (delayMs === undefined) throw problem;
        tell(hooks?.onRetry, { ...told, delayMs, reason: problem as Error });
        await sleep(delayMs, options.signal);
      }
    }
  }

  #learns(call: Call, problem: unknown): boolean {
    return !call.isPublic && problem instanceof ApiError && this.#credentials?.learn(problem) === true;
  }

  async #attempt<Result>(
    request: Prepared & { isAgain: boolean },
    options: RequestOptions,
    told: Attempt,
    read: Reader<Result>,
  ): Promise<Result> {
    const { fetch = globalThis.fetch, hooks, timeoutMs = TIMEOUT_MS } = this.#settings;
    options.signal?.throwIfAborted();
    const { call, url, body } = request;
    const headers = headersOf({ ...request.headers, ...(await this.#proof(request)) });
    // Checked again: the token may have taken long, and a signal that was aborted before fires no event.
    options.signal?.throwIfAborted();
    const deadline = new Deadline(options.timeoutMs ?? timeoutMs, options.signal);
    const began = performance.now();
    try {
      tell(hooks?.onRequest, told);
      const sent = { method: call.method, headers, signal: deadline.signal, redirect: "manual" } as const;
      const response = await fetch(url, body.length ? { ...sent, body: body as Uint8Array<ArrayBuffer> } : sent);
      tell(hooks?.onAnswer, {
        ...told,
        status: response.status,
        requestId: requestIdOf(response.headers),
        isReplayed: isReplayed(response.headers),
        durationMs: performance.now() - began,
      });
      if (response.ok) return await read(response, deadline);
      throw await readRefusal(call, response);
    } catch (problem) {
      deadline.end();
      throw problem instanceof FulfilmentError ? problem : deadline.explain(problem);
    }
  }

  async #proof(request: Prepared & { isAgain: boolean }): Promise<Record<string, string>> {
    const { call, url, body, onBehalfOf, idempotencyKey, isAgain } = request;
    if (call.isPublic) return {};
    if (!this.#credentials) {
      throw new FulfilmentError(`${call.id} needs a credential: give the client a keyId and its secret, or a token`);
    }
    const host = this.#settings.signingHost ?? url.host;
    const target = url.pathname + url.search;
    const signed = { method: call.method, target, host, onBehalfOf, body, idempotencyKey };
    return this.#credentials.headers(signed, isAgain);
  }

  async #prepare(call: Call, input: Input, options: RequestOptions): Promise<Prepared> {
    const { brand, names } = this.#settings;
    const { onBehalfOfHeader, workspaceHeader } = namesOf(brand, names);
    const isOwn = !call.isPublic;
    const onBehalfOf = isOwn ? (options.onBehalfOf ?? this.#settings.onBehalfOf) : undefined;
    const workspace = isOwn ? (options.workspace ?? this.#settings.workspace) : undefined;
    const idempotencyKey = call.method === "GET" || call.isForeign ? undefined : await keyOf(options);
    const body = bytesOf(call, input.body);
    const headers = {
      ...(body.length && { "Content-Type": "application/json" }),
      ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
      ...(onBehalfOf !== undefined && { [onBehalfOfHeader]: onBehalfOf }),
      ...(workspace !== undefined && { [workspaceHeader]: workspace }),
      ...options.headers,
    };
    const url = new URL(targetOf(call, input), this.#base);
    return { call, url, headers, body, onBehalfOf, idempotencyKey };
  }
}

type Reader<Result> = (response: Response, deadline: Deadline) => Promise<Result>;

function baseOf(given: string | URL): URL {
  let base: URL | undefined;
  try {
    base = new URL(given, (globalThis as { location?: { href?: string } }).location?.href);
  } catch {
    // The error is thrown below, without the text, which may hold a password.
  }
  if (!base || !/^https?:$/.test(base.protocol) || base.username || base.password) {
    throw new TypeError("baseUrl must be an http or https address without a user or a password in it");
  }
  if (base.search || base.hash) throw new TypeError("baseUrl must have neither a query nor a fragment");
  if (!/^(\/api\/v1)?\/*$/.test(base.pathname)) {
    throw new TypeError("baseUrl must not have a path: the service signs what begins with /api/v1");
  }
  return new URL(base.origin);
}

async function keyOf({ idempotencyKey }: RequestOptions): Promise<string> {
  const key = idempotencyKey ?? (await randomHex());
  if (!isVisible(key) || key.length > MAX_KEY_LENGTH) {
    throw new TypeError(`idempotencyKey must be 1 to ${MAX_KEY_LENGTH} visible ASCII characters`);
  }
  return key;
}

function bytesOf(call: Call, body: unknown): Uint8Array {
  if (body === undefined) return new Uint8Array();
  if (call.isForeign && body instanceof Uint8Array) return body;
  return new TextEncoder().encode(call.isForeign && typeof body === "string" ? body : JSON.stringify(body, requireNumber));
}

/** JSON writes NaN and an invalid time as null, and null would clear a field. */
function requireNumber(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
  const given = this[name];
  if ((typeof given === "number" || given instanceof Date) && !Number.isFinite(Number(given))) {
    throw new TypeError(`${name} is no number or no time, and cannot be sent`);
  }
  return value;
}

/** Headers of a request. They are checked here, because the error of `fetch` would quote a wrong value. */
function headersOf(given: Readonly<Record<string, string>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    try {
      headers.set(name, value);
    } catch {
      throw new TypeError(`The header ${JSON.stringify(name)} has a name or a value that cannot be sent`);
    }
  }
  return headers;
}

function tell<Told>(hook: ((told: Told) => void) | undefined, told: Told): void {
  try {
    hook?.(told);
  } catch {
    // A failing log must not fail a request that the service has executed.
  }
}
