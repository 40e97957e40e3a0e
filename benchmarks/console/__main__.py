"""`python -m benchmarks.console`: pages of the console in a shop of a million parcels, beside a small one."""

import argparse
import asyncio
import itertools
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import aiohttp
import msgspec
import psycopg

from benchmarks import people, processes
from benchmarks.console.pages import ASKED, Asked, Shop
from benchmarks.processes import CannotMeasure
from fulfilment import settings
from fulfilment.infra.database.embedded import server as embedded_server
from fulfilment.infra.database.migrations import migrate
from tests.harness.scale.loading import SESSION

PARCELS, FEW, VARIANTS = 1_000_000, 1_000, 10_000
_DATABASE = "console"
_WARMING = 5
_OWNERS = 200
_ROW = "{:<32} {:>4} {:>8} {:>8} {:>8} {:>8} {:>8} {:>7} {:>8} {:>9} {:>8}"


class Figure(msgspec.Struct):
    """Duration of a page: milliseconds in the large shop and in the small one, requested in turn."""

    asked: Asked
    large: list[float]
    small: list[float]
    crowded: list[float]
    size: int
    api_ms: float
    database_ms: float

    @property
    def is_met(self) -> bool:
        return _p95(self.large) <= self.asked.bar


def main() -> int:
    """Load, measure, print. 0 even where a bar is missed, since it measures; 1 where nothing could be measured."""
    given = _arguments()
    with ExitStack() as used:
        folder = given.folder or Path(used.enter_context(tempfile.TemporaryDirectory(prefix="fulfilment-console-")))
        # The embedded PostgreSQL may have a user of its own, who passes through on the way to its data.
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o711)
        try:
            return _measured(folder, given)
        except CannotMeasure as problem:
            print(problem, file=sys.stderr)
            return 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.console", description=main.__doc__)
    parser.add_argument("--parcels", type=int, default=PARCELS, help=f"of the large shop (default {PARCELS:,})")
    parser.add_argument("--rounds", type=int, default=60, help="how often each page is asked for (default 60)")
    parser.add_argument("--people", type=int, default=4, help="who ask at once, in the column `crowd` (default 4)")
    parser.add_argument("--only", nargs="+", default=[""], help="pages whose names begin with one of these")
    parser.add_argument("--folder", type=Path, help="where the database stays, and is found again by the next run")
    return parser.parse_args()


def _measured(folder: Path, given: argparse.Namespace) -> int:
    port = processes.free_port()
    os.environ |= {
        "FULFILMENT_MODE": "development",
        "FULFILMENT_DATA_DIR": str(folder),
        "FULFILMENT_LOG_LEVEL": "warning",
        "FULFILMENT_PORT": str(port),
        "FULFILMENT_API_PROCESSES": "1",
    }
    shops = _shops(given.parcels)
    with embedded_server.start(folder, durable=False) as server:
        print(_load(server, folder, given.parcels), flush=True)
    with embedded_server.start(folder) as server:
        url = server.database_url(_DATABASE)
        os.environ["FULFILMENT_DATABASE_URL"] = url
        accounts = [shop.account_id for shop in shops]
        cookies = itertools.cycle(people.signed_in(url, settings.current().issuer, accounts, _OWNERS))
        with processes.served(port, folder / "api.log") as api:
            figures = asyncio.run(_figures(port, shops, cookies, given, (api, server.pid)))
    missed = [figure.asked.name for figure in figures if not figure.is_met]
    print(f"MISSED at p95: {', '.join(missed)}" if missed else f"met: all {len(figures)} bars at p95")
    return 0


def _shops(parcels: int) -> tuple[Shop, Shop]:
    few = min(FEW, parcels)
    return (
        Shop("acc_" + "0" * 26, parcels, min(VARIANTS, parcels)),
        Shop("acc_" + "0" * 25 + "1", few, min(few, VARIANTS)),
    )


def _load(server: embedded_server.EmbeddedServer, folder: Path, parcels: int) -> str:
    """Fill the database, unless an earlier run has, the same way; say how it went."""
    told = folder / f"with_{parcels}.txt"
    if not told.exists():
        for other in folder.glob("with_*.txt"):
            other.unlink()
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {_DATABASE}")
            connection.execute(f"CREATE DATABASE {_DATABASE}")
        told.write_text(_fill(server.database_url(_DATABASE), parcels), encoding="utf-8")
    return told.read_text(encoding="utf-8")


def _fill(url: str, parcels: int) -> str:
    began = time.monotonic()
    migrate.migrate(url)
    text = Path(__file__).with_name("rows.sql").read_text(encoding="utf-8")
    text = text.format(parcels=parcels, few=min(FEW, parcels), variants=min(VARIANTS, parcels))
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(SESSION)
        for statement in text.split(";\n\n"):
            connection.execute(statement)
        connection.execute("VACUUM (ANALYZE)")
        connection.execute("CHECKPOINT")
        (size,) = connection.execute("SELECT pg_size_pretty(pg_database_size(current_database()))").fetchone()
    return (
        f"{parcels:,} parcels, {min(VARIANTS, parcels):,} variants, {size}, loaded in {time.monotonic() - began:.0f} s."
    )


async def _figures(
    port: int, shops: tuple[Shop, Shop], cookies: Iterator[str], given: argparse.Namespace, roots: tuple[int, int]
) -> list[Figure]:
    heads = (
        "page",
        "bar",
        "p50 ms",
        "p95 ms",
        "most ms",
        "small 50",
        "small 95",
        "times",
        "crowd 95",
        "API ms",
        "PG ms",
    )
    print(_ROW.format(*heads), flush=True)
    figures = []
    plain = {"headers": {"Accept-Encoding": "gzip"}, "auto_decompress": False, "cookie_jar": aiohttp.DummyCookieJar()}
    async with aiohttp.ClientSession(base_url=f"http://127.0.0.1:{port}", **plain) as http:
        for asked in ASKED:
            if asked.name.startswith(tuple(given.only)):
                figures.append(await _measure(Visitors(http, cookies), asked, shops, given, roots))
                print(_line(figures[-1]), flush=True)
    return figures


class Visitors(msgspec.Struct):
    """A browser's connections, and the cookies of the signed-in people, in turn."""

    http: aiohttp.ClientSession
    cookies: Iterator[str]


async def _measure(
    visitors: Visitors,
    asked: Asked,
    shops: tuple[Shop, Shop],
    given: argparse.Namespace,
    roots: tuple[int, int],
) -> Figure:
    chance = random.Random(asked.name)
    large = shops[0]
    for shop in shops * _WARMING:
        await _ask(visitors, asked, shop, chance)
    alone: tuple[list[float], list[float]] = ([], [])
    size = 0
    for _ in range(given.rounds):
        for shop, spent in zip(shops, alone, strict=True):
            took, size = await _ask(visitors, asked, shop, chance)
            spent.append(took)
    crowded: list[float] = []

    async def person() -> None:
        for _ in range(given.rounds):
            crowded.append((await _ask(visitors, asked, large, chance))[0])

    before = [processes.processor_seconds(root) for root in roots]
    await asyncio.gather(*(person() for _ in range(given.people)))
    api, database = (
        1_000 * (processes.processor_seconds(root) - earlier) / len(crowded)
        for root, earlier in zip(roots, before, strict=True)
    )
    return Figure(asked, *alone, crowded, size, api, database)


async def _ask(visitors: Visitors, asked: Asked, shop: Shop, chance: random.Random) -> tuple[float, int]:
    """Milliseconds from asking to the last byte, and how many bytes. Raises CannotMeasure on any other answer."""
    path = f"/console/{shop.account_id}{asked.address(shop, chance)}"
    began = time.perf_counter()
    cookie = {"Cookie": next(visitors.cookies)}
    async with visitors.http.get(path, headers=cookie, allow_redirects=False) as answer:
        body = await answer.read()
        spent = time.perf_counter() - began
        if answer.status != asked.status:
            raise CannotMeasure(f"{path} answered {answer.status}: {body[:300]!r}")
    return 1_000 * spent, len(body)


def _line(figure: Figure) -> str:
    large, small = statistics.median(figure.large), statistics.median(figure.small)
    shown = (large, _p95(figure.large), max(figure.large), small, _p95(figure.small))
    return _ROW.format(
        figure.asked.name,
        figure.asked.bar,
        *(f"{value:.1f}" for value in shown),
        f"{large / small:.1f}",
        f"{_p95(figure.crowded):.1f}",
        f"{figure.api_ms:.1f}",
        f"{figure.database_ms:.1f}",
    ) + ("" if figure.is_met else "  MISSED")


def _p95(spent: Sequence[float]) -> float:
    return sorted(spent)[int(len(spent) * 0.95)]


if __name__ == "__main__":
    sys.exit(main())
