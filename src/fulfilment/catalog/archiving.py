"""What a partial update may say of `archived` (decisions, section 11)."""

from msgspec import UnsetType

from fulfilment.infra.api.errors import Validation
from fulfilment.infra.models import Row


def require_not_archiving(row: Row, archived: bool | UnsetType) -> None:
    """True says nothing new of what is archived already, and archives nothing else. Raises Validation."""
    if archived is True and not row["archived"]:
        raise Validation("DELETE archives; here archived can only become false.", field="archived")
