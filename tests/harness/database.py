"""Rows that the service wrote, read straight from the database."""

import json
from typing import Any

import msgspec

from tests.harness.service import Client
from tests.harness.workspaces import in_database


class Stored(msgspec.Struct):
    """An event as it stands in the database."""

    type: str
    subject: str
    sequence: int
    data: dict[str, Any]


def rows(client: Client, statement: str, *args: Any) -> list[Any]:
    """The rows of a statement whose `$1` is the client's workspace."""
    return in_database(client.service.database_url, lambda db: db.fetch(statement, client.account_id, *args))


def execute(client: Client, statement: str, *args: Any) -> None:
    """Run a statement that knows no workspace."""
    in_database(client.service.database_url, lambda db: db.execute(statement, *args))


def events(client: Client, type_prefix: str = "", subject: str | None = None) -> list[Stored]:
    """The workspace's events of types that begin so (`stock.`), in the order of each subject's sequence."""
    statement = """
        SELECT type, subject, sequence, data FROM events
         WHERE account_id = $1 AND type ^@ $2 AND ($3::text IS NULL OR subject = $3) ORDER BY subject, sequence
    """
    found = rows(client, statement, f"svc.{type_prefix}", subject)
    return [Stored(row["type"], row["subject"], row["sequence"], json.loads(row["data"])) for row in found]


def assert_ledger_law(client: Client) -> None:
    """Every level is the sum of its movements, which are numbered from 1 without a gap (decisions, section 5)."""
    unsound = rows(
        client,
        """
        SELECT l.variant_id, l.warehouse_id, l.quantity, m.total FROM stock_levels l
          LEFT JOIN (SELECT variant_id, warehouse_id, sum(delta) AS total, count(*) AS lines, max(number) AS newest
                       FROM stock_movements WHERE account_id = $1 GROUP BY 1, 2) m USING (variant_id, warehouse_id)
         WHERE l.account_id = $1
           AND (l.quantity, l.movement_count, m.lines) IS DISTINCT FROM (m.total::bigint, m.newest, m.newest)
        """,
    )
    assert unsound == []
