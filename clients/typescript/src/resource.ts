// SPDX-License-Identifier: Apache-2.0

import type { Download } from "./download.js";
import type { Call, Input } from "./operation.js";
import type { RequestOptions } from "./options.js";
import { Pages } from "./pages.js";
import type { Transport } from "./transport.js";

/** Base class of the generated resources. Its own names begin with `_`, since the API names the others. */
export abstract class Resource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** `field`: the single field of the answer, whose value is returned. */
  protected async _call<Data>(call: Call, input: Input, options?: RequestOptions, field?: string): Promise<Data> {
    const { data } = await this.#transport.answer<Data>(call, input, options);
    return field ? (data as Record<string, Data>)[field]! : data;
  }

  protected _pages<Row, Data>(call: Call, input: Input, options: RequestOptions = {}, field: string): Pages<Row, Data> {
    return new Pages(field, (cursor) => {
      const query = cursor === undefined ? input.query : { ...input.query, cursor };
      return this.#transport.answer<Data>(call, { ...input, query }, options);
    });
  }

  protected _download(call: Call, input: Input, options?: RequestOptions): Promise<Download> {
    return this.#transport.download(call, input, options);
  }
}
