// SPDX-License-Identifier: Apache-2.0

import { ApiError, ConnectionError, FulfilmentError } from "./errors.js";
import type { Call } from "./operation.js";
import { retryAfterOf } from "./retrying.js";

/** What every answer says beside its data. */
export interface Meta {
  readonly requestId: string;
  readonly timestamp: string;
  /** Of a list: where the next page begins, null on the last one. */
  readonly cursor?: string | null;
  readonly hasMore?: boolean;
  /** Of a list that keeps count. */
  readonly total?: number | null;
}

export interface Answer<Data> {
  readonly data: Data;
  readonly meta: Meta;
  readonly status: number;
  readonly headers: Headers;
  /** It was remembered under the idempotency key; this request did nothing. */
  readonly isReplayed: boolean;
}

/** The answer to a call that succeeded. */
export async function readAnswer<Data>(call: Call, response: Response): Promise<Answer<Data>> {
  const { status, headers } = response;
  const said = parse(await response.text());
  // It was cut, or a proxy spoke in its place: as good as lost.
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

/** The error that an answer other than 2xx is. */
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

/** Something before the service may have answered, with other things under the same names. */
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
