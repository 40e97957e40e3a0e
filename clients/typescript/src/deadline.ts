// SPDX-License-Identifier: Apache-2.0

import { ConnectionError, TimeoutError } from "./errors.js";
import { LONGEST_TIMER_MS } from "./retrying.js";

/** Ends one attempt when its time is over or the caller's signal says so. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #callers: AbortSignal | undefined;
  readonly #timeoutMs: number;
  readonly #stop = () => this.#controller.abort();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(timeoutMs: number, callers: AbortSignal | undefined) {
    this.#timeoutMs = timeoutMs;
    this.#callers = callers;
    // Not `AbortSignal.any`, which Node 18 lacks.
    callers?.addEventListener("abort", this.#stop, { once: true });
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Give the whole time again. */
  restart(): void {
    this.pause();
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      this.#stop();
    }, Math.min(this.#timeoutMs, LONGEST_TIMER_MS));
  }

  pause(): void {
    clearTimeout(this.#timer);
  }

  end(): void {
    this.pause();
    this.#callers?.removeEventListener("abort", this.#stop);
  }

  /** The error of the attempt: the caller's reason, a TimeoutError or a ConnectionError. */
  explain(problem: unknown): unknown {
    if (this.#callers?.aborted) return this.#callers.reason;
    if (this.#isOver) return new TimeoutError(`No answer within ${this.#timeoutMs} ms`);
    // Without the error of `fetch` as its cause: in some runtimes that holds the address, and so a license key in it.
    return new ConnectionError(`No whole answer came: ${reasonOf(problem)}`);
  }
}

/** Node says `fetch failed`, and the reason in its cause; Deno writes the address into the reason. */
function reasonOf(problem: unknown): string {
  const { cause, message } = problem as { cause?: { code?: unknown; message?: unknown }; message?: unknown };
  return String(cause?.code ?? cause?.message ?? message).replace(/\w+:\/\/[^\s)]+/g, "the service");
}
