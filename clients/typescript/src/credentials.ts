// SPDX-License-Identifier: Apache-2.0

import { namesOf } from "./brand.js";
import { importKey } from "./crypto.js";
import type { ApiError } from "./errors.js";
import type { ClientOptions, Names, TokenSource } from "./options.js";
import { type Signable, signWith } from "./signing.js";

const VISIBLE = /^[\x21-\x7e]+$/;

/** Authentication of a request. */
export interface Credentials {
  /** The headers of one attempt. `isAgain`: the last ones were refused, and `learn` returned true. */
  headers(request: Signable, isAgain: boolean): Promise<Record<string, string>>;
  /** Adapts to the refusal; true if another attempt may succeed. */
  learn(refusal: ApiError): boolean;
}

/** The credentials in the options, or undefined without any. */
export function credentialsOf(options: ClientOptions): Credentials | undefined {
  const { keyId, secret, token } = options;
  if (token !== undefined) {
    if (keyId !== undefined || secret !== undefined) throw new TypeError("Give either a key or a token, not both");
    return new Bearer(token);
  }
  if (keyId === undefined && secret === undefined) return undefined;
  if (!isVisible(keyId) || typeof secret !== "string" || !secret) {
    throw new TypeError("A key is its keyId and its secret, both of them texts");
  }
  return new Signer(keyId, secret, options.signing ?? 1, namesOf(options.brand, options.names));
}

/** Signs each attempt with a new signature. */
class Signer implements Credentials {
  readonly #keyId: string;
  readonly #key: () => Promise<CryptoKey>;
  readonly #version: 1 | 2;
  readonly #names: Names;
  /** The time by which the service's clock is ahead of this machine's. */
  #aheadMs = 0;

  constructor(keyId: string, secret: string, version: 1 | 2, names: Names) {
    let imported: Promise<CryptoKey> | undefined;
    this.#keyId = keyId;
    this.#key = () => (imported ??= importKey(secret, "sign"));
    this.#version = version;
    this.#names = names;
  }

  async headers(request: Signable): Promise<Record<string, string>> {
    return signWith(await this.#key(), request, {
      keyId: this.#keyId,
      version: this.#version,
      names: this.#names,
      timestamp: Math.floor((Date.now() + this.#aheadMs) / 1000),
    });
  }

  learn({ code, serverTimeMs }: ApiError): boolean {
    if (code === "CLOCK_SKEW" && serverTimeMs !== undefined) {
      this.#aheadMs = serverTimeMs - Date.now();
      return true;
    }
    // A proxy has sent the same bytes twice: a repeat is safe under its idempotency key.
    return code === "NONCE_REUSED";
  }
}

class Bearer implements Credentials {
  readonly #source: TokenSource;

  constructor(source: TokenSource) {
    this.#source = source;
  }

  async headers(_request: Signable, isAgain: boolean): Promise<Record<string, string>> {
    const source = this.#source;
    const token = typeof source === "function" ? await source({ isStale: isAgain }) : source;
    // A token that cannot be a header is refused here, since the error of `fetch` would quote it.
    if (!isVisible(token)) throw new TypeError("The token cannot be sent in a header");
    return { Authorization: `Bearer ${token}` };
  }

  learn({ code }: ApiError): boolean {
    return code === "INVALID_TOKEN" && typeof this.#source === "function";
  }
}

/** True for a text of visible ASCII characters, which a header can carry. */
export function isVisible(text: unknown): text is string {
  return typeof text === "string" && VISIBLE.test(text);
}
