# SPDX-License-Identifier: Apache-2.0
"""Verifies a license file without a network. Python 3.9 or newer and `cryptography`: copy this one file.

    claims = verify(content, PUBLIC_KEY, instance_id=this_machine(), product_id="prod_...")

`PUBLIC_KEY` is `publicKey` of `GET /api/v1/licenses/signing-key`, to be built into the software: a key that is read
from the disk beside the license file proves nothing.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import time
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

__all__ = ["CLOCK_TOLERANCE_SECONDS", "LicenseFileError", "verify"]

CLOCK_TOLERANCE_SECONDS = 300

_MOST_CHARACTERS = 16_384
_FORM = re.compile(r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+){2}")


class LicenseFileError(Exception):
    """The file allows nothing here.

    `code` is `MALFORMED` (no license file), `WRONG_ALGORITHM` (not signed the way license files are) or `WRONG_KEY`
    (signed with another key). `BAD_SIGNATURE` means changed since it was signed. The rest are `EXPIRED`,
    `NOT_YET_VALID` (the clock is wrong), `WRONG_PRODUCT` and `WRONG_INSTANCE`.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def verify(
    content: str, public_key: dict[str, str], *, instance_id: str, product_id: str, now: float | None = None
) -> dict[str, Any]:
    """The claims of a license file that holds for this product on this instance. Raises LicenseFileError.

    `now` is in unix seconds and else the clock's.
    """
    head, body, signature = _parts(content)
    header = _object(head)
    # The file must not choose how it is checked: "none" is an algorithm too.
    if header.get("alg") != "Ed25519" or header.get("typ") != "license+jwt" or "crit" in header:
        raise LicenseFileError("WRONG_ALGORITHM", "the file is not signed the way license files are")
    if header.get("kid") != public_key["kid"]:
        raise LicenseFileError("WRONG_KEY", "the file is signed with another key")
    key = Ed25519PublicKey.from_public_bytes(_decoded(public_key["x"]))
    try:
        key.verify(_decoded(signature), f"{head}.{body}".encode())
    except InvalidSignature:
        raise LicenseFileError("BAD_SIGNATURE", "the file is not what was signed") from None
    claims = _object(body)
    _require_current(claims, time.time() if now is None else now)
    if claims.get("productId") != product_id:
        raise LicenseFileError("WRONG_PRODUCT", "the file is for another product")
    if claims.get("instanceId") != instance_id:
        raise LicenseFileError("WRONG_INSTANCE", "the file is for another instance")
    return claims


def _require_current(claims: dict[str, Any], now: float) -> None:
    if not _is_time(claims.get("exp")) or not _is_time(claims.get("iat")):
        raise LicenseFileError("MALFORMED", "the file does not say how long it holds")
    if now >= claims["exp"]:
        raise LicenseFileError("EXPIRED", "the file has expired")
    # A clock that is set back gains no more than these minutes before the file was issued.
    if now < claims["iat"] - CLOCK_TOLERANCE_SECONDS:
        raise LicenseFileError("NOT_YET_VALID", "the clock is before the file was issued")


def _parts(content: str) -> list[str]:
    # An editor or a mail program may have added a line break at its end.
    content = content.strip()
    if len(content) > _MOST_CHARACTERS or not _FORM.fullmatch(content):
        raise LicenseFileError("MALFORMED", "this is no license file")
    return content.split(".")


def _object(part: str) -> dict[str, Any]:
    try:
        value = json.loads(_decoded(part))
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise LicenseFileError("MALFORMED", "this is no license file")
    return value


def _decoded(text: str) -> bytes:
    """Base64url without padding, in the one way to write it."""
    try:
        decoded = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error:
        decoded = b""
    if base64.urlsafe_b64encode(decoded).rstrip(b"=").decode() != text:
        raise LicenseFileError("MALFORMED", "this is no license file")
    return decoded


def _is_time(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
