"""No list, look-up or sweep reads more rows because there are more of them (issue 3's bar, without a clock).

PostgreSQL itself says how many rows each of them read, by the plan that the API's sessions keep. One of the two
workspaces has seven times as much of everything. The tables are read twice: analysed, and never analysed.
`python -m benchmarks.scale` asks the same of a million variants and measures how long it takes.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import asyncpg
import psycopg
import pytest
import pytest_asyncio

from fulfilment.infra.api import pagination
from fulfilment.infra.database.embedded.server import EmbeddedServer
from tests.harness import shares
from tests.harness.scale import asked, loading
from tests.harness.scale.explaining import answer_and_work, connect, explained
from tests.harness.scale.work import READS_EVERYTHING, read_from, reads_more

# So few that PostgreSQL looks at every row for its statistics, and plans the same each time.
SMALL, LARGE = 400, 2_800
QUESTIONS = {name: question for name, question in asked.QUESTIONS.items() if name not in READS_EVERYTHING}
# As many as a filter without an index looks through. The small one must have as many.
LOOKED_THROUGH = 100


@contextmanager
def copied(server: EmbeddedServer, templates: dict[int, str], suffix: str) -> Iterator[dict[int, str]]:
    """The names of copies, one of each template, which end with the context."""
    names = {variants: f"plans_{variants}_{suffix}" for variants in templates}
    with psycopg.connect(server.url, autocommit=True) as connection:
        for variants, template in templates.items():
            connection.execute(f"CREATE DATABASE {names[variants]} TEMPLATE {template} STRATEGY file_copy")
        yield names
        for name in names.values():
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def young(server: EmbeddedServer, template: str) -> Iterator[dict[int, str]]:
    """The names of the two databases, which were never analysed."""
    with copied(server, dict.fromkeys((SMALL, LARGE), template), "young") as names:
        for variants, name in names.items():
            loading.fill(server.database_url(name), variants, analysed=False)
        yield names


@pytest.fixture(scope="module", params=[True, False], ids=["analysed", "never_analysed"])
def urls(server: EmbeddedServer, young: dict[int, str], request: pytest.FixtureRequest) -> Iterator[dict[int, str]]:
    """The addresses of the two workspaces."""
    with copied(server, young, "asked") as names:
        addresses = {variants: server.database_url(name) for variants, name in names.items()}
        if request.param:
            for address in addresses.values():
                shares.analyse(address)
        yield addresses


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sessions(urls: dict[int, str]) -> AsyncIterator[dict[int, asyncpg.Connection]]:
    """A session in each of them, as the API has it."""
    opened = {variants: await connect(url) for variants, url in urls.items()}
    yield opened
    for session in opened.values():
        await session.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def of_workers(urls: dict[int, str]) -> AsyncIterator[dict[int, asyncpg.Connection]]:
    """A session in each of them, as a worker has it."""
    opened = {variants: await connect(url, of_worker=True) for variants, url in urls.items()}
    yield opened
    for session in opened.values():
        await session.close()


async def _rows(sessions: dict[int, asyncpg.Connection], statement: str) -> list[int]:
    """How many rows a statement reads in the small and in the large one."""
    told = [await explained(session, statement, (loading.ACCOUNT,), "FORMAT JSON") for session in sessions.values()]
    return [read_from(plan).rows for ((plan,),) in told]


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("name", QUESTIONS)
async def test_seven_times_as_many_are_read_no_more(
    sessions: dict[int, asyncpg.Connection],
    of_workers: dict[int, asyncpg.Connection],
    name: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pagination, "MAX_SCANNED", LOOKED_THROUGH)
    question = QUESTIONS[name]
    asked_of = of_workers if question.is_of_worker else sessions
    work = [await answer_and_work(name, question, session, variants) for variants, session in asked_of.items()]
    (_, small), (_, large) = work
    assert not reads_more(small.rows, large.rows), f"{small.rows} rows of {SMALL} variants, {large.rows} of {LARGE}"


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    "statement",
    [
        "SELECT id FROM stock_movements WHERE account_id = $1 AND note IS NULL ORDER BY delta LIMIT 10",
        "SELECT id FROM shipments WHERE account_id = $1 AND driver IS NOT NULL ORDER BY id DESC LIMIT 10",
        "SELECT count(*) FROM products WHERE account_id = $1",
    ],
)
async def test_a_list_without_an_index_would_be_noticed(
    sessions: dict[int, asyncpg.Connection], statement: str
) -> None:
    assert reads_more(*await _rows(sessions, statement))


def test_only_reconciling_may_read_everything() -> None:
    assert set(asked.QUESTIONS) - set(QUESTIONS) == {"reconciling, one batch"}


@pytest.mark.asyncio(loop_scope="module")
async def test_sessions_of_the_api_keep_one_plan_for_all_values(sessions: dict[int, asyncpg.Connection]) -> None:
    for session in sessions.values():
        assert await session.fetchval("SHOW plan_cache_mode") == "force_generic_plan"
        assert await session.fetchval("SHOW enable_seqscan") == "off"


def test_every_table_is_planned_as_if_one_workspace_had_all_of_it(module_database_url: str) -> None:
    with psycopg.connect(module_database_url) as connection:
        rows = connection.execute(
            """
            SELECT c.relname, coalesce('n_distinct=1' = ANY (a.attoptions), false)
              FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
             WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attname = 'account_id'
            """
        ).fetchall()
    assert len(rows) > 20
    assert [table for table, is_told in rows if not is_told] == []
