// SPDX-License-Identifier: Apache-2.0

import { namesOf } from "./brand.js";
import { hmac, importKey, randomHex, sha256 } from "./crypto.js";
import type { Names } from "./options.js";

/** Signed parts of a request (docs/authentication.md, docs/signing.md). */
export interface Signable {
  readonly method: string;
  /** The raw path and, if there is one, `?` with the raw query, exactly as sent. */
  readonly target: string;
  /** As the `Host` header has it; the second scheme signs it in lower case. */
  readonly host: string;
  readonly onBehalfOf?: string | undefined;
  readonly body: Uint8Array;
  readonly idempotencyKey?: string | undefined;
}

export interface Signing {
  readonly keyId: string;
  readonly secret: string;
  /** The scheme; 1 by default. */
  readonly version?: 1 | 2 | undefined;
  /** The names of the brand `svc` by default. */
  readonly names?: Names | undefined;
  /** Unix seconds; the present by default. */
  readonly timestamp?: number | undefined;
  /** The nonce of the second scheme; random by default. */
  readonly nonce?: string | undefined;
}

/** The headers that sign a request, for requests that are sent without this client. */
export async function sign(request: Signable, { secret, ...by }: Signing): Promise<Record<string, string>> {
  return signWith(await importKey(secret, "sign"), request, by);
}

/** @internal The same with a secret that was imported before. */
export async function signWith(
  key: CryptoKey,
  request: Signable,
  by: Omit<Signing, "secret">,
): Promise<Record<string, string>> {
  const { version = 1, names = namesOf(), timestamp = Math.floor(Date.now() / 1000) } = by;
  const nonce = version === 2 ? (by.nonce ?? (await randomHex())) : "";
  const lines = [request.method, request.target];
  if (version === 2) lines.push(request.host.toLowerCase(), request.onBehalfOf ?? "");
  lines.push(String(timestamp));
  if (version === 2) lines.push(nonce);
  lines.push(await sha256(request.body));
  if (request.idempotencyKey !== undefined) lines.push(request.idempotencyKey);
  const signature = await hmac(key, lines.join("\n"));
  const [scheme, extra] = version === 2 ? [`${names.scheme}-V2`, `nonce=${nonce}, `] : [names.scheme, ""];
  return {
    Authorization: `${scheme} keyId=${by.keyId}, scope=*, ${extra}signature=${signature}`,
    [names.timestampHeader]: String(timestamp),
  };
}
