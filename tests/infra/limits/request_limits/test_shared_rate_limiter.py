"""Rate limit windows that several processes share through one row: their sum, and recovery from a bad row."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest
from structlog.testing import capture_logs

from fulfilment import settings
from fulfilment.infra.database.pool import Database, PoolFull
from fulfilment.infra.limits.rate_limiter import SharedRateLimiter, max_local_pending

pytestmark = pytest.mark.asyncio(loop_scope="function")

NOWHERE = "postgresql://nobody@127.0.0.1:1/nowhere"
LIMIT = 200


class Clock:
    """A clock in seconds that only a test moves."""

    def __init__(self, at: float = 17.0) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    """The connections of one process."""
    db = Database(settings.load({"FULFILMENT_DATABASE_LOCK_TIMEOUT_SECONDS": "0.2"}), url)
    await db.open()
    try:
        yield db
    finally:
        await db.close()


@pytest.fixture
async def db(database_url: str) -> AsyncIterator[Database]:
    async with opened(database_url) as db:
        yield db


async def granted(windows: SharedRateLimiter, subject: str, limit: int, tries: int, cost: int = 1) -> int:
    """How many of so many tries, all under way at once, are let through."""
    taken = await asyncio.gather(*(windows.acquire(subject, limit, cost) for _ in range(tries)))
    return sum(not allowance.wait_seconds for allowance in taken)


async def used(db: Database, subject: str) -> int | None:
    """The number of requests that the processes have reported to the database."""
    async with db.connection() as connection:
        return await connection.fetchval("SELECT used FROM request_windows WHERE subject = $1", subject)


async def end_window(db: Database, subject: str) -> None:
    """End the minute by the database's clock."""
    async with db.connection() as connection:
        await connection.execute("UPDATE request_windows SET ends_at = now() WHERE subject = $1", subject)


@pytest.mark.parametrize("limit", [1, 7, 60, 600, 5_000])
async def test_a_fresh_allowance_may_be_used_at_once_and_no_more_than_it(db: Database, limit: int) -> None:
    assert await granted(SharedRateLimiter(db), "acc_1", limit, limit + 20) == limit


async def test_one_subject_takes_nothing_from_another(db: Database) -> None:
    windows = SharedRateLimiter(db)
    assert await granted(windows, "acc_1", 5, 9) == 5
    assert await granted(windows, "acc_2", 5, 9) == 5


async def test_what_is_refused_takes_nothing_and_says_when_it_is_worth_trying(db: Database) -> None:
    windows = SharedRateLimiter(db, now=Clock())
    assert (await windows.acquire("acc_1", 10, 4)).remaining == 6
    refused = await windows.acquire("acc_1", 10, 7)
    assert refused.remaining == 6 and refused.wait_seconds == refused.reset_seconds > 0
    assert (await windows.acquire("acc_1", 10, 6)).remaining == 0


async def test_a_minute_later_the_allowance_is_whole(db: Database) -> None:
    clock = Clock()
    windows = SharedRateLimiter(db, now=clock)
    told = [await windows.acquire("acc_1", 3) for _ in range(4)]
    assert [allowance.remaining for allowance in told] == [2, 1, 0, 0] and told[-1].wait_seconds
    clock.at += told[-1].wait_seconds
    assert (await windows.acquire("acc_1", 3)).wait_seconds == 0


async def test_what_costs_more_than_the_allowance_takes_all_of_a_whole_one_and_nothing_of_another(db: Database) -> None:
    windows = SharedRateLimiter(db)
    assert (await windows.acquire("acc_1", 60, 1_000)).remaining == 0
    assert (await windows.acquire("acc_1", 60)).wait_seconds > 0
    assert (await windows.acquire("acc_2", 60)).wait_seconds == 0
    assert (await windows.acquire("acc_2", 60, 1_000)).wait_seconds > 0


async def test_what_is_given_back_can_be_taken_again_by_any_process(db: Database) -> None:
    here, there = SharedRateLimiter(db), SharedRateLimiter(db)
    assert await granted(here, "acc_1", 20, 20) == 20
    await here.stop()
    here.refund("acc_1", 20)
    await here.stop()
    assert await used(db, "acc_1") == 19
    assert await granted(there, "acc_1", 20, 1) == 1


@pytest.mark.parametrize("processes", [2, 5])
async def test_processes_admit_together_what_the_limit_says_and_a_share_for_each_further_one(
    database_url: str, db: Database, processes: int
) -> None:
    """The tolerance of docs/limits.md, against all of them at once."""
    async with opened(database_url) as other_db:
        nodes = [SharedRateLimiter((db, other_db)[number % 2]) for number in range(processes)]
        admitted = sum(await asyncio.gather(*(granted(node, "acc_1", LIMIT, 2 * LIMIT) for node in nodes)))
        assert LIMIT <= admitted <= LIMIT + (processes - 1) * max_local_pending(LIMIT)
        # And once they have told one another, nothing more.
        await asyncio.gather(*(node.stop() for node in nodes))
        assert await used(db, "acc_1") == admitted


async def test_what_another_process_admitted_counts_here_after_a_share_at_the_most(db: Database) -> None:
    here, there = SharedRateLimiter(db), SharedRateLimiter(db)
    assert await granted(here, "acc_1", LIMIT, LIMIT) == LIMIT
    await here.stop()
    assert await granted(there, "acc_1", LIMIT, LIMIT) <= max_local_pending(LIMIT)
    assert (await there.acquire("acc_1", LIMIT)).remaining == 0


async def test_everything_is_told_by_and_by_without_anybody_waiting(db: Database) -> None:
    windows = SharedRateLimiter(db)
    windows.start()
    await windows.acquire("acc_1", 10_000)
    deadline = time.monotonic() + 30
    while await used(db, "acc_1") != 1:
        assert time.monotonic() < deadline
        await asyncio.sleep(0.05)
    await windows.stop()


async def test_of_addresses_only_those_that_use_much_are_told_of(db: Database) -> None:
    windows = SharedRateLimiter(db, reports_all=False)
    windows.try_acquire("@0a", 300)
    for _ in range(max_local_pending(300)):
        windows.try_acquire("@0b", 300)
    await windows.stop()
    assert await used(db, "@0a") is None
    assert await used(db, "@0b") == max_local_pending(300)


async def test_a_node_whose_clock_is_an_hour_off_counts_as_the_others_do(db: Database) -> None:
    right, wrong = SharedRateLimiter(db), SharedRateLimiter(db, now=lambda: time.monotonic() + 3_600)
    for one, other, subject in ((right, wrong, "acc_1"), (wrong, right, "acc_2")):
        assert await granted(one, subject, LIMIT, LIMIT) == LIMIT
        await one.stop()
        assert await granted(other, subject, LIMIT, LIMIT) <= max_local_pending(LIMIT)
        assert 0 < (await other.acquire(subject, LIMIT)).wait_seconds <= 60


async def test_a_process_that_died_leaves_nothing_that_counts_beyond_its_minute(db: Database) -> None:
    dead, other = SharedRateLimiter(db), SharedRateLimiter(db)
    await granted(dead, "acc_1", LIMIT, LIMIT)
    await dead.stop()
    await end_window(db, "acc_1")
    assert await granted(other, "acc_1", LIMIT, LIMIT + 5) == LIMIT
    await other.stop()
    assert await used(db, "acc_1") == LIMIT


async def test_a_window_that_is_over_is_not_told_of_any_more(db: Database) -> None:
    clock = Clock()
    windows = SharedRateLimiter(db, now=clock)
    await windows.acquire("acc_1", 10_000)
    clock.at += 61
    await windows.stop()
    assert await used(db, "acc_1") is None


async def test_while_the_database_is_away_each_process_limits_by_itself() -> None:
    async with opened(NOWHERE) as db:
        windows = SharedRateLimiter(db)
        with capture_logs() as logs:
            assert await granted(windows, "acc_1", LIMIT, LIMIT + 50) == LIMIT
            assert await granted(windows, "acc_2", LIMIT, LIMIT + 50) == LIMIT
            await windows.stop()
    assert {line["event"] for line in logs} == {"rate_limit_sync_failed"} and len(logs) == 1


@pytest.mark.parametrize(
    ("problem", "event"),
    [
        (asyncpg.FeatureNotSupportedError("not during recovery"), "rate_limit_sync_failed"),
        (asyncpg.ReadOnlySQLTransactionError("a standby"), "rate_limit_sync_failed"),
        (PoolFull(), "rate_limit_sync_failed"),
        (TimeoutError(), "rate_limit_sync_failed"),
        (RuntimeError("a defect"), "rate_limit_sync_fault"),
    ],
)
async def test_whatever_the_exchange_meets_nobody_is_refused_for_it_and_it_is_told_of(
    db: Database, monkeypatch: pytest.MonkeyPatch, problem: Exception, event: str
) -> None:
    def fail() -> None:
        raise problem

    windows = SharedRateLimiter(db)
    with monkeypatch.context() as patch, capture_logs() as logs:
        patch.setattr(db, "connection", fail)
        assert await granted(windows, "acc_1", LIMIT, LIMIT + 5) == LIMIT
        await windows.stop()
    assert {line["event"] for line in logs} == {event}
    await windows.stop()
    assert await used(db, "acc_1") == LIMIT


async def test_what_was_admitted_while_the_database_was_away_is_told_when_it_is_back(database_url: str) -> None:
    async with opened(NOWHERE) as away, opened(database_url) as back:
        windows = SharedRateLimiter(away)
        assert await granted(windows, "acc_1", LIMIT, 50) == 50
        await windows.stop()
        windows._db = back
        await windows.stop()
        assert await used(back, "acc_1") == 50


async def test_a_row_that_somebody_holds_keeps_nobody_from_their_requests(database_url: str, db: Database) -> None:
    windows = SharedRateLimiter(db)
    await windows.acquire("acc_1", LIMIT)
    await windows.stop()
    holder = await asyncpg.connect(database_url)
    try:
        async with holder.transaction():
            await holder.execute("SELECT 1 FROM request_windows FOR UPDATE")
            assert await granted(windows, "acc_1", LIMIT, LIMIT) == LIMIT - 1
            assert await granted(windows, "acc_2", LIMIT, LIMIT) == LIMIT
    finally:
        await holder.close()
    await windows.stop()
    assert await used(db, "acc_1") == LIMIT


async def test_processes_that_tell_of_the_same_many_do_not_lock_one_another_out(database_url: str) -> None:
    async with opened(database_url) as db:
        nodes = [SharedRateLimiter(db) for _ in range(4)]
        subjects = [f"acc_{number}" for number in range(200)]
        with capture_logs() as logs:
            for turn in range(5):
                for number, node in enumerate(nodes):
                    for subject in subjects[:: 1 if (number + turn) % 2 else -1]:
                        node.try_acquire(subject, 10_000)
                await asyncio.gather(*(node.stop() for node in nodes))
        assert logs == []
        assert {await used(db, subject) for subject in subjects} == {20}


async def test_more_subjects_than_are_remembered_do_not_make_it_grow(db: Database) -> None:
    windows = SharedRateLimiter(db, max_subjects=100)
    for number in range(1_000):
        await windows.acquire(f"acc_{number}", 10_000)
    assert len(windows) == 100
    assert len(windows._unreported) <= 100


async def test_whoever_gives_up_waiting_does_not_end_it_for_the_others(db: Database) -> None:
    windows = SharedRateLimiter(db)
    waiting = [asyncio.ensure_future(windows.acquire("acc_1", 40)) for _ in range(40)]
    await asyncio.sleep(0)
    for task in waiting[1::2]:
        task.cancel()
    done = await asyncio.gather(*waiting, return_exceptions=True)
    kept = [one for one in done if not isinstance(one, BaseException)]
    assert len(kept) >= 20 and not any(allowance.wait_seconds for allowance in kept)
