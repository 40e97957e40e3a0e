"""Helpers of commands that work on one database connection, or that create an API key and print it."""

import asyncio
from argparse import Namespace
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

import asyncpg
import msgspec

from fulfilment.cli import database
from fulfilment.cli.errors import CommandError
from fulfilment.infra.database import database_clock, failover
from fulfilment.infra.database.migrations import migrate
from fulfilment.infra.encryption import installation_check
from fulfilment.infra.observability import logs
from fulfilment.settings import Settings

if TYPE_CHECKING:
    from fulfilment.api_keys.service import CreatedKey

CONNECT_TIMEOUT_SECONDS = 10

Result = TypeVar("Result")


def create_and_print_key(
    settings: Settings, options: Namespace, work: Callable[[asyncpg.Connection], Awaitable["CreatedKey"]]
) -> int:
    """Run `work` on a migrated database, and print the new key, whose secret is shown only now."""
    logs.configure(settings, "command")
    with database.open_database(settings) as configured:
        migrate.expand(configured.direct_url)
        installation_check.require_match(configured)
        try:
            created = run_on_connection(configured.direct_url, work)
        except LookupError as problem:
            raise CommandError(str(problem.args[0]) if problem.args else "There is no such workspace.") from None
    print(_format_key(created, as_json=options.json))
    return 0


def run_on_database(settings: Settings, work: Callable[[asyncpg.Connection], Awaitable[Result]]) -> Result:
    """Run `work` on a database with a current schema. Raises CommandError for a resource that does not exist."""
    logs.configure(settings, "command")
    with database.open_database(settings) as configured:
        migrate.require_current(configured.direct_url)
        try:
            return run_on_connection(configured.direct_url, work)
        except LookupError as problem:
            raise CommandError(str(problem.args[0])) from None


def run_on_connection(url: str, work: Callable[[asyncpg.Connection], Awaitable[Result]]) -> Result:
    """`on_connection` in an event loop of its own."""
    return asyncio.run(on_connection(url, work))


async def on_connection(url: str, work: Callable[[asyncpg.Connection], Awaitable[Result]]) -> Result:
    """The result of `work` on a new connection."""
    connection = await failover.connect(url, timeout=CONNECT_TIMEOUT_SECONDS)
    try:
        await database_clock.sync_process_clock(connection)
        return await work(connection)
    finally:
        await connection.close()


def _format_key(created: "CreatedKey", *, as_json: bool) -> str:
    if as_json:
        return msgspec.json.encode(
            {"accountId": created.account_id, "keyId": created.key_id, "secret": created.secret}
        ).decode()
    return f"Workspace  {created.account_id}\nKey id     {created.key_id}\nSecret     {created.secret}  (shown once)"
