// SPDX-License-Identifier: Apache-2.0

import { ApiError, ConnectionError, FulfilmentError } from "./errors.js";
import type { Call } from "./operation.js";
import { retryAfterOf } from "./retrying.js";

/** Metadata of an answer. */
export interface Meta {
  readonly requestId: string;
  readonly timestamp: string;
  /** The cursor of a list's next page; null on the last page. */
  readonly cursor?: string | null;
  readonly hasMore?: boolean;
  /** The number of all rows, in lists that count them. */
  readonly total?: number | null;
}

export interface Answer<Data> {
  readonly data: Data;
  readonly meta: Meta;
  readonly status: number;
  readonly headers: Headers;
  /** The answer was stored under the idempotency key; this request changed nothing. */
  readonly isReplayed: boolean;
}

/** The answer of a successful call. */
export async function readAnswer<Data>(call: Call, response: Response): Promise<Answer<Data>> {
  const { status, headers } = response;
  const said = parse(await response.text());
  // The answer was cut, or a proxy replaced it: the client treats it as lost.
  if (said === undefined) throw new ConnectionError(`${call.id} was answered with ${status}, and with no whole JSON`);
  if (typeof said !== "object" || said === null || (!call.isBare && !("data" in said))) {
    throw new FulfilmentError(`${call.id} was answered with ${status}, and not by the service`);
  }
  const { data, meta } = call.isBare ? { data: said, meta: {} } : (said as { data: unknown; meta: unknown });
  return { data: data as Data, meta: (meta ?? {}) as Meta, status, headers, isReplayed: isReplayed(headers) };
}

export function isReplayed(headers: Headers): boolean {
  return headers.get("idempotency-replayed") === "true";
}

export function requestIdOf(headers: Headers): string | undefined {
  return headers.get("x-request-id") ?? undefined;
}

/** The error of an answer with a status other than 2xx. */
export async function readRefusal(call: Call, response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const said = parse(await response.text()) as Partial<Failure> | undefined;
  const refused = typeof said?.error === "object" && said.error !== null ? said.error : {};
  const { code, message, field } = refused;
  const now = Date.parse(textOf(said?.meta?.timestamp) ?? headers.get("date") ?? "");
  return new ApiError({
    status,
    code: textOf(code) ?? `HTTP_${status}`,
    message: textOf(message) ?? `The answer is ${status}, and not the service's`,
    field: textOf(field),
    operation: call.id,
    requestId: textOf(said?.meta?.requestId) ?? requestIdOf(headers),
    retryAfter: retryAfterOf(headers.get("retry-after")),
    serverTimeMs: Number.isNaN(now) ? undefined : now,
  });
}

/** A proxy may have answered, with other types under the same names. */
interface Failure {
  error: { code?: unknown; message?: unknown; field?: unknown } | null;
  meta: { requestId?: unknown; timestamp?: unknown } | null;
}

function textOf(said: unknown): string | undefined {
  return typeof said === "string" && said ? said : undefined;
}

/** Undefined where the text is not JSON, as a proxy's page is not. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
