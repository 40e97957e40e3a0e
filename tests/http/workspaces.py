"""Workspaces and keys straight in the database, sealed with the master key that the test service has."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import asyncpg
import pytest

from fulfilment import brand, secrets, settings
from fulfilment.accounts.opening import open_workspace
from fulfilment.api_keys.minting import mint_for_operator
from tests.http.service import MASTER_KEYS, Client, Service


@contextmanager
def as_operator(name: str = "svc") -> Iterator[None]:
    """This process has the service's master keys and brand meanwhile."""
    caches = (settings.current, brand.current, secrets.keyring)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FULFILMENT_MASTER_KEYS", MASTER_KEYS)
        patch.setenv("FULFILMENT_BRAND", name)
        patch.setenv("FULFILMENT_MODE", "development")
        for cached in caches:
            cached.cache_clear()
        yield
    for cached in caches:
        cached.cache_clear()


def in_database(url: str, work: Callable[[asyncpg.Connection], Awaitable[Any]]) -> Any:
    """The result of `work` on a connection of its own."""

    async def run() -> Any:
        connection = await asyncpg.connect(url)
        try:
            return await work(connection)
        finally:
            await connection.close()

    return asyncio.run(run())


def open_client(service: Service, name: str = "Test", *, called: str = "svc", plan: str | None = None) -> Client:
    """A new workspace with its first key."""
    with as_operator(called):
        opened = in_database(service.database_url, lambda db: open_workspace(db, name, plan))
    return Client(service, opened.account_id, opened.key_id, opened.secret, called.capitalize())


def open_partner(
    service: Service, partner: str, *, called: str = "svc", shares_identity_provider: bool = False
) -> Client:
    """A new workspace with a platform key of `partner`, which may be known already."""
    own = open_client(service, partner, called=called)
    statement = """
        INSERT INTO partners (name, shares_identity_provider) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING
    """
    in_database(service.database_url, lambda db: db.execute(statement, partner, shares_identity_provider))
    with as_operator(called):
        opened = in_database(service.database_url, lambda db: mint_for_operator(db, own.account_id, partner))
    return Client(service, own.account_id, opened.key_id, opened.secret, called.capitalize())


def provision(client: Client, partner: str) -> None:
    """Have the client's workspace belong to the partner, as provisioning leaves it."""

    async def work(db: asyncpg.Connection) -> None:
        statement = "UPDATE accounts SET partner = $2, origin = 'partner' WHERE id = $1"
        await db.execute(statement, client.account_id, partner)

    in_database(client.service.database_url, work)
