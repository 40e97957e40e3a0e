"""`python -m benchmarks.long`: what a held snapshot costs: each look that is repeated, adjustments of one variant."""

import argparse
import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg

from benchmarks.long.hot import Counter
from benchmarks.long.looks import LOOKS, Cost, cost
from benchmarks.long.passing import Shop
from benchmarks.workplace import in_folder
from fulfilment import settings
from fulfilment.infra import ids
from fulfilment.infra.database.embedded import server
from fulfilment.infra.database.migrations import migrate
from fulfilment.infra.database.pool import Database

_MANY = 1_000
_LEASE_AND_FLOOR_SECONDS = 30


def main() -> int:
    """Measure and print."""
    given = _arguments()

    def measure(folder: Path) -> None:
        with server.start(folder / "data") as postgres:
            os.environ |= {"FULFILMENT_MODE": "development", "FULFILMENT_LOG_LEVEL": "warning"}
            migrate.migrate(postgres.url)
            asyncio.run(_measure(postgres.url, given))

    return in_folder(measure)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.long", description=main.__doc__)
    parser.add_argument("--events", type=int, default=200_000, help="that are fanned out (default 200,000)")
    parser.add_argument("--delivered", type=int, default=20_000, help="of these, delivered too (default 20,000)")
    parser.add_argument("--adjustments", type=int, default=12_000, help="of one variant (default 12,000)")
    return parser.parse_args()


async def _measure(url: str, given: argparse.Namespace) -> None:
    db = Database(settings.load({}), url, size=4, name="worker", uses_custom_plans=True)
    await db.open()
    try:
        shop = Shop(db)
        await shop.open()
        await _print_looks(url, shop, given)
        await _print_adjustments(url, db, shop, given.adjustments)
    finally:
        await db.close()


@asynccontextmanager
async def _held(url: str) -> AsyncIterator[None]:
    """A transaction that has looked once and stays open, as a dump's does."""
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM accounts")
        yield
    finally:
        await connection.close()


async def _costs(url: str, shop: Shop) -> dict[str, Cost]:
    # Planned for its values each time, as by the workers.
    connection = await asyncpg.connect(url, server_settings={"plan_cache_mode": "force_custom_plan"})
    try:
        return {name: await cost(connection, shop, name) for name in LOOKS}
    finally:
        await connection.close()


async def _print_looks(url: str, shop: Shop, given: argparse.Namespace) -> None:
    await shop.let_pass(1_000)
    async with _held(url):
        columns = [await _costs(url, shop)]
        await shop.let_pass(given.delivered)
        columns.append(await _costs(url, shop))
        await shop.let_pass_unheard(given.events - given.delivered)
        # The floor of a queue stays ten seconds behind, and what was taken is due when its lease ends.
        await asyncio.sleep(_LEASE_AND_FLOOR_SECONDS)
        await shop.let_pass(100)
        columns.append(await _costs(url, shop))
    passed = ("0", f"{given.delivered:,} delivered", f"{given.events:,} fanned out")
    print(f"{'a look while a snapshot is held':36}" + "".join(f"{name:>26}" for name in passed))
    for name in LOOKS:
        shown = [f"{column[name].pages:,} pages {column[name].milliseconds:7.2f} ms" for column in columns]
        print(f"{name:36}" + "".join(f"{each:>26}" for each in shown), flush=True)


async def _print_adjustments(url: str, db: Database, shop: Shop, adjustments: int) -> None:
    counter = Counter(db, shop.account_id)
    await counter.open()
    variants = [ids.new("var") for _ in range(_MANY)]
    await counter.rate(variants, 2 * _MANY)
    free = await counter.rate(variants[:1], _MANY)
    print(f"\nadjustments a second of one variant, no snapshot held: {free:,.0f}; while one is held, after so many:")
    async with _held(url):
        for done in range(0, adjustments, max(_MANY, adjustments // 6)):
            rate = await counter.rate(variants[:1], max(_MANY, adjustments // 6))
            others = await counter.rate(variants[1:], _MANY)
            print(f"{done:>10,}: {rate:6,.0f}, of others {others:6,.0f}, ratio {rate / others:4.2f}", flush=True)
    print(f"after it has ended: {await counter.rate(variants[:1], _MANY):,.0f}")


if __name__ == "__main__":
    raise SystemExit(main())
