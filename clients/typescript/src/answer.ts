// SPDX-License-Identifier: Apache-2.0

import { ApiError, FulfilmentError } from "./errors.js";
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
  if (typeof said !== "object" || said === null || (!call.isBare && !("data" in said))) {
    throw new FulfilmentError(`${call.id} was answered with ${status}, and not by the service`);
  }
  const { data, meta } = call.isBare ? { data: said, meta: {} } : (said as { data: unknown; meta: unknown });
  return { data: data as Data, meta: meta as Meta, status, headers, isReplayed: isReplayed(headers) };
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
  const { code = `HTTP_${status}`, message = `The answer is ${status}, and not the service's`, field } = refused;
  const now = Date.parse(said?.meta?.timestamp ?? headers.get("date") ?? "");
  return new ApiError({
    status,
    code,
    message,
    field,
    operation: call.id,
    requestId: said?.meta?.requestId ?? requestIdOf(headers),
    retryAfter: retryAfterOf(headers.get("retry-after")),
    serverTimeMs: Number.isNaN(now) ? undefined : now,
  });
}

interface Failure {
  error: { code?: string; message?: string; field?: string } | null;
  meta: { requestId?: string; timestamp?: string };
}

/** Undefined where the text is not JSON, as a proxy's page is not. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
