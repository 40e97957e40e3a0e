"""The statement of docs/operating.md names the sessions that keep dead rows from being removed."""

import psycopg

from tests.journeys import pages

SECTION = "SELECT * FROM (\n    SELECT 'session'"
(STATEMENT,) = [
    block.text for block in pages.every("sql") if block.page == "docs/operating.md" and block.text.startswith(SECTION)
]


def test_whoever_holds_a_snapshot_or_has_written_is_named_and_whoever_is_idle_is_not(database_url: str) -> None:
    def connected(name: str) -> psycopg.Connection:
        return psycopg.connect(database_url, application_name=name)

    with connected("reader") as reader, connected("writer") as writer, connected("idle") as idle:
        reader.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        reader.execute("SELECT count(*) FROM accounts")
        writer.execute("CREATE TEMPORARY TABLE held (id integer)")
        idle.execute("SELECT 1")
        idle.rollback()
        with psycopg.connect(database_url, autocommit=True) as operator:
            for _ in range(3):
                operator.execute("SELECT pg_current_xact_id()")
            found = {row[1].partition(" ")[2]: row for row in operator.execute(STATEMENT)}
    assert {"reader", "writer"} <= set(found)
    assert "idle" not in found
    for name in ("reader", "writer"):
        kind, _, since, state, behind = found[name]
        assert (kind, state) == ("session", "idle in transaction")
        assert since is not None
        assert behind >= 3
