"""The names that follow the operator's brand: `svc` unless they chose another."""

from __future__ import annotations

import re
from dataclasses import dataclass

_BRAND = re.compile(r"[a-z][a-z0-9]{1,15}")


@dataclass(frozen=True)
class Brand:
    """`Brand("acme")` speaks `Acme-HMAC-SHA256` and `X-Acme-Timestamp`. Raises ValueError for what no brand can be."""

    name: str = "svc"

    def __post_init__(self) -> None:
        if not _BRAND.fullmatch(self.name):
            raise ValueError(f"a brand is 2 to 16 lower-case letters and digits, not {self.name!r}")

    @property
    def title(self) -> str:
        return self.name.capitalize()

    @property
    def first_scheme(self) -> str:
        return f"{self.title}-HMAC-SHA256"

    @property
    def second_scheme(self) -> str:
        return f"{self.title}-HMAC-SHA256-V2"

    @property
    def timestamp_header(self) -> str:
        return f"X-{self.title}-Timestamp"

    @property
    def on_behalf_of_header(self) -> str:
        return f"X-{self.title}-On-Behalf-Of"

    @property
    def workspace_header(self) -> str:
        return f"{self.title}-Workspace"

    @property
    def signature_header(self) -> str:
        """The header of a webhook's signature."""
        return f"{self.title}-Signature"
