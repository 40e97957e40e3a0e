"""`fulfilment key list` and `key revoke`: API keys of a workspace, for the operator, for example after a leak."""

from argparse import Namespace
from datetime import datetime

import asyncpg
import msgspec

from fulfilment.cli import credential, output
from fulfilment.cli.errors import CommandError, require_text
from fulfilment.cli.key import ID_LENGTH_CHARACTERS
from fulfilment.settings import Settings


def run(settings: Settings, options: Namespace) -> int:
    require_text("--workspace", options.workspace, max_length=ID_LENGTH_CHARACTERS)
    require_text("--after", options.after, max_length=ID_LENGTH_CHARACTERS)
    require_text("KEY", options.key, max_length=ID_LENGTH_CHARACTERS)
    work = _list if options.key is None else _revoke
    credential.run_on_database(settings, lambda db: work(db, options))
    return 0


async def _list(db: asyncpg.Connection, options: Namespace) -> None:
    from fulfilment.api_keys import queries
    from fulfilment.api_keys.service import OperatorActor
    from fulfilment.infra.api import pagination
    from fulfilment.infra.api.errors import Validation
    from fulfilment.infra.database.transaction import Read
    from fulfilment.infra.models import PageQuery
    from fulfilment.workspaces import administration

    await administration.get_workspace(db, options.workspace)
    try:
        query = PageQuery(limit=options.limit, cursor=options.after)
        page = pagination.parse_page(query, pagination.PageLimits(None, 500), parts=(datetime, str))
        rows, has_more = pagination.trim(
            await queries.list_keys(Read(db, OperatorActor(options.workspace)), page), page
        )
    except Validation:
        raise CommandError(f"--after {options.after} is not where a page of this list ended.") from None
    after = pagination.cursor_after(rows[-1]["created_at"], rows[-1]["id"]) if has_more else None
    if options.json:
        output.print_json({"apiKeys": [msgspec.Raw(row["row"].encode()) for row in rows], "after": after})
        return
    keys = [msgspec.json.decode(row["row"]) for row in rows]
    fields = ("keyId", "name", "createdAt", "lastUsedAt", "expiresAt", "revokedAt")
    cells = [
        (*(key[name] for name in fields), " ".join(key["scopes"]), " ".join(key["networks"] or ["anywhere"]))
        for key in keys
    ]
    revoked = {at for at, key in enumerate(keys) if key["revokedAt"]}
    columns = ("KEY ID", "NAME", "CREATED", "LAST USED", "EXPIRES", "REVOKED", "SCOPES", "NETWORKS")
    output.print_table(columns, cells, bad=revoked)
    if after:
        print(f"There are more: --after {after}")


async def _revoke(db: asyncpg.Connection, options: Namespace) -> None:
    from fulfilment.api_keys import service

    reply = await service.revoke_key_for_operator(db, options.workspace, options.key)
    if options.json:
        output.print_json(reply)
    else:
        output.print_success(f"{options.key} is revoked; requests signed with it are refused from now on.")
