"""`fulfilment workspace list` and `workspace show`: print workspaces for the operator."""

from argparse import Namespace
from typing import TYPE_CHECKING

import asyncpg

from fulfilment.cli import credential, output
from fulfilment.cli.errors import require_text
from fulfilment.cli.key import ID_LENGTH_CHARACTERS
from fulfilment.settings import Settings

if TYPE_CHECKING:
    from fulfilment.workspaces.administration import OperatorWorkspace


def run(settings: Settings, options: Namespace) -> int:
    require_text("--after", options.after, max_length=ID_LENGTH_CHARACTERS)
    require_text("acc_...", options.workspace, max_length=ID_LENGTH_CHARACTERS)
    work = _list if options.workspace is None else _show
    credential.run_on_database(settings, lambda db: work(db, options))
    return 0


async def _list(db: asyncpg.Connection, options: Namespace) -> None:
    from fulfilment.workspaces import administration

    found, after = await administration.list_workspaces(db, options.after, options.limit)
    if options.json:
        output.print_json({"workspaces": found, "after": after})
        return
    rows = [
        (each.id, each.name, each.plan or "internal", each.partner, each.created_at, each.suspended_at)
        for each in found
    ]
    output.print_table(("ID", "NAME", "PLAN", "PARTNER", "CREATED", "SUSPENDED"), rows)
    if after:
        print(f"There are more: --after {after}")


async def _show(db: asyncpg.Connection, options: Namespace) -> None:
    from fulfilment.workspaces import administration

    found = await administration.get_workspace(db, options.workspace)
    if options.json:
        output.print_json(found)
        return
    workspace = found.workspace
    values = {
        "Workspace": workspace.id,
        "Name": workspace.name,
        "Plan": workspace.plan or "internal, without limits",
        "Partner": workspace.partner,
        "Opened by": workspace.origin,
        "Created": workspace.created_at,
        "Suspended": _format_suspension(workspace),
        "Shipping credit": f"{found.balance:,}, {found.held:,} of it held",
    }
    for noun, counts in found.counts.items():
        values[noun.replace("_", " ").capitalize()] = ", ".join(f"{count:,} {name}" for name, count in counts.items())
    output.print_facts(values)


def _format_suspension(workspace: "OperatorWorkspace") -> str:
    if workspace.suspended_at is None:
        return "no"
    reason = f": {workspace.suspension_reason}" if workspace.suspension_reason else ", without a reason given"
    return f"since {workspace.suspended_at}{reason}"
