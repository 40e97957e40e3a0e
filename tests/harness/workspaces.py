"""Workspaces and keys straight in the database, sealed with the master key that the test service has."""

import os
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

import asyncpg
import pytest

from fulfilment import settings
from fulfilment.api_keys.service import create_key_for_operator
from fulfilment.infra import branding
from fulfilment.infra.encryption import keyring
from fulfilment.infra.models import Value
from fulfilment.settings import Settings
from fulfilment.workspaces.administration import create_workspace
from tests.harness.connections import connections
from tests.harness.service import MASTER_KEYS, Client, Service

_load = settings.load
# Prefixes of the environment variables that settings are read from.
_READ = ("FULFILMENT_", "PG")


@contextmanager
def as_operator(name: str = "svc") -> Iterator[None]:
    """This process has the service's master keys and brand meanwhile."""
    caches = (settings.current, branding.current, keyring.keyring)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FULFILMENT_MASTER_KEYS", MASTER_KEYS)
        patch.setenv("FULFILMENT_BRAND", name)
        patch.setenv("FULFILMENT_MODE", "development")
        patch.setattr(settings, "load", _load_once)
        for cached in caches:
            cached.cache_clear()
        yield
    for cached in caches:
        cached.cache_clear()


def _load_once(environ: Mapping[str, str] | None = None) -> Settings:
    """The settings that `environ` gives, or this process's own, which are read once for each that it has."""
    if environ is not None:
        return _load(environ)
    return _loaded(frozenset((name, value) for name, value in os.environ.items() if name.startswith(_READ)))


@cache
def _loaded(environ: frozenset[tuple[str, str]]) -> Settings:
    return _load(dict(environ))


def in_database(url: str, work: Callable[[asyncpg.Connection], Awaitable[Any]]) -> Value:
    """The result of `work` on a connection that no other caller has meanwhile."""
    return connections.run(url, work)


def open_client(service: Service, name: str = "Test", *, called: str = "svc", plan: str | None = None) -> Client:
    """A new workspace with its first key."""
    with as_operator(called):
        opened = in_database(service.database_url, lambda db: create_workspace(db, name, plan))
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
        opened = in_database(service.database_url, lambda db: create_key_for_operator(db, own.account_id, partner))
    return Client(service, own.account_id, opened.key_id, opened.secret, called.capitalize())


def provision(client: Client, partner: str) -> None:
    """Have the client's workspace belong to the partner, as provisioning leaves it."""

    async def work(db: asyncpg.Connection) -> None:
        statement = "UPDATE accounts SET partner = $2, origin = 'partner' WHERE id = $1"
        await db.execute(statement, client.account_id, partner)

    in_database(client.service.database_url, work)
