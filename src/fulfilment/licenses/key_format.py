"""License keys: how they are made, and as what they are looked up (decisions, section 1)."""

import re
import secrets

from fulfilment.infra.models import is_storable

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
GROUPS = 5
GROUP_LENGTH = 5

# Stands for every key that no row can hold, so that looking for one takes as long as for any other.
_NO_KEY = ""

_GENERATED = re.compile("-".join([f"[{ALPHABET}]{{{GROUP_LENGTH}}}"] * GROUPS), re.ASCII | re.IGNORECASE)


# One letter for each byte that there may be, and every letter for as many bytes: 256 is a multiple of 32.
_LETTERS = bytes(ord(ALPHABET[byte % len(ALPHABET)]) for byte in range(256))


def generate() -> str:
    """Five groups of five Crockford base32 characters: 125 random bits."""
    letters = secrets.token_bytes(GROUPS * GROUP_LENGTH).translate(_LETTERS).decode("ascii")
    return "-".join(letters[start : start + GROUP_LENGTH] for start in range(0, len(letters), GROUP_LENGTH))


def normalize_key(key: str) -> str:
    """What a key is looked up by: one of the form of a generated key in upper case, any other as it is.

    No two licenses share it, so that nobody's own key is found in place of a generated one in another case.
    """
    return key.upper() if _GENERATED.fullmatch(key) else key


def lookup_forms(key: str) -> tuple[str, str]:
    """Where to look for a key of whatever characters: as what it is found, and how it must read if it is an own one."""
    return (normalize_key(key), key) if is_storable(key) else (_NO_KEY, _NO_KEY)
