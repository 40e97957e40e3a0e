// SPDX-License-Identifier: Apache-2.0

import type { ErrorCode } from "./generated/codes.js";

/** Whatever the client itself throws is one of these; what your own signal was aborted with comes as it is. */
export class FulfilmentError extends Error {
  override readonly name: string = "FulfilmentError";
  /** Of what was to change something: under it the same call can be made again, and is still done once. */
  idempotencyKey: string | undefined = undefined;
}

/** No answer came, or not all of it. Whether the request was done is not known. */
export class ConnectionError extends FulfilmentError {
  override readonly name: string = "ConnectionError";
}

/** No answer came in time. Whether the request was done is not known. */
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

/** The service refused, or something before it did (its `code` is then `HTTP_` with the status). */
export class ApiError<Code extends string = ErrorCode | (string & {})> extends FulfilmentError {
  override readonly name = "ApiError";
  /** For programs: one of docs/errors.md. */
  readonly code: Code;
  /** The HTTP status. */
  readonly status: number;
  /** The dotted path of what was wrong with the request, such as `items.0.weight`. */
  readonly field: string | undefined;
  /** Leads to the request in the service's log. */
  readonly requestId: string | undefined;
  /** In how many seconds to try again, where the service said so. */
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

/** Whether it is a refusal; with codes, whether it is one of these. */
export function isRefusal(error: unknown): error is ApiError;
export function isRefusal<Code extends ErrorCode>(error: unknown, ...codes: Code[]): error is ApiError<Code>;
export function isRefusal(error: unknown, ...codes: string[]): boolean {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code));
}
