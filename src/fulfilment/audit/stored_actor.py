"""Who asked for what is done later, so that it is done, and audited, in their name."""

import msgspec

from fulfilment.infra.database.transaction import Actor, System


class StoredActor(msgspec.Struct, frozen=True):
    """An actor to be kept. `audit_metadata` names the partner who acted for the workspace, if one did."""

    account_id: str
    actor_id: str | None
    actor_email: str | None = None
    ip: str | None = None
    user_agent: str | None = None
    audit_metadata: dict[str, str] = {}


def encode_actor(actor: Actor) -> str:
    """The actor as JSON."""
    stored = StoredActor(
        account_id=actor.account_id,
        actor_id=actor.actor_id,
        actor_email=actor.actor_email,
        ip=actor.ip,
        user_agent=actor.user_agent,
        audit_metadata=getattr(actor, "audit_metadata", {}),
    )
    return msgspec.json.encode(stored).decode()


def decode_actor(account_id: str, stored: str | None) -> Actor:
    """Whoever it was; the service itself where nobody asked."""
    return System(account_id) if stored is None else msgspec.json.decode(stored, type=StoredActor)
