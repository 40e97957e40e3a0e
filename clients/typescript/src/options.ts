// SPDX-License-Identifier: Apache-2.0

/** A bearer token, or what gives one. It is asked before each attempt; `isStale` says that the last one was refused. */
export type TokenSource = string | ((asked: { readonly isStale: boolean }) => string | Promise<string>);

/** The names that follow the operator's brand. Those of `svc` are the default. */
export interface Names {
  /** Such as `Svc-HMAC-SHA256`; the second scheme's has `-V2` behind it. */
  readonly scheme: string;
  readonly timestampHeader: string;
  readonly onBehalfOfHeader: string;
  readonly workspaceHeader: string;
}

export interface ClientOptions {
  /** Where the service is, such as `https://fulfilment.example.com`. */
  baseUrl: string | URL;
  /** The API key's id and secret: each request is signed with them. */
  keyId?: string | undefined;
  secret?: string | undefined;
  /** Which scheme signs: 1 unless told, 2 takes each request once (docs/signing.md). */
  signing?: 1 | 2 | undefined;
  /** The host that the second scheme signs, where a proxy gives the service another than that of `baseUrl`. */
  signingHost?: string | undefined;
  /** A person's token, in place of a key. */
  token?: TokenSource | undefined;
  /** A platform key's: the merchant's workspace (`acc_...`) to act in. */
  onBehalfOf?: string | undefined;
  /** A bearer token's: which of its workspaces (`acc_...`) to work in. */
  workspace?: string | undefined;
  /** The operator's brand, from which the names of scheme and headers come; `svc` unless told. */
  brand?: string | undefined;
  /** Single names that are other than the brand's. */
  names?: Partial<Names> | undefined;
  /** How long an attempt may take until its answer is whole, in milliseconds; of a download, until the next piece. */
  timeoutMs?: number | undefined;
  /** How often a request that may be repeated is sent again; 4 unless told. */
  maxRetries?: number | undefined;
  /** The longest `Retry-After` that is waited for, in milliseconds; the answer is an error where it is longer. */
  maxRetryAfterMs?: number | undefined;
  hooks?: Hooks | undefined;
  /** In place of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** What one call may have otherwise than the client. */
export interface RequestOptions {
  /** For 24 hours the same key does nothing twice; a new one is made where none is given. */
  idempotencyKey?: string | undefined;
  onBehalfOf?: string | undefined;
  workspace?: string | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  /** Further headers, which are not signed. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** The body of somebody else's webhook, exactly as it came. */
export type RawBody = string | Uint8Array;

/** What a hook is told; there is neither a secret in it nor an id of a path nor a query. */
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
  /** The answer was remembered under the idempotency key; this attempt did nothing. */
  readonly isReplayed: boolean;
  readonly durationMs: number;
}

export interface Retrying extends Attempt {
  /** How long until the next attempt. */
  readonly delayMs: number;
  /** Why this one is not enough. */
  readonly reason: Error;
}

/** For logs and measurements. What a hook throws is ignored, so that a log cannot break a request. */
export interface Hooks {
  onRequest?: ((attempt: Attempt) => void) | undefined;
  onAnswer?: ((answered: Answered) => void) | undefined;
  onRetry?: ((retrying: Retrying) => void) | undefined;
}
