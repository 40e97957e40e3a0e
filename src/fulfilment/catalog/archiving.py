"""What a partial update may say of `archived` (decisions, section 11)."""

from collections.abc import Mapping
from typing import Any

from msgspec import UnsetType

from fulfilment.http.errors import Validation


def require_elsewhere(row: Mapping[str, Any], archived: bool | UnsetType) -> None:
    """True says nothing new of what is archived already, and archives nothing else. Raises Validation."""
    if archived is True and not row["archived"]:
        raise Validation("DELETE archives; here archived can only become false.", field="archived")
