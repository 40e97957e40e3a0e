"""Ids in Stripe's format."""

import secrets
import string

_CHARACTERS = string.ascii_letters + string.digits
_LENGTHS = {"cus": 14, "cs_test": 58, "si": 14}
_USUAL = 24


def new(prefix: str) -> str:
    """A random id such as `sub_1Q...`."""
    return f"{prefix}_" + "".join(secrets.choice(_CHARACTERS) for _ in range(_LENGTHS.get(prefix, _USUAL)))
