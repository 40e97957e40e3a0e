"""Who was refused, and why: the counts of the security log, for the operator."""

from datetime import datetime

import asyncpg
import msgspec

from fulfilment.infra.auth.failed_auth_log import queries
from fulfilment.infra.models import format_timestamp


class Refusals(msgspec.Struct, rename="camel"):
    """How often one reason met one address and key id. Null: none was given, `others`: the rest of very many.

    `account_id` and `partner` are those of the key, where it is anybody's.
    """

    reason: str
    address: str | None
    key_id: str | None
    account_id: str | None
    partner: str | None
    count: int
    first_at: str
    last_at: str


async def find(
    db: asyncpg.Connection, since: datetime, most: int, address: str | None = None, key_id: str | None = None
) -> list[Refusals]:
    """The most frequent ones since then, at most so many; exactly those of an address, or of a key id, or of both."""
    given = [value for value in (address, key_id) if value is not None]
    if address is not None and key_id is not None:
        statement = queries.LIST_BY_BOTH
    elif address is not None:
        statement = queries.LIST_BY_ADDRESS
    else:
        statement = queries.LIST if key_id is None else queries.LIST_BY_KEY
    return [
        Refusals(
            reason=row["reason"],
            address=row["address"] or None,
            key_id=row["key_id"] or None,
            account_id=row["account_id"],
            partner=row["partner"],
            count=row["count"],
            first_at=format_timestamp(row["first_at"]),
            last_at=format_timestamp(row["last_at"]),
        )
        for row in await db.fetch(statement.text, since, most, *given)
    ]
