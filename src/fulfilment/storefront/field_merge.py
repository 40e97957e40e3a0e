"""What a storefront said of one thing, whatever order it was heard in.

Each field is a register of its own: it keeps the value of the event that comes last by the storefront's own order, and
at which position that was. So whoever has heard the same events knows the same, in whatever order and how often they
came; and a field that was never said stays the merchant's.
"""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

# A field's name here, with the position of the event that said it last, and what that said.
MergedFields = dict[str, tuple[str, Any]]

ARCHIVED = "archived"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# Of events with one version and one moment, and nothing else to tell them apart by.
_RANKS = {"created": 0, "updated": 1, "archived": 2}
_DIGEST_CHARACTERS = 12


def build_version_key(version: int | None, occurred_at: datetime, type: str, event_id: str) -> str:
    """Where an event stands among all of its storefront's, as a text that sorts so.

    The version decides, and the moment among events without one, which come before all that have one; then creation
    comes before a change, and that before archiving.
    """
    moment = max((occurred_at - _EPOCH) // timedelta(microseconds=1), 0)
    digest = hashlib.sha256(event_id.encode()).hexdigest()[:_DIGEST_CHARACTERS]
    numbered = f"{0 if version is None else 1}{version or 0:016d}"
    return f"{numbered}.{moment:018d}.{_RANKS[type.rpartition('.')[2]]}.{digest}"


def merge(merged: MergedFields, version_key: str, values: Mapping[str, Any]) -> bool:
    """Take in what an event at this position says of the fields. Answers whether any of it is the newest there is."""
    newer = {name: value for name, value in values.items() if name not in merged or merged[name][0] < version_key}
    merged.update({name: (version_key, value) for name, value in newer.items()})
    return bool(newer)


def get_values(merged: MergedFields, *names: str) -> dict[str, Any]:
    """The newest values of those fields that were said."""
    return {name: merged[name][1] for name in names if name in merged}


def is_archived(merged: MergedFields) -> bool:
    return ARCHIVED in merged and merged[ARCHIVED][1]
