"""What workspaces are called, for somebody who may work in all of them."""

from collections.abc import Sequence

from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import sql

# What opens by itself is called by its id until somebody gives it a name.
LIST_NAMES = sql("accounts.unscoped_names", "SELECT id, name FROM accounts WHERE id = ANY ($1::text[]) AND name <> id")


async def get_names(db: Database, account_ids: Sequence[str]) -> dict[str, str]:
    """The name of each; one that nobody has named has none. The caller has proven that they are theirs."""
    async with db.connection() as connection:
        rows = await connection.fetch(LIST_NAMES.text, list(account_ids))
    return {row["id"]: row["name"] for row in rows}
