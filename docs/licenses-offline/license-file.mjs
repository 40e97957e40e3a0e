// SPDX-License-Identifier: Apache-2.0
/**
 * Verifies a license file without a network. Needs Node 20 or newer, or Electron, and nothing else: copy this one file.
 *
 *     const claims = verify(content, PUBLIC_KEY, { instanceId: thisMachine(), productId: "prod_..." });
 *
 * `PUBLIC_KEY` is `publicKey` of `GET /api/v1/licenses/signing-key`, to be built into the software: a key that is read
 * from the disk beside the license file proves nothing.
 */

import { createPublicKey, verify as isSigned } from "node:crypto";

export const CLOCK_TOLERANCE_SECONDS = 300;

const MOST_CHARACTERS = 16384;
const FORM = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+){2}$/;

/**
 * The file allows nothing here.
 *
 * `code` is `MALFORMED` (no license file), `WRONG_ALGORITHM` (not signed the way license files are), `WRONG_KEY`
 * (signed with another key), `BAD_SIGNATURE` (changed since it was signed), `EXPIRED`, `NOT_YET_VALID` (the clock is
 * wrong), `WRONG_PRODUCT` or `WRONG_INSTANCE`.
 */
export class LicenseFileError extends Error {
  constructor(code, message) {
    super(message);
    this.name = "LicenseFileError";
    this.code = code;
  }
}

/**
 * The claims of a license file that holds for this product on this instance. Throws LicenseFileError.
 *
 * `now` is in unix seconds and else the clock's.
 */
export function verify(content, publicKey, { instanceId, productId, now = Date.now() / 1000 }) {
  const [head, body, signature] = partsOf(content);
  const header = objectIn(head);
  // The file must not choose how it is checked: "none" is an algorithm too.
  if (header.alg !== "Ed25519" || header.typ !== "license+jwt" || "crit" in header) {
    throw new LicenseFileError("WRONG_ALGORITHM", "the file is not signed the way license files are");
  }
  if (header.kid !== publicKey.kid) {
    throw new LicenseFileError("WRONG_KEY", "the file is signed with another key");
  }
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: publicKey.x }, format: "jwk" });
  if (!isSigned(null, Buffer.from(`${head}.${body}`), key, decoded(signature))) {
    throw new LicenseFileError("BAD_SIGNATURE", "the file is not what was signed");
  }
  const claims = objectIn(body);
  requireCurrent(claims, now);
  if (claims.productId !== productId) {
    throw new LicenseFileError("WRONG_PRODUCT", "the file is for another product");
  }
  if (claims.instanceId !== instanceId) {
    throw new LicenseFileError("WRONG_INSTANCE", "the file is for another instance");
  }
  return claims;
}

function requireCurrent(claims, now) {
  if (!Number.isInteger(claims.exp) || !Number.isInteger(claims.iat)) {
    throw new LicenseFileError("MALFORMED", "the file does not say how long it holds");
  }
  if (now >= claims.exp) {
    throw new LicenseFileError("EXPIRED", "the file has expired");
  }
  // Who sets the clock back gains no more than these minutes before the file was issued.
  if (now < claims.iat - CLOCK_TOLERANCE_SECONDS) {
    throw new LicenseFileError("NOT_YET_VALID", "the clock is before the file was issued");
  }
}

function partsOf(content) {
  // An editor, or whoever mailed the file, may have added a line break at its end.
  const trimmed = content.trim();
  if (trimmed.length > MOST_CHARACTERS || !FORM.test(trimmed)) {
    throw new LicenseFileError("MALFORMED", "this is no license file");
  }
  return trimmed.split(".");
}

function objectIn(part) {
  let value;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(decoded(part)));
  } catch {
    value = undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new LicenseFileError("MALFORMED", "this is no license file");
  }
  return value;
}

/** Base64url without padding, in the one way to write it. */
function decoded(text) {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.toString("base64url") !== text) {
    throw new LicenseFileError("MALFORMED", "this is no license file");
  }
  return bytes;
}
