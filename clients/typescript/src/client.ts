// SPDX-License-Identifier: Apache-2.0

import type { Answer } from "./answer.js";
import { type Credentials, credentialsOf } from "./credentials.js";
import { Api } from "./generated/resources.js";
import type { Call, Input } from "./operation.js";
import type { ClientOptions, RequestOptions } from "./options.js";
import { type Settings, Transport } from "./transport.js";

const API = "/api/v1/";
const NOWHERE = "http://localhost";

/**
 * The client: `new Fulfilment({ baseUrl, keyId, secret })`, then `client.products.create({ ... })`.
 *
 * Without a credential it reaches what needs none, such as `client.licenses.activate`.
 */
export class Fulfilment extends Api {
  readonly #settings: Settings;
  readonly #credentials: Credentials | undefined;
  readonly #transport: Transport;

  /** `shared` is another client's credential, for `with` alone. */
  constructor(options: ClientOptions, shared?: Credentials) {
    const { keyId: _keyId, secret: _secret, token: _token, ...settings } = options;
    const credentials = shared ?? credentialsOf(options);
    const transport = new Transport(settings, credentials);
    super(transport);
    this.#settings = settings;
    this.#credentials = credentials;
    this.#transport = transport;
  }

  /** The same client with some options changed; the credential stays, and how it signs. */
  with(changes: Partial<Omit<Settings, "signing" | "brand" | "names">>): Fulfilment {
    return new Fulfilment({ ...this.#settings, ...changes }, this.#credentials);
  }

  /** The same client in the workspace of one of the partner's merchants (`acc_...`). */
  onBehalfOf(accountId: string): Fulfilment {
    return this.with({ onBehalfOf: accountId });
  }

  /**
   * A request that this version has no method for, with everything that the answer says.
   *
   * `path` begins with `/api/v1/`; encode what you put into it.
   */
  async send<Data = unknown>(
    method: Call["method"],
    path: string,
    input: Pick<Input, "query" | "body"> = {},
    options?: RequestOptions,
  ): Promise<Answer<Data>> {
    const { origin, pathname, hash } = new URL(path, NOWHERE);
    // Another host would be sent the credential.
    if (![path, pathname].every((one) => one.startsWith(API)) || origin !== NOWHERE || hash) {
      throw new TypeError(`path must begin with ${API} and lead nowhere else`);
    }
    return this.#transport.answer<Data>({ id: "send", method, path }, input, options);
  }
}
