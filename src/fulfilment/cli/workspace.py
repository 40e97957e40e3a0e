"""`fulfilment workspace create`: creates a workspace and its first API key (decisions, section 3)."""

import asyncio
import contextlib
from argparse import Namespace
from typing import TYPE_CHECKING

from fulfilment.cli import credential, http_probe
from fulfilment.cli.errors import require_text
from fulfilment.settings import Settings

if TYPE_CHECKING:
    import asyncpg

    from fulfilment.api_keys.service import CreatedKey

NAME_LENGTH_CHARACTERS = 200


def run(settings: Settings, options: Namespace) -> int:
    from fulfilment.workspaces.administration import create_workspace

    require_text("--name", options.name, max_length=NAME_LENGTH_CHARACTERS)

    async def work(db: "asyncpg.Connection") -> "CreatedKey":
        created = await create_workspace(db, options.name, options.plan)
        if settings.simulates_identity:
            await _register_workspace(settings, created.account_id)
        return created

    return credential.create_and_print_key(settings, options, work)


async def _register_workspace(settings: Settings, account_id: str) -> None:
    """Add the workspace to the people of the identity simulator. If it does not run yet, `serve` adds it later."""
    address = f"{settings.identity_simulator_url}/_control/workspaces/opened"
    with contextlib.suppress(OSError):
        await asyncio.to_thread(http_probe.request_status, address, {"accountId": account_id})
