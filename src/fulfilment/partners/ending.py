"""The operator's hold on partners: making them known, and ending them (decisions, section 13)."""

import asyncpg
import msgspec

from fulfilment.api_keys.records import RevokedApiKey
from fulfilment.db import outbox
from fulfilment.db.tx import Tx
from fulfilment.fields import Wire, stamp
from fulfilment.http.idempotency import MEMORY_HOURS
from fulfilment.partners import queries
from fulfilment.partners.records import Partner

REVOKED_AT_ONCE = 1_000


class Ended(Wire):
    """How many keys ended with a partner: its own, and those that it made on behalf of merchants."""

    name: str
    platform_keys: int
    made_keys: int


class OperatorOfPartner(msgspec.Struct, frozen=True):
    """The person at the command line, ending a partner, in one of the workspaces that its keys were of."""

    account_id: str
    partner: str
    actor_id: str | None = None
    actor_email: str | None = None
    ip: str | None = None
    user_agent: str | None = "fulfilment command line"

    @property
    def audit_metadata(self) -> dict[str, str]:
        return {"partner": self.partner}


async def create(db: asyncpg.Connection, name: str, *, shares_identity_provider: bool) -> Partner:
    """A new partner. Raises LookupError where there was one of that name."""
    made = queries.partner_of(await db.fetchrow(queries.CREATE.text, name, shares_identity_provider))
    if made is None:
        raise LookupError(f"There is, or was, a partner {name} already.")
    return made


async def change(db: asyncpg.Connection, name: str, *, shares_identity_provider: bool) -> Partner:
    """Whether it shares the identity provider. Raises LookupError."""
    changed = queries.partner_of(await db.fetchrow(queries.CHANGE.text, name, shares_identity_provider))
    if changed is None:
        raise LookupError(f"There is no partner {name}, or it was ended.")
    return changed


async def list_partners(db: asyncpg.Connection) -> list[Partner]:
    """All of them, by name: the operator has made each."""
    return [queries.partner_of(row) for row in await db.fetch(queries.LIST.text)]


async def end(db: asyncpg.Connection, name: str) -> Ended:
    """Revoke all its platform keys and all keys that it made, however many, for ever and all at once.

    What is being made by it meanwhile is waited for, and then revoked too. Its workspaces stay their merchants'. Raises
    LookupError.
    """
    async with db.transaction():
        at = await db.fetchval(queries.END.text, name)
        if at is None:
            raise LookupError(f"There is no partner {name}, or it was ended already.")
        counts = []
        for statement in (queries.REVOKE_PLATFORM_KEYS, queries.REVOKE_MADE_KEYS):
            count = 0
            while revoked := await db.fetch(statement.text, name, at, REVOKED_AT_ONCE):
                await _audit(db, name, revoked)
                count += len(revoked)
            counts.append(count)
    return Ended(name, *counts)


async def _audit(db: asyncpg.Connection, partner: str, revoked: list[asyncpg.Record]) -> None:
    """As if each had been revoked by itself, in the log of its workspace."""
    done: dict[str, Tx] = {}
    for row in revoked:
        account_id = row["account_id"]
        tx = done.setdefault(account_id, Tx(db, OperatorOfPartner(account_id, partner)))
        after = RevokedApiKey(id=row["id"], revoked_at=stamp(row["revoked_at"]))
        tx.audit("api_key.revoked", "ApiKey", row["id"], before={"revokedAt": None}, after=after)
    await outbox.settle(db, [(tx, None) for tx in done.values()], memory_hours=MEMORY_HOURS)
