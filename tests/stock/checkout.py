"""Operations of checkouts and shipments on stock inside the service, where no route does them alone."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from fulfilment.api_keys.service import OperatorActor
from fulfilment.infra.database import outbox
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.operations.idempotency import RETENTION_HOURS
from fulfilment.stock import allocation, reservation
from tests.harness.service import Client
from tests.harness.workspaces import in_database

Work = Callable[[Tx], Awaitable[Any]]


async def within(db: asyncpg.Connection, account_id: str, work: Work) -> Any:
    """The result of `work` in a transaction of its own, settled as the service settles one."""
    async with db.transaction():
        tx = Tx(db, OperatorActor(account_id))
        result = await work(tx)
        await outbox.flush(db, [(tx, None)], retention_hours=RETENTION_HOURS)
        return result


def run_work(client: Client, work: Work) -> Any:
    """The same in the client's workspace."""
    return in_database(client.service.database_url, lambda db: within(db, client.account_id, work))


def run_concurrently(client: Client, works: Sequence[Work]) -> list[Any]:
    """All of them at once, each on a connection of its own: results and refusals in the order given."""

    async def run_one(work: Work) -> Any:
        db = await asyncpg.connect(client.service.database_url)
        try:
            return await within(db, client.account_id, work)
        finally:
            await db.close()

    async def run_all() -> list[Any]:
        return await asyncio.gather(*(run_one(work) for work in works), return_exceptions=True)

    return asyncio.run(run_all())


def reserving(requested: Mapping[str, int], session: str, **options: Any) -> Work:
    return lambda tx: reservation.reserve(tx, requested, session, **options)


def releasing(session: str) -> Work:
    return lambda tx: reservation.release(tx, session)


def allocating(shipment_id: str, requested: Mapping[str, int], session: str | None = None) -> Work:
    return lambda tx: allocation.allocate_for_shipment(tx, shipment_id, requested, None, session)


def releasing_shipment(shipment_id: str) -> Work:
    return lambda tx: allocation.deallocate(tx, shipment_id)


def reserve(client: Client, requested: Mapping[str, int], session: str, **options: Any) -> list[str]:
    """Set aside; answers the reservations' ids."""
    return run_work(client, reserving(requested, session, **options))


def expire_overdue(client: Client) -> None:
    """Mark what has expired, as a worker does."""
    in_database(client.service.database_url, lambda db: reservation.expire_overdue(SingleConnectionDatabase(db)))


class SingleConnectionDatabase:
    """One connection where a worker has a pool."""

    def __init__(self, db: asyncpg.Connection):
        self._db = db

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[asyncpg.Connection]:
        yield self._db

    def transaction(self) -> Any:
        return _Transaction(self._db)


class _Transaction:
    def __init__(self, db: asyncpg.Connection):
        self._db = db
        self._transaction = db.transaction()

    async def __aenter__(self) -> asyncpg.Connection:
        await self._transaction.start()
        return self._db

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        await (self._transaction.commit() if kind is None else self._transaction.rollback())
