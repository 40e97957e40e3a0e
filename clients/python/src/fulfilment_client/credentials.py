"""Credentials: an API key that signs, or a bearer token."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Literal

from .brand import Brand
from .signing import Signed, first_signature, new_nonce, second_signature

_VISIBLE = re.compile(r"[\x21-\x7e]+")
Scheme = Literal["v1", "v2"]
# A function that returns a good token each time it is called; an asynchronous client may await it.
TokenSource = Callable[[], str | Awaitable[str]]


@dataclass(frozen=True)
class ApiKey:
    """A key id and its secret, which signs by the first scheme (`v1`) or the second (`v2`)."""

    key_id: str
    secret: str = field(repr=False)
    scheme: Scheme = "v1"

    def headers(self, brand: Brand, signed: Signed) -> dict[str, str]:
        """The headers that carry the signature, made for each attempt."""
        if self.scheme == "v2":
            nonce = new_nonce()
            signature = second_signature(self.secret, signed, nonce)
            scheme, said = brand.second_scheme, f"nonce={nonce}, signature={signature}"
        else:
            scheme, said = brand.first_scheme, f"signature={first_signature(self.secret, signed)}"
        return {
            "Authorization": f"{scheme} keyId={self.key_id}, scope=*, {said}",
            brand.timestamp_header: signed.timestamp,
        }


@dataclass(frozen=True)
class BearerToken:
    """A token of the operator's identity provider, or what gives one."""

    source: str | TokenSource = field(repr=False)

    @property
    def can_be_fresh(self) -> bool:
        return callable(self.source)


def visible(name: str, given: object) -> str:
    """A text that a header can carry. Raises an error here, without the value, since that of httpx would quote it."""
    if not isinstance(given, str):
        raise TypeError(f"{name} must be a string, not {type(given).__name__}")
    if not _VISIBLE.fullmatch(given):
        raise ValueError(f"{name} must be visible ASCII characters alone, without a space or the end of a line")
    return given


Credential = ApiKey | BearerToken
