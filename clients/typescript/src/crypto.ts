// SPDX-License-Identifier: Apache-2.0

const HMAC = { name: "HMAC", hash: "SHA-256" } as const;
const NODE = "node:crypto";
const HASH_OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const utf8 = new TextEncoder();

let found: Promise<Crypto> | undefined;

/** Web Crypto: everywhere a global, but in Node 18, where it is in a module, and on pages without TLS, where it is not. */
export function webCrypto(): Promise<Crypto> {
  return (found ??= find());
}

async function find(): Promise<Crypto> {
  const present = globalThis.crypto as Crypto | undefined;
  if (present?.subtle) return present;
  // The name is not written out here, so that bundlers for browsers do not look for it.
  const module = await import(/* webpackIgnore: true */ /* @vite-ignore */ NODE).catch(() => undefined);
  if (!module) throw new TypeError("Signing needs Web Crypto, which browsers have on pages that came by https alone");
  return module.webcrypto as Crypto;
}

/** The key for `hmac`; it cannot be read out again, so that no inspection of an object shows the secret. */
export async function importKey(secret: string, use: "sign" | "verify"): Promise<CryptoKey> {
  return (await webCrypto()).subtle.importKey("raw", utf8.encode(secret), HMAC, false, [use]);
}

export async function hmac(key: CryptoKey, text: string): Promise<string> {
  return hex(await (await webCrypto()).subtle.sign("HMAC", key, utf8.encode(text)));
}

export async function sha256(bytes: Uint8Array): Promise<string> {
  // The digest of an empty body is constant, which spares a call of Web Crypto on another thread.
  if (!bytes.length) return HASH_OF_NOTHING;
  return hex(await (await webCrypto()).subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
}

/** 128 random bits in 32 hexadecimal digits. Pages without TLS have this much of Web Crypto. */
export async function randomHex(): Promise<string> {
  const source = (globalThis.crypto as Crypto | undefined) ?? (await webCrypto());
  return hex(source.getRandomValues(new Uint8Array(16)));
}

function hex(bytes: ArrayBuffer | Uint8Array): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
