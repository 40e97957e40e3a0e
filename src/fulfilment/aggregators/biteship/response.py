"""Response of Biteship, without what sends requests."""

from collections.abc import Mapping
from typing import Any

import msgspec


class AggregatorResponse(msgspec.Struct, frozen=True):
    """An HTTP response; `body` is None where it was too large or no JSON object."""

    status: int
    body: Mapping[str, Any] | None

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300 and self.body is not None and self.body.get("success") is not False
