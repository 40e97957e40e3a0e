"""How much a statement reads, by PostgreSQL's own account of running it."""

import json
from typing import Any

import asyncpg


async def rows_read(connection: asyncpg.Connection, statement: str, *args: Any) -> int:
    """How many rows the scans of tables looked at, those that a filter threw away among them.

    Fails on a sequential scan of a table. Changes by the statement are rolled back.
    """
    explained = connection.transaction()
    await explained.start()
    try:
        plan = await connection.fetchval(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", *args)
    finally:
        await explained.rollback()
    assert plan is not None
    return _read(json.loads(plan)[0]["Plan"])


def _read(node: dict[str, Any]) -> int:
    assert node["Node Type"] != "Seq Scan", f"reads the whole of {node['Relation Name']}"
    below = sum(_read(child) for child in node.get("Plans", ()))
    if "Relation Name" not in node or not node["Node Type"].endswith("Scan"):
        return below
    thrown = sum(count for name, count in node.items() if name.startswith("Rows Removed"))
    return below + round((node["Actual Rows"] + thrown) * node["Actual Loops"])
