"""The scripts that pgbench runs in place of recorded requests: new ids are new, used-up rows are others, each time."""

import subprocess
from pathlib import Path

import asyncpg
import pytest

from benchmarks.script import FIRST_MADE, Heard, Known, Pick, Script, written
from benchmarks.workload import FIRST_NUMBER
from fulfilment.infra import ids
from fulfilment.infra.database.embedded.server import EmbeddedServer

FRESH = 4 * FIRST_NUMBER
NUMBER = FIRST_MADE // 1_000


@pytest.fixture
async def db(database_url: str) -> asyncpg.Connection:
    connection = await asyncpg.connect(database_url)
    yield connection
    await connection.close()


def script(statement: str, *args: object, types: str, sent: str = "", key: str = "", picks: tuple = ()) -> Script:
    known = Known(since="00000000000000000000000000", sent=sent, key=key, picks=picks, drawn=("JNE-77",))
    return written([Heard(statement, [args], types.split())], known)


def run(server: EmbeddedServer, url: str, made: Script, folder: Path, times: int, **given: int) -> None:
    """The script on three connections."""
    file = folder / "script.sql"
    file.write_text(made.text)
    said = [part for name, value in (made.variables | given).items() for part in ("-D", f"{name}={value}")]
    program = [server.bin / "pgbench", "-n", "-M", "prepared", "-c", "3", "-t", str(times)]
    subprocess.run([*program, *said, "-f", file, url], check=True, capture_output=True, timeout=60)


async def test_what_a_request_makes_is_new_in_each_transaction(
    server: EmbeddedServer, database_url: str, db: asyncpg.Connection, tmp_path: Path
) -> None:
    await db.execute(
        "CREATE TABLE parcels (id text PRIMARY KEY, claim_token text UNIQUE, waybill text UNIQUE, about text)"
    )
    id, claim_token = ids.new("ship"), ids.cuid()
    made = script(
        "INSERT INTO parcels VALUES ($1, $2, $3, $4)",
        *(id, claim_token, "JNE-77", f'{{"of": "{id}", "at": "12:30"}}'),
        types="text text text text",
    )
    run(server, database_url, made, tmp_path, 5, n=NUMBER)
    rows = await db.fetch("SELECT * FROM parcels ORDER BY id")
    assert len(rows) == 15
    assert made.made("ship_", NUMBER + 64) == rows[0]["id"]
    assert rows[0]["about"] == f'{{"of": "{rows[0]["id"]}", "at": "12:30"}}'


async def test_rows_that_were_there_are_drawn_within_their_bounds_and_keep_their_distance(
    server: EmbeddedServer, database_url: str, db: asyncpg.Connection, tmp_path: Path
) -> None:
    await db.execute("CREATE TABLE seen (first text, second text, product text)")
    first, second = (f"var_0000000{FIRST_NUMBER + n}" for n in (17, 19))
    product = f"prd_0000000{FIRST_NUMBER + 9}"
    made = script(
        "INSERT INTO seen VALUES ($1, $2, $3)",
        *(first, second, product),
        types="text text text",
        sent=first + second,
        picks=(Pick("level", 11, 20),),
    )
    run(server, database_url, made, tmp_path, 40)
    rows = await db.fetch("SELECT right(first, 4)::int AS first, right(second, 4)::int AS second, product FROM seen")
    assert all(row["second"] - row["first"] == 2 and 11 <= row["first"] <= 28 for row in rows)
    assert len({row["first"] for row in rows}) > 5
    assert {row["product"] for row in rows} == {product}


async def test_each_transaction_uses_up_what_another_one_made(
    server: EmbeddedServer, database_url: str, db: asyncpg.Connection, tmp_path: Path
) -> None:
    await db.execute("CREATE TABLE parcels (id text PRIMARY KEY, key text UNIQUE, at int)")
    id, fresh = ids.new("ship"), f"bench-{FRESH}"
    maker = script("INSERT INTO parcels VALUES ($1, $2, 0)", id, fresh, types="text text", sent=fresh, key=fresh)
    run(server, database_url, maker, tmp_path, 4, n=NUMBER)
    one = maker.made("ship_", NUMBER + 64)
    user = script("UPDATE parcels SET at = at + 1 WHERE id = $1", one, types="text", sent=one)
    run(server, database_url, user, tmp_path, 4, m=NUMBER)
    assert await db.fetchval("SELECT array_agg(at) FROM parcels") == [1] * 12


async def test_a_statement_has_more_values_than_pgbench_takes(
    server: EmbeddedServer, database_url: str, db: asyncpg.Connection, tmp_path: Path
) -> None:
    await db.execute("CREATE TABLE texts (one text, many text[])")
    odd = "it's 12:30\\ ok\nand :c1"
    names = ", ".join(["$1"] * 300)
    statement = f"INSERT INTO texts SELECT $1, $2 WHERE $1 IN ({names})"
    run(server, database_url, script(statement, odd, [odd, None, ""], types="text text[]"), tmp_path, 1)
    assert tuple(await db.fetchrow("SELECT DISTINCT one, many FROM texts")) == (odd, [odd, None, ""])


async def test_a_colon_in_a_statement_is_no_variable(
    server: EmbeddedServer, database_url: str, db: asyncpg.Connection, tmp_path: Path
) -> None:
    await db.execute("CREATE TABLE texts (one text, two text)")
    statement = "INSERT INTO texts SELECT 'it''s 12:n', (ARRAY['a', 'b', 'c'])[1:$1]::text -- as :n"
    run(server, database_url, script(statement, 2, types="integer"), tmp_path, 1)
    assert tuple(await db.fetchrow("SELECT * FROM texts")) == ("it's 12:n", "{a,b}")
