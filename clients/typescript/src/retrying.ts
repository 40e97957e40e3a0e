// SPDX-License-Identifier: Apache-2.0

import { ApiError, ConnectionError } from "./errors.js";

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 8_000;
/** Four of these are longer than the service waits for a courier. */
const UNDER_WAY_DELAY_MS = 4_000;
/** Timers fire at once if their delay is longer. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
const UNDER_WAY = "IDEMPOTENCY_IN_PROGRESS";
const PASSING = new Set([429, 502, 503, 504]);

/** True if the next attempt may succeed. */
export function isPassing(problem: unknown): problem is Error {
  if (problem instanceof ConnectionError) return true;
  if (!(problem instanceof ApiError)) return false;
  // An attempt whose answer was lost may still be at the courier; under its key the next one hears how it ended.
  if (problem.code === UNDER_WAY) return true;
  return PASSING.has(problem.status) && problem.code !== "PLAN_NOT_CONFIGURED";
}

/**
 * The delay after the attempt, in milliseconds; undefined where it would be longer than allowed.
 *
 * The jitter is full, so that clients that failed together do not retry together.
 */
export function delayAfter(attempt: number, problem: Error, maxRetryAfterMs: number): number | undefined {
  const jitter = Math.random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  if (!(problem instanceof ApiError)) return jitter;
  const asked = (problem.retryAfter ?? 0) * 1000;
  if (asked > maxRetryAfterMs) return undefined;
  return Math.min(jitter + Math.max(asked, problem.code === UNDER_WAY ? UNDER_WAY_DELAY_MS : 0), LONGEST_TIMER_MS);
}

/** Seconds from now, of a `Retry-After` header in either of its forms. */
export function retryAfterOf(header: string | null): number | undefined {
  if (!header) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const until = Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}

/** Resolves after the time; rejects with the signal's reason where it is aborted before. */
export function sleep(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, delayMs);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
