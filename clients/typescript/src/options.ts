// SPDX-License-Identifier: Apache-2.0

/** A bearer token, or a function that returns it before each attempt. `isStale`: the last token was refused. */
export type TokenSource = string | ((asked: { readonly isStale: boolean }) => string | Promise<string>);

/** The names that follow the operator's brand. Those of `svc` are the default. */
export interface Names {
  /** Such as `Svc-HMAC-SHA256`; the second scheme appends `-V2`. */
  readonly scheme: string;
  readonly timestampHeader: string;
  readonly onBehalfOfHeader: string;
  readonly workspaceHeader: string;
}

export interface ClientOptions {
  /** The address of the service, such as `https://fulfilment.example.com`. */
  baseUrl: string | URL;
  /** The API key's id and secret: each request is signed with them. */
  keyId?: string | undefined;
  secret?: string | undefined;
  /** The signing scheme, 1 by default; with 2 the service accepts each request once (docs/signing.md). */
  signing?: 1 | 2 | undefined;
  /** The host that the second scheme signs, where a proxy gives the service another than that of `baseUrl`. */
  signingHost?: string | undefined;
  /** A person's token, in place of a key. */
  token?: TokenSource | undefined;
  /** For a platform key: the merchant's workspace (`acc_...`) to act in. */
  onBehalfOf?: string | undefined;
  /** For a bearer token: the workspace (`acc_...`) to work in, out of the token's. */
  workspace?: string | undefined;
  /** The operator's brand, which names the scheme and the headers; `svc` by default. */
  brand?: string | undefined;
  /** Names that differ from the brand's. */
  names?: Partial<Names> | undefined;
  /** Timeout of an attempt in milliseconds, until the whole answer; for a download, until the next piece. */
  timeoutMs?: number | undefined;
  /** Maximum number of retries of a request that may be repeated; 4 by default. */
  maxRetries?: number | undefined;
  /** The longest `Retry-After` that the client waits for, in milliseconds; a longer one is an error. */
  maxRetryAfterMs?: number | undefined;
  hooks?: Hooks | undefined;
  /** In place of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** Options of one call, which override the client's. */
export interface RequestOptions {
  /** The service executes a key once within 24 hours; without one the client makes a new key. */
  idempotencyKey?: string | undefined;
  onBehalfOf?: string | undefined;
  workspace?: string | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  /** Further headers, which are not signed. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** The body of another system's webhook, exactly as it came. */
export type RawBody = string | Uint8Array;

/** An attempt, as a hook gets it; it holds no secret, no id of a path and no query. */
export interface Attempt {
  /** The `operationId` of the OpenAPI document. */
  readonly operation: string;
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  /** 1 for the first. */
  readonly attempt: number;
  readonly idempotencyKey: string | undefined;
}

export interface Answered extends Attempt {
  readonly status: number;
  readonly requestId: string | undefined;
  /** The answer was stored under the idempotency key; this attempt changed nothing. */
  readonly isReplayed: boolean;
  readonly durationMs: number;
}

export interface Retrying extends Attempt {
  /** Milliseconds until the next attempt. */
  readonly delayMs: number;
  /** The error of this attempt. */
  readonly reason: Error;
}

/** Hooks for logs and measurements. An error in a hook is ignored, so that a log cannot break a request. */
export interface Hooks {
  onRequest?: ((attempt: Attempt) => void) | undefined;
  onAnswer?: ((answered: Answered) => void) | undefined;
  onRetry?: ((retrying: Retrying) => void) | undefined;
}
