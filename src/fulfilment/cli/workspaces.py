"""`fulfilment workspace list` and `workspace show`."""

from argparse import Namespace
from typing import TYPE_CHECKING

import asyncpg

from fulfilment.cli import credential, shown
from fulfilment.cli.key import ID_LENGTH_CHARACTERS
from fulfilment.cli.refusal import require_text
from fulfilment.settings import Settings

if TYPE_CHECKING:
    from fulfilment.accounts.listing import Workspace


def run(settings: Settings, options: Namespace) -> int:
    require_text("--after", options.after, most=ID_LENGTH_CHARACTERS)
    require_text("acc_...", options.workspace, most=ID_LENGTH_CHARACTERS)
    work = _list if options.workspace is None else _show
    credential.look(settings, lambda db: work(db, options))
    return 0


async def _list(db: asyncpg.Connection, options: Namespace) -> None:
    from fulfilment.accounts import listing

    found, after = await listing.list_workspaces(db, options.after, options.limit)
    if options.json:
        shown.as_json({"workspaces": found, "after": after})
        return
    rows = [
        (each.id, each.name, each.plan or "internal", each.partner, each.created_at, each.suspended_at)
        for each in found
    ]
    shown.table(("ID", "NAME", "PLAN", "PARTNER", "CREATED", "SUSPENDED"), rows)
    if after:
        print(f"There are more: --after {after}")


async def _show(db: asyncpg.Connection, options: Namespace) -> None:
    from fulfilment.accounts import listing

    found = await listing.show(db, options.workspace)
    if options.json:
        shown.as_json(found)
        return
    which = found.workspace
    values = {
        "Workspace": which.id,
        "Name": which.name,
        "Plan": which.plan or "internal, without limits",
        "Partner": which.partner,
        "Opened by": which.origin,
        "Created": which.created_at,
        "Suspended": _told(which),
        "Shipping credit": f"{found.balance:,}, {found.held:,} of it held",
    }
    for noun, counts in found.counts.items():
        values[noun.replace("_", " ").capitalize()] = ", ".join(f"{count:,} {name}" for name, count in counts.items())
    shown.facts(values)


def _told(which: "Workspace") -> str:
    if which.suspended_at is None:
        return "no"
    reason = f": {which.suspension_reason}" if which.suspension_reason else ", without a reason given"
    return f"since {which.suspended_at}{reason}"
