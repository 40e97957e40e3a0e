"""Every statement has one plan, whatever PostgreSQL knows of the tables: nothing, or how they once were (decision 29).

All statements are planned as the API's sessions keep them. The rows are of four kinds: never analysed, restored from a
backup, analysed, and analysed while all workspaces had as much.
"""

from collections.abc import Iterator

import psycopg
import pytest

from fulfilment import settings
from fulfilment.infra.database.embedded.server import EmbeddedServer
from fulfilment.infra.database.server_session import session_settings
from fulfilment.infra.database.statements import STATEMENTS
from tests.contract.test_statements import EVERY
from tests.harness import access_paths, shares
from tests.harness.access_paths import Path as AccessPath
from tests.harness.scale import loading

VARIANTS = 2_000
YOUNG, RESTORED, ANALYSED, SHARED = "never_analysed", "restored", "analysed", "shared_out"
# Whichever way they go, they read the same rows.
AS_GOOD = {
    "stock.sums_of_movements": "all movements of a level are summed up, which several indexes begin with",
    "webhooks.purge_log": "what an endpoint has is deleted in any order, and two indexes begin with the endpoint",
}

Plans = dict[str, list[AccessPath]]


@pytest.fixture(scope="module")
def server_with_rows(
    server: EmbeddedServer, template: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[EmbeddedServer]:
    """The four databases."""
    names = (YOUNG, RESTORED, ANALYSED, SHARED)
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {YOUNG} TEMPLATE {template} STRATEGY file_copy")
        loading.fill(server.database_url(YOUNG), VARIANTS, analysed=False)
        for name in (ANALYSED, SHARED):
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {YOUNG} STRATEGY file_copy")
        connection.execute(f"CREATE DATABASE {RESTORED}")
        shares.restore(server, YOUNG, RESTORED, tmp_path_factory.mktemp("backup"))
        shares.analyse(server.database_url(ANALYSED))
        shares.share_out(server.database_url(SHARED))
        yield server
        for name in names:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def plans(server_with_rows: EmbeddedServer) -> dict[str, Plans]:
    return {name: _planned(server_with_rows.database_url(name)) for name in (YOUNG, RESTORED, ANALYSED, SHARED)}


def _planned(url: str) -> Plans:
    with psycopg.connect(url, autocommit=True) as connection:
        for name, value in session_settings(settings.load({})).items():
            connection.execute("SELECT set_config(%s, %s, false)", [name, value])
        known = access_paths.indexes(connection)
        return {
            statement.id: access_paths.paths(_plan(connection, STATEMENTS[statement.id].text), known)
            for statement in EVERY
        }


def _plan(connection: psycopg.Connection, text: str) -> dict:
    # Without parameters the text goes out as it is, `$1` and all.
    ((plan,),) = connection.execute(f"EXPLAIN (GENERIC_PLAN, FORMAT JSON) {text}").fetchall()
    return plan[0]["Plan"]


@pytest.mark.parametrize("name", [statement.id for statement in EVERY if statement.id not in AS_GOOD])
def test_a_statement_has_the_plan_of_the_analysed_tables(plans: dict[str, Plans], name: str) -> None:
    analysed = plans[ANALYSED][name]
    assert {state: found[name] for state, found in plans.items()} == dict.fromkeys(plans, analysed)


@pytest.mark.parametrize("name", AS_GOOD)
def test_what_may_go_several_ways_is_held_to_as_much_by_each(plans: dict[str, Plans], name: str) -> None:
    """The same columns are held to values, by another index."""
    ways = {tuple((path.place, path.alias, path.held) for path in found[name]) for found in plans.values()}
    assert len(ways) == 1
    assert len({tuple(found[name]) for found in plans.values()}) > 1, "it goes one way by now and needs no exception"


def test_most_statements_would_be_planned_otherwise_by_what_postgresql_learns(server_with_rows: EmbeddedServer) -> None:
    """So that the comparison is known to find what it looks for."""
    url = server_with_rows.database_url("learnt")
    with psycopg.connect(server_with_rows.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE learnt TEMPLATE {YOUNG} STRATEGY file_copy")
        try:
            _forget(url)
            before, told = _planned(url), _planned(server_with_rows.database_url(YOUNG))
        finally:
            connection.execute("DROP DATABASE learnt WITH (FORCE)")
    assert len([name for name in told if before[name] != told[name]]) > 20


def _forget(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_clear_attribute_stats('public', tablename, attname, false) FROM pg_stats"
            " WHERE schemaname = 'public'"
        )


@pytest.mark.parametrize(
    ("statement", "path"),
    [
        ("SELECT * FROM products WHERE account_id = $1 AND id = $2", AccessPath("", "products", "one row")),
        (
            "SELECT * FROM stock_levels WHERE account_id = $1 AND last_movement_id < $2 ORDER BY last_movement_id DESC",
            AccessPath("", "stock_levels", "stock_levels_newest", ("account_id",), True),
        ),
        (
            "SELECT * FROM stock_movements WHERE account_id = $1 AND reason = $2 AND (created_at, id) < ($3, $4)"
            " ORDER BY created_at DESC, id DESC LIMIT 10",
            AccessPath("", "stock_movements", "stock_movements_by_reason", ("account_id", "reason"), True),
        ),
        (
            "SELECT * FROM shipments WHERE account_id = $1 AND left(waybill_id, 255) = left($2, 255)",
            AccessPath("", "shipments", "shipments_by_waybill", ("account_id", "leftwaybill_id, 255")),
        ),
    ],
)
def test_a_path_is_what_the_index_is_held_to(
    server_with_rows: EmbeddedServer, statement: str, path: AccessPath
) -> None:
    with psycopg.connect(server_with_rows.database_url(YOUNG)) as connection:
        connection.execute("SET enable_seqscan = off")
        assert access_paths.paths(_plan(connection, statement), access_paths.indexes(connection)) == [path]
