"""The SQL of partners. Its statements are scoped by the partner instead of the workspace."""

from collections.abc import Sequence
from typing import overload

import asyncpg
import msgspec

from fulfilment.infra.database.statements import json_object, sql
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.partners.schemas import NewWorkspace, Partner, PartnerWorkspace

_WORKSPACE = json_object(PartnerWorkspace, "a", account_id="a.id")

# A concurrent insert with the same reference or id waits for the first, and then inserts nothing.
INSERT_WORKSPACE = sql(
    "partners.unscoped_insert_workspace",
    """
    INSERT INTO accounts AS a (id, name, plan, partner, origin, external_ref, brand_name, business_email, discount_rate,
                               created_at)
    VALUES ($1, $2, $3, $4, 'partner', $5, $6, $7, $8, now())
    ON CONFLICT DO NOTHING RETURNING {row} AS row
    """,
    row=_WORKSPACE,
)

FIND_WORKSPACE = sql(
    "partners.unscoped_find_workspace",
    "SELECT {row} AS row FROM accounts a WHERE a.id = $1 AND a.partner = $2",
    row=_WORKSPACE,
)

FIND_BY_REFERENCE = sql(
    "partners.unscoped_find_by_reference",
    "SELECT {row} AS row FROM accounts a WHERE a.partner = $1 AND a.external_ref = $2",
    row=_WORKSPACE,
)

WORKSPACE_EXISTS = sql("partners.unscoped_workspace_exists", "SELECT id FROM accounts WHERE id = $1")

LIST = sql(
    "partners.unscoped_list", "SELECT {row} AS row FROM partners p ORDER BY p.name", row=json_object(Partner, "p")
)

CREATE = sql(
    "partners.unscoped_create",
    """
    INSERT INTO partners AS p (name, shares_identity_provider) VALUES ($1, $2)
    ON CONFLICT (name) DO NOTHING RETURNING {row} AS row
    """,
    row=json_object(Partner, "p"),
)

UPDATE = sql(
    "partners.unscoped_update",
    "UPDATE partners p SET shares_identity_provider = $2 WHERE name = $1 AND ended_at IS NULL RETURNING {row} AS row",
    row=json_object(Partner, "p"),
)

END = sql(
    "partners.unscoped_end",
    "UPDATE partners SET ended_at = now() WHERE name = $1 AND ended_at IS NULL RETURNING ended_at",
)

# Keys are revoked in batches, which bounds the audit entries of a statement, and in the order of their ids.
_REVOKE = """
    UPDATE api_keys SET revoked_at = $2
     WHERE key_id = ANY (ARRAY(SELECT key_id FROM api_keys WHERE {whose} = $1 AND revoked_at IS NULL
                                ORDER BY key_id LIMIT $3))
    RETURNING account_id, id, name, revoked_at
"""
REVOKE_PLATFORM_KEYS = sql("partners.unscoped_revoke_platform_keys", _REVOKE, whose="partner")
REVOKE_CREATED_KEYS = sql("partners.unscoped_revoke_created_keys", _REVOKE, whose="made_by_partner")


LIST_ENDPOINTS = sql(
    "partners.unscoped_list_endpoints",
    """
    SELECT account_id, id FROM webhook_endpoints WHERE partner = $1 AND active AND deleted_at IS NULL
     ORDER BY account_id, id LIMIT $2
    """,
)


async def insert_workspace(
    tx: Tx, account_id: str, body: NewWorkspace, plan: str, partner: str
) -> PartnerWorkspace | None:
    """Insert a workspace. None if its id or its reference is taken."""
    values = (body.external_ref, body.brand_name, body.business_email, body.discount_rate)
    return _decode_workspace(await tx.fetch_unscoped(INSERT_WORKSPACE, account_id, body.name, plan, partner, *values))


async def find_workspace(read: Read, account_id: str, partner: str) -> PartnerWorkspace | None:
    """A workspace of the partner, by its id."""
    return _decode_workspace(await read.fetch_unscoped(FIND_WORKSPACE, account_id, partner))


async def find_by_reference(read: Read, partner: str, external_ref: str) -> PartnerWorkspace | None:
    return _decode_workspace(await read.fetch_unscoped(FIND_BY_REFERENCE, partner, external_ref))


async def workspace_exists(read: Read, account_id: str) -> bool:
    """True if there is a workspace with the id, of any partner or none."""
    return bool(await read.fetch_unscoped(WORKSPACE_EXISTS, account_id))


@overload
def decode_partner(row: asyncpg.Record) -> Partner: ...
@overload
def decode_partner(row: asyncpg.Record | None) -> Partner | None: ...
def decode_partner(row: asyncpg.Record | None) -> Partner | None:
    return None if row is None else msgspec.json.decode(row["row"], type=Partner)


def _decode_workspace(rows: Sequence[asyncpg.Record]) -> PartnerWorkspace | None:
    return msgspec.json.decode(rows[0]["row"], type=PartnerWorkspace) if rows else None
