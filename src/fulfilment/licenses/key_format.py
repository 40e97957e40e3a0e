"""License keys: how they are made, and as what they are looked up (decisions, section 1)."""

import re
import secrets

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
GROUPS = 5
GROUP_LENGTH = 5

# What no key can be, since no row can hold it: half a character, or a NUL.
_UNSPEAKABLE = re.compile("[\0\ud800-\udfff]")
_GENERATED = re.compile("-".join([f"[{ALPHABET}]{{{GROUP_LENGTH}}}"] * GROUPS), re.ASCII | re.IGNORECASE)


def generate() -> str:
    """Five groups of five Crockford base32 characters: 125 random bits."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(GROUP_LENGTH)) for _ in range(GROUPS))


def found_as(key: str) -> str:
    """What a key is looked up by: one of the form of a generated key in upper case, any other as it is.

    No two licenses share it, so that nobody's own key is found in place of a generated one in another case.
    """
    return key.upper() if _GENERATED.fullmatch(key) else key


def is_speakable(key: str) -> bool:
    """Whether any license at all could have this key."""
    return _UNSPEAKABLE.search(key) is None
