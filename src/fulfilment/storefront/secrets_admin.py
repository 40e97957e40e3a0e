"""Storefront secrets for the operator: create, show and rotate."""

import asyncpg

from fulfilment.api_keys.service import OperatorActor
from fulfilment.infra import ids
from fulfilment.infra.api.routing import PREFIX
from fulfilment.infra.database import outbox
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import ApiModel
from fulfilment.infra.operations.idempotency import RETENTION_HOURS
from fulfilment.storefront import signature_auth
from fulfilment.storefront.signature_auth import PARAMETER

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

# A concurrent call that comes second shows the secret of the first.
_CREATE_SECRET = sql(
    "storefront.create_secret",
    """
    INSERT INTO storefronts (account_id, id, partner, secret) VALUES ($1, $2, $3, $4)
    ON CONFLICT (account_id) DO NOTHING RETURNING id
    """,
)
_ROTATE_SECRET = sql(
    "storefront.rotate_secret",
    """
    UPDATE storefronts SET previous_secret = secret, previous_until = now() + $4::interval, secret = $3
     WHERE account_id = $1 AND id = $2
    RETURNING id
    """,
)


class StorefrontCredentials(ApiModel):
    """The signing secret and the event address of one workspace's storefront."""

    account_id: str
    external_ref: str | None
    name: str
    secret: str
    url: str


async def ensure_secrets(
    db: asyncpg.Connection, base_url: str, partner: str, account_id: str | None = None, *, is_rotation: bool = False
) -> list[StorefrontCredentials]:
    """The secrets of the partner's workspaces, the oldest first, or of one workspace. Missing secrets are created.

    Raises LookupError where the partner is unknown or ended, or has no such workspace.
    """
    partner_row = await db.fetchrow(_PARTNER.text, partner)
    if partner_row is None:
        raise LookupError(f"There is no partner {partner}. Make it known: fulfilment partner create {partner}")
    if partner_row["is_ended"]:
        raise LookupError(f"The partner {partner} was ended, and its storefronts with it.")
    async with db.transaction():
        rows = await _list_storefronts(db, partner, account_id)
        transactions = []
        for row in rows:
            if row["id"] is None:
                transactions.append(await _create_secret(db, row["account_id"], partner))
            elif is_rotation:
                transactions.append(await _rotate_secret(db, row["account_id"], row["id"]))
        if transactions:
            await outbox.flush(db, [(tx, None) for tx in transactions], retention_hours=RETENTION_HOURS)
            rows = await _list_storefronts(db, partner, account_id)
    return [_to_api(row, base_url) for row in rows]


async def _list_storefronts(db: asyncpg.Connection, partner: str, account_id: str | None) -> list[asyncpg.Record]:
    rows = await db.fetch(_WORKSPACES.text, partner, account_id)
    if not rows and account_id is not None:
        raise LookupError(f"The partner {partner} has no workspace {account_id}.")
    if not rows:
        raise LookupError(
            f"The partner {partner} has no workspace yet: it provisions one with its platform key, by "
            f"POST {PREFIX}/admin/workspaces."
        )
    return rows


async def _create_secret(db: asyncpg.Connection, account_id: str, partner: str) -> Tx:
    tx, id = Tx(db, OperatorActor(account_id)), ids.new(signature_auth.ID_PREFIX)
    if (
        await tx.fetch_optional(
            _CREATE_SECRET, id, partner, signature_auth.encrypt_secret(signature_auth.generate_secret(), id)
        )
        is not None
    ):
        tx.audit("storefront.secret_created", TARGET, id, after={"partner": partner})
    return tx


async def _rotate_secret(db: asyncpg.Connection, account_id: str, id: str) -> Tx:
    tx = Tx(db, OperatorActor(account_id))
    await tx.fetch_optional(
        _ROTATE_SECRET, id, signature_auth.encrypt_secret(signature_auth.generate_secret(), id), signature_auth.OVERLAP
    )
    tx.audit("storefront.secret_rotated", TARGET, id)
    return tx


def _to_api(row: asyncpg.Record, base_url: str) -> StorefrontCredentials:
    return StorefrontCredentials(
        account_id=row["account_id"],
        external_ref=row["external_ref"],
        name=row["name"],
        secret=signature_auth.decrypt_secret(row["secret"], row["id"]),
        url=f"{base_url}{PREFIX}{PATH}?{PARAMETER}={row['id']}",
    )
