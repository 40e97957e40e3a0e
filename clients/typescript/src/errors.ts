// SPDX-License-Identifier: Apache-2.0

import type { ErrorCode } from "./generated/codes.js";

/** Base class of the client's errors. The reason of your own aborted signal is thrown unchanged. */
export class FulfilmentError extends Error {
  override readonly name: string = "FulfilmentError";
  /** The key of a mutation: a repeat of the same call under it is executed at most once. */
  idempotencyKey: string | undefined = undefined;
}

/** No whole answer came. The service may have executed the request. */
export class ConnectionError extends FulfilmentError {
  override readonly name: string = "ConnectionError";
}

/** No answer came in time. The service may have executed the request. */
export class TimeoutError extends ConnectionError {
  override readonly name = "TimeoutError";
}

export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly field?: string | undefined;
  readonly requestId?: string | undefined;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  /** Unix milliseconds. */
  readonly serverTimeMs?: number | undefined;
  readonly operation: string;
}

/** A refusal of the service, or of a proxy before it (its `code` is then `HTTP_` with the status). */
export class ApiError<Code extends string = ErrorCode | (string & {})> extends FulfilmentError {
  override readonly name = "ApiError";
  /** For programs: one of docs/errors.md. */
  readonly code: Code;
  /** The HTTP status. */
  readonly status: number;
  /** The dotted path of the wrong field, such as `items.0.weight`. */
  readonly field: string | undefined;
  /** The id of the request in the service's log. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry, where the service said so. */
  readonly retryAfter: number | undefined;
  /** The `operationId` that was refused. */
  readonly operation: string;
  /** The service's clock, in unix milliseconds. */
  readonly serverTimeMs: number | undefined;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.code = refusal.code as Code;
    this.status = refusal.status;
    this.field = refusal.field;
    this.requestId = refusal.requestId;
    this.retryAfter = refusal.retryAfter;
    this.operation = refusal.operation;
    this.serverTimeMs = refusal.serverTimeMs;
  }
}

/** True for a refusal of the service; with codes, for a refusal with one of these. */
export function isRefusal(error: unknown): error is ApiError;
export function isRefusal<Code extends ErrorCode>(error: unknown, ...codes: Code[]): error is ApiError<Code>;
export function isRefusal(error: unknown, ...codes: string[]): boolean {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code));
}
