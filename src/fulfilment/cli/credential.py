"""What the commands that make API keys share: a connection, one clear line for a missing workspace, the print."""

import asyncio
from argparse import Namespace
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

import asyncpg
import msgspec

from fulfilment import installation, logs
from fulfilment.cli import database
from fulfilment.cli.refusal import Refusal
from fulfilment.db import hosts, migrate
from fulfilment.settings import Settings

if TYPE_CHECKING:
    from fulfilment.api_keys.minting import Opened

CONNECT_TIMEOUT_SECONDS = 10

Result = TypeVar("Result")


def make(settings: Settings, options: Namespace, work: Callable[[asyncpg.Connection], Awaitable["Opened"]]) -> int:
    """Do `work` on a migrated database and print the key, which is shown this once."""
    logs.configure(settings, "command")
    with database.opened(settings) as opened:
        migrate.expand(opened.direct_url)
        installation.require_fit(opened)
        try:
            made = run_on_connection(opened.direct_url, work)
        except LookupError as problem:
            raise Refusal(str(problem.args[0]) if problem.args else "There is no such workspace.") from None
    print(_shown(made, as_json=options.json))
    return 0


def look(settings: Settings, work: Callable[[asyncpg.Connection], Awaitable[Result]]) -> Result:
    """Do `work` on a database whose schema is current already. Raises Refusal for what is not there."""
    logs.configure(settings, "command")
    with database.opened(settings) as opened:
        migrate.require_current(opened.direct_url)
        try:
            return run_on_connection(opened.direct_url, work)
        except LookupError as problem:
            raise Refusal(str(problem.args[0])) from None


def run_on_connection(url: str, work: Callable[[asyncpg.Connection], Awaitable[Result]]) -> Result:
    """`on_connection`, for commands that do nothing else."""
    return asyncio.run(on_connection(url, work))


async def on_connection(url: str, work: Callable[[asyncpg.Connection], Awaitable[Result]]) -> Result:
    """What `work` makes of a connection of its own."""
    connection = await hosts.connect(url, timeout=CONNECT_TIMEOUT_SECONDS)
    try:
        return await work(connection)
    finally:
        await connection.close()


def _shown(made: "Opened", *, as_json: bool) -> str:
    if as_json:
        return msgspec.json.encode({"accountId": made.account_id, "keyId": made.key_id, "secret": made.secret}).decode()
    return f"Workspace  {made.account_id}\nKey id     {made.key_id}\nSecret     {made.secret}  (shown once)"
