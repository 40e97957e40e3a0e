// SPDX-License-Identifier: Apache-2.0

import { requestIdOf } from "./answer.js";
import type { Deadline } from "./deadline.js";

/** A document as it arrives. Read it in one way, once; or `cancel()` it. */
export class Download implements AsyncIterable<Uint8Array> {
  readonly status: number;
  readonly headers: Headers;
  readonly contentType: string | undefined;
  /** As the service suggests it. */
  readonly fileName: string | undefined;
  readonly requestId: string | undefined;
  /** The bytes, piece by piece; no more of them are taken from the network than are read. */
  readonly body: ReadableStream<Uint8Array>;

  constructor(response: Response, deadline: Deadline) {
    this.status = response.status;
    this.headers = response.headers;
    this.contentType = response.headers.get("content-type") ?? undefined;
    this.fileName = /filename="?([^";]+)/i.exec(response.headers.get("content-disposition") ?? "")?.[1];
    this.requestId = requestIdOf(response.headers);
    this.body = guarded(response.body, deadline);
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Response(this.body).arrayBuffer();
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.arrayBuffer());
  }

  async text(): Promise<string> {
    return new Response(this.body).text();
  }

  /** Stop: the rest is not fetched. */
  async cancel(): Promise<void> {
    await this.body.cancel();
  }

  /** Not the stream's own iterator, which some browsers lack. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    const reader = this.body.getReader();
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    } finally {
      await reader.cancel();
    }
  }
}

/** The stream, each piece of which has to arrive within the time of an attempt. */
function guarded(stream: ReadableStream<Uint8Array> | null, deadline: Deadline): ReadableStream<Uint8Array> {
  const reader = stream?.getReader();
  deadline.pause();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        deadline.restart();
        try {
          const next = await reader?.read();
          deadline.pause();
          if (next && !next.done) return controller.enqueue(next.value);
          deadline.end();
          controller.close();
        } catch (problem) {
          deadline.end();
          controller.error(deadline.explain(problem));
        }
      },
      async cancel(reason) {
        deadline.end();
        await reader?.cancel(reason);
      },
    },
    // Nothing is fetched ahead, so that the time of a piece begins when the caller waits for it.
    { highWaterMark: 0 },
  );
}
