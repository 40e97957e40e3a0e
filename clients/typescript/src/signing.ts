// SPDX-License-Identifier: Apache-2.0

import { hmac, importKey, randomHex, sha256 } from "./crypto.js";
import type { Names } from "./options.js";

/** What is signed of a request (docs/authentication.md, docs/signing.md). */
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
  /** From `importKey(secret, "sign")`. */
  readonly key: CryptoKey | Promise<CryptoKey>;
  readonly version: 1 | 2;
  readonly names: Names;
  /** Unix seconds. */
  readonly timestamp: number;
  /** Made up where it is not given. */
  readonly nonce?: string | undefined;
}

/** The headers that make a request signed. */
export async function sign(request: Signable, by: Signing): Promise<Record<string, string>> {
  const { keyId, names, version } = by;
  const timestamp = String(by.timestamp);
  const nonce = version === 2 ? (by.nonce ?? (await randomHex())) : "";
  const lines = [request.method, request.target];
  if (version === 2) lines.push(request.host.toLowerCase(), request.onBehalfOf ?? "");
  lines.push(timestamp);
  if (version === 2) lines.push(nonce);
  lines.push(await sha256(request.body));
  if (request.idempotencyKey !== undefined) lines.push(request.idempotencyKey);
  const signature = await hmac(await by.key, lines.join("\n"));
  const [scheme, extra] = version === 2 ? [`${names.scheme}-V2`, `nonce=${nonce}, `] : [names.scheme, ""];
  return {
    Authorization: `${scheme} keyId=${keyId}, scope=*, ${extra}signature=${signature}`,
    [names.timestampHeader]: timestamp,
  };
}

export { importKey };
