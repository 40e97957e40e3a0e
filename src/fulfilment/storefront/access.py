"""The operator's hold on the secrets of storefronts: making what is missing, showing, and rotating them."""

import asyncpg

from fulfilment import ids
from fulfilment.api_keys.minting import Operator
from fulfilment.db import outbox
from fulfilment.db.sql import sql
from fulfilment.db.tx import Tx
from fulfilment.fields import Wire
from fulfilment.http.idempotency import MEMORY_HOURS
from fulfilment.http.route import PREFIX
from fulfilment.storefront import secret
from fulfilment.storefront.proof import PARAMETER

PATH = "/inbound/storefront"
TARGET = "Storefront"

_PARTNER = sql("storefront.unscoped_partner", "SELECT ended_at IS NOT NULL AS is_ended FROM partners WHERE name = $1")

_WORKSPACES = sql(
    "storefront.unscoped_workspaces",
    """
    SELECT a.id AS account_id, a.external_ref, a.name, s.id, s.secret
      FROM accounts a LEFT JOIN storefronts s ON s.account_id = a.id
     WHERE a.partner = $1 AND ($2::text IS NULL OR a.id = $2) ORDER BY a.created_at, a.id
    """,
)

# Whoever comes second shows what the first one made.
_MAKE = sql(
    "storefront.make",
    """
    INSERT INTO storefronts (account_id, id, partner, secret) VALUES ($1, $2, $3, $4)
    ON CONFLICT (account_id) DO NOTHING RETURNING id
    """,
)
_ROTATE = sql(
    "storefront.rotate",
    """
    UPDATE storefronts SET previous_secret = secret, previous_until = now() + $4::interval, secret = $3
     WHERE account_id = $1 AND id = $2
    RETURNING id
    """,
)


class Access(Wire):
    """What one workspace's storefront signs with, and where it sends."""

    account_id: str
    external_ref: str | None
    name: str
    secret: str
    url: str


async def open_all(
    db: asyncpg.Connection, base_url: str, partner: str, account_id: str | None = None, *, rotates: bool = False
) -> list[Access]:
    """Those of the partner's workspaces, the oldest first, or of one of them; what is missing is made.

    Raises LookupError where the partner is unknown or ended, or has no such workspace.
    """
    known = await db.fetchrow(_PARTNER.text, partner)
    if known is None:
        raise LookupError(f"There is no partner {partner}. Make it known: fulfilment partner create {partner}")
    if known["is_ended"]:
        raise LookupError(f"The partner {partner} was ended, and its storefronts with it.")
    async with db.transaction():
        rows = await _find(db, partner, account_id)
        members = []
        for row in rows:
            if row["id"] is None:
                members.append(await _make(db, row["account_id"], partner))
            elif rotates:
                members.append(await _rotate(db, row["account_id"], row["id"]))
        if members:
            await outbox.settle(db, [(tx, None) for tx in members], memory_hours=MEMORY_HOURS)
            rows = await _find(db, partner, account_id)
    return [_shown(row, base_url) for row in rows]


async def _find(db: asyncpg.Connection, partner: str, account_id: str | None) -> list[asyncpg.Record]:
    rows = await db.fetch(_WORKSPACES.text, partner, account_id)
    if not rows and account_id is not None:
        raise LookupError(f"The partner {partner} has no workspace {account_id}.")
    if not rows:
        raise LookupError(
            f"The partner {partner} has no workspace yet: it provisions one with its platform key, by "
            f"POST {PREFIX}/admin/workspaces."
        )
    return rows


async def _make(db: asyncpg.Connection, account_id: str, partner: str) -> Tx:
    tx, id = Tx(db, Operator(account_id)), ids.new(secret.ID_PREFIX)
    if await tx.one(_MAKE, id, partner, secret.seal(secret.draw(), id)) is not None:
        tx.audit("storefront.secret_created", TARGET, id, after={"partner": partner})
    return tx


async def _rotate(db: asyncpg.Connection, account_id: str, id: str) -> Tx:
    tx = Tx(db, Operator(account_id))
    await tx.one(_ROTATE, id, secret.seal(secret.draw(), id), secret.OVERLAP)
    tx.audit("storefront.secret_rotated", TARGET, id)
    return tx


def _shown(row: asyncpg.Record, base_url: str) -> Access:
    return Access(
        account_id=row["account_id"],
        external_ref=row["external_ref"],
        name=row["name"],
        secret=secret.unseal(row["secret"], row["id"]),
        url=f"{base_url}{PREFIX}{PATH}?{PARAMETER}={row['id']}",
    )
