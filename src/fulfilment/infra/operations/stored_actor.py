"""The actor of work that is finished later, by another request or by a worker: it is done and audited in their name."""

import msgspec

from fulfilment.infra.database.transaction import Tx


class StoredActor(msgspec.Struct, frozen=True, omit_defaults=True):
    """An actor as JSON keeps it. `trace` is the span context that the work belongs to, if it is recorded.

    `audit_metadata` names the partner that acted for the workspace, if one did. A batch reads the row as a `Principal`.
    """

    account_id: str
    actor_id: str | None
    actor_email: str | None = None
    key_id: str | None = None
    partner: str | None = None
    is_on_behalf_of: bool = False
    created_by_partner: str | None = None
    ip: str | None = None
    user_agent: str | None = None
    audit_metadata: dict[str, str] = {}
    trace: bytes | None = None


_FIELDS = [name for name in StoredActor.__struct_fields__ if name != "trace"]


def encode_actor(tx: Tx) -> str:
    """The actor of the transaction as JSON, with its trace."""
    fields = {name: getattr(tx.actor, name) for name in _FIELDS if hasattr(tx.actor, name)}
    trace = None if tx.span is None else tx.span.span_context
    return msgspec.json.encode(StoredActor(**fields, trace=trace)).decode()


def decode_actor(account_id: str, stored: str | None) -> StoredActor:
    """The actor; the service itself where nothing is stored."""
    return StoredActor(account_id, None) if stored is None else msgspec.json.decode(stored, type=StoredActor)
