"""What checkouts and shipments do with stock inside the service, where no route does it alone."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from fulfilment.api_keys.minting import Operator
from fulfilment.db import outbox
from fulfilment.db.tx import Tx
from fulfilment.http.idempotency import MEMORY_HOURS
from fulfilment.stock import allocation, reservation
from tests.http.service import Client
from tests.http.workspaces import in_database

Work = Callable[[Tx], Awaitable[Any]]


async def within(db: asyncpg.Connection, account_id: str, work: Work) -> Any:
    """The result of `work` in a transaction of its own, settled as the service settles one."""
    async with db.transaction():
        tx = Tx(db, Operator(account_id))
        result = await work(tx)
        await outbox.settle(db, [(tx, None)], memory_hours=MEMORY_HOURS)
        return result


def once(client: Client, work: Work) -> Any:
    """The same in the client's workspace."""
    return in_database(client.service.database_url, lambda db: within(db, client.account_id, work))


def together(client: Client, works: Sequence[Work]) -> list[Any]:
    """All of them at once, each on a connection of its own: results and refusals in the order given."""

    async def one(work: Work) -> Any:
        db = await asyncpg.connect(client.service.database_url)
        try:
            return await within(db, client.account_id, work)
        finally:
            await db.close()

    async def every() -> list[Any]:
        return await asyncio.gather(*(one(work) for work in works), return_exceptions=True)

    return asyncio.run(every())


def reserving(wanted: Mapping[str, int], session: str, **options: Any) -> Work:
    return lambda tx: reservation.reserve(tx, wanted, session, **options)


def releasing(session: str) -> Work:
    return lambda tx: reservation.release(tx, session)


def taking(shipment_id: str, wanted: Mapping[str, int], session: str | None = None) -> Work:
    return lambda tx: allocation.take(tx, shipment_id, wanted, None, session)


def giving_back(shipment_id: str) -> Work:
    return lambda tx: allocation.give_back(tx, shipment_id)


def reserve(client: Client, wanted: Mapping[str, int], session: str, **options: Any) -> list[str]:
    """Set aside; answers the reservations' ids."""
    return once(client, reserving(wanted, session, **options))


def sweep(client: Client) -> None:
    """Mark what has expired, as a worker does."""
    in_database(client.service.database_url, lambda db: reservation.expire(Single(db)))


class Single:
    """One connection where a worker has a pool."""

    def __init__(self, db: asyncpg.Connection):
        self._db = db

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[asyncpg.Connection]:
        yield self._db

    def transaction(self) -> Any:
        return _Begun(self._db)


class _Begun:
    def __init__(self, db: asyncpg.Connection):
        self._db = db
        self._transaction = db.transaction()

    async def __aenter__(self) -> asyncpg.Connection:
        await self._transaction.start()
        return self._db

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        await (self._transaction.commit() if kind is None else self._transaction.rollback())
