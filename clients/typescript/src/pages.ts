// SPDX-License-Identifier: Apache-2.0

import type { Answer } from "./answer.js";
import { FulfilmentError } from "./errors.js";

/** Requests the page that begins at the cursor; without one, the first page. */
type Fetching<Data> = (cursor: string | undefined) => Promise<Answer<Data>>;

/** One page of a list. */
export class Page<Row, Data = unknown> implements AsyncIterable<Row> {
  /** The rows. */
  readonly data: Row[];
  /** The whole `data` of the answer, with its other fields. */
  readonly body: Data;
  /** Where the next page begins; null on the last one. */
  readonly cursor: string | null;
  readonly hasMore: boolean;
  /** The number of all rows, in lists that count them. */
  readonly total: number | undefined;
  readonly requestId: string;
  readonly #fetching: Fetching<Data>;
  readonly #field: string;

  constructor(answer: Answer<Data>, field: string, fetching: Fetching<Data>) {
    const { data, meta } = answer;
    this.body = data;
    const rows: unknown = field ? (data as Record<string, unknown> | null)?.[field] : data;
    if (!Array.isArray(rows)) throw new FulfilmentError("A list was answered without its rows");
    this.data = rows as Row[];
    this.cursor = meta.cursor ?? null;
    this.hasMore = this.cursor !== null;
    this.total = meta.total ?? undefined;
    this.requestId = meta.requestId;
    this.#fetching = fetching;
    this.#field = field;
  }

  /** The next page; undefined after the last. */
  async nextPage(): Promise<Page<Row, Data> | undefined> {
    if (this.cursor === null) return undefined;
    const following = new Page<Row, Data>(await this.#fetching(this.cursor), this.#field, this.#fetching);
    // The list would never end.
    if (following.cursor === this.cursor) throw new FulfilmentError("A page of the list leads to itself");
    return following;
  }

  /** The rows from this page on, over all pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    for (let page: Page<Row, Data> | undefined = this; page; page = await page.nextPage()) yield* page.data;
  }
}

/** A list: `await` gives its first page, `for await` every row of all pages. Nothing is requested before. */
export class Pages<Row, Data = unknown> implements PromiseLike<Page<Row, Data>>, AsyncIterable<Row> {
  readonly #fetching: Fetching<Data>;
  readonly #field: string;
  #first: Promise<Page<Row, Data>> | undefined;

  /** `field` is where the rows are under `data`; "" where `data` itself is the list. */
  constructor(field: string, fetching: Fetching<Data>) {
    this.#field = field;
    this.#fetching = fetching;
  }

  then<Done = Page<Row, Data>, Failed = never>(
    done?: ((page: Page<Row, Data>) => Done | PromiseLike<Done>) | null,
    failed?: ((problem: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.#firstPage().then(done, failed);
  }

  catch<Failed = never>(
    failed: (problem: unknown) => Failed | PromiseLike<Failed>,
  ): Promise<Page<Row, Data> | Failed> {
    return this.#firstPage().catch(failed);
  }

  /** One page after the other. */
  async *pages(): AsyncGenerator<Page<Row, Data>, void, undefined> {
    for (let page: Page<Row, Data> | undefined = await this; page; page = await page.nextPage()) yield page;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }

  #firstPage(): Promise<Page<Row, Data>> {
    return (this.#first ??= this.#fetching(undefined).then(
      (answer) => new Page(answer, this.#field, this.#fetching),
    ));
  }
}
