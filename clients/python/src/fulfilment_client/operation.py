"""Description of one operation of the API: its call, and the place of its result in the answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote

_DOTS = (".", "..")


@dataclass(frozen=True)
class Operation:
    """One operation, as the OpenAPI document tells of it.

    `path` is the template, such as `/api/v1/products/{id}`. `takes_key`: an `Idempotency-Key` makes it safe to repeat.
    `unwraps` is the only member of the answer's `data`, which stands for it. `rows` is the member that holds the rows
    of a page, empty where `data` is the rows itself. `is_enveloped` is false where the answer is bare JSON, and a
    public one takes no credential.
    """

    id: str
    method: str
    path: str
    takes_key: bool = False
    unwraps: str | None = None
    rows: str | None = None
    is_enveloped: bool = True
    is_public: bool = False
    body_is_optional: bool = False

    @property
    def is_read(self) -> bool:
        return self.method == "GET"

    @property
    def null_is_absent(self) -> bool:
        """Null clears a field in an update, and is the same as leaving it out everywhere else."""
        return self.method not in ("PATCH", "PUT")

    def target(self, values: Mapping[str, str]) -> str:
        """The path with its parameters filled in. Raises ValueError for what would be another path."""
        path = self.path
        for name, value in values.items():
            if not value or value in _DOTS:
                raise ValueError(f"{name} must be an id, not {value!r}")
            path = path.replace("{" + name + "}", quote(value, safe=""))
        return path
