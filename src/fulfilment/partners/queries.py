"""The SQL of partners. It knows the partner where others know the workspace."""

from typing import Any

import asyncpg
import msgspec

from fulfilment.db.sql import sql
from fulfilment.db.tx import Read, Tx
from fulfilment.db.wire_json import object_of
from fulfilment.partners.records import NewWorkspace, Partner, PartnerWorkspace

_WORKSPACE = object_of(PartnerWorkspace, "a", account_id="a.id")

# Whoever comes second under a reference, or an id, waits for the first, and then stores nothing.
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

IS_TAKEN = sql("partners.unscoped_is_taken", "SELECT id FROM accounts WHERE id = $1")

LIST = sql("partners.unscoped_list", "SELECT {row} AS row FROM partners p ORDER BY p.name", row=object_of(Partner, "p"))

CREATE = sql(
    "partners.unscoped_create",
    """
    INSERT INTO partners AS p (name, shares_identity_provider) VALUES ($1, $2)
    ON CONFLICT (name) DO NOTHING RETURNING {row} AS row
    """,
    row=object_of(Partner, "p"),
)

CHANGE = sql(
    "partners.unscoped_change",
    "UPDATE partners p SET shares_identity_provider = $2 WHERE name = $1 AND ended_at IS NULL RETURNING {row} AS row",
    row=object_of(Partner, "p"),
)

END = sql(
    "partners.unscoped_end",
    "UPDATE partners SET ended_at = now() WHERE name = $1 AND ended_at IS NULL RETURNING ended_at",
)

# Some at a time, for their audit entries, in the order of no other statement that waits.
_REVOKE = """
    UPDATE api_keys SET revoked_at = $2
     WHERE key_id = ANY (ARRAY(SELECT key_id FROM api_keys WHERE {whose} = $1 AND revoked_at IS NULL
                                ORDER BY key_id LIMIT $3))
    RETURNING account_id, id, revoked_at
"""
REVOKE_PLATFORM_KEYS = sql("partners.unscoped_revoke_platform_keys", _REVOKE, whose="partner")
REVOKE_MADE_KEYS = sql("partners.unscoped_revoke_made_keys", _REVOKE, whose="made_by_partner")


async def insert_workspace(
    tx: Tx, account_id: str, given: NewWorkspace, plan: str, partner: str
) -> PartnerWorkspace | None:
    """The workspace, None where its id or its reference is taken."""
    values = (given.external_ref, given.brand_name, given.business_email, given.discount_rate)
    return _workspace(await tx.across(INSERT_WORKSPACE, account_id, given.name, plan, partner, *values))


async def find_workspace(read: Read, account_id: str, partner: str) -> PartnerWorkspace | None:
    """One of the partner's workspaces."""
    return _workspace(await read.across(FIND_WORKSPACE, account_id, partner))


async def find_by_reference(read: Read, partner: str, external_ref: str) -> PartnerWorkspace | None:
    return _workspace(await read.across(FIND_BY_REFERENCE, partner, external_ref))


async def is_taken(read: Read, account_id: str) -> bool:
    """Whether anybody's workspace has the id."""
    return bool(await read.across(IS_TAKEN, account_id))


def partner_of(row: asyncpg.Record | None) -> Partner | None:
    return None if row is None else msgspec.json.decode(row["row"], type=Partner)


def _workspace(rows: Any) -> PartnerWorkspace | None:
    return msgspec.json.decode(rows[0]["row"], type=PartnerWorkspace) if rows else None
