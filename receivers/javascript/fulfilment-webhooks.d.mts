// SPDX-License-Identifier: Apache-2.0

export const TOLERANCE_SECONDS: 300;

export type VerificationCode = "MISSING" | "MALFORMED" | "TIMESTAMP" | "MISMATCH" | "NOT_AN_EVENT";

export class VerificationError extends Error {
  constructor(code: VerificationCode, message: string);
  readonly code: VerificationCode;
}

export interface VerifyOptions {
  /** How far the timestamp may be from `now`; 300 unless told. */
  toleranceSeconds?: number;
  /** Unix seconds; the clock's unless told. */
  now?: number;
}

export interface ReadOptions extends VerifyOptions {
  /** The operator's brand; `svc` unless told. */
  brand?: string;
}

export interface WebhookEvent<Data = Record<string, unknown>> {
  id: string;
  type: string;
  occurredAt: string;
  accountId: string;
  data: Data & { sequence: number };
  metadata: Record<string, unknown>;
}

type Headers =
  | { get(name: string): string | null | undefined }
  | { readonly [name: string]: string | readonly string[] | undefined };

export function headerName(brand?: string): string;

export function readEvent<Data = Record<string, unknown>>(
  headers: Headers,
  body: ArrayBufferView | ArrayBuffer,
  secrets: string | Iterable<string>,
  options?: ReadOptions,
): Promise<WebhookEvent<Data>>;

export function verify(
  header: string | null | undefined,
  body: ArrayBufferView | ArrayBuffer,
  secrets: string | Iterable<string>,
  options?: VerifyOptions,
): Promise<void>;
