"""`fulfilment key list` and `key revoke`: the operator's own, for the day that a key has leaked."""

from argparse import Namespace

import asyncpg
import msgspec

from fulfilment.cli import credential, shown
from fulfilment.cli.key import ID_LENGTH_CHARACTERS
from fulfilment.cli.refusal import Refusal, require_text
from fulfilment.settings import Settings


def run(settings: Settings, options: Namespace) -> int:
    require_text("--workspace", options.workspace, most=ID_LENGTH_CHARACTERS)
    require_text("--after", options.after, most=ID_LENGTH_CHARACTERS)
    require_text("KEY", options.key, most=ID_LENGTH_CHARACTERS)
    work = _list if options.key is None else _revoke
    credential.look(settings, lambda db: work(db, options))
    return 0


async def _list(db: asyncpg.Connection, options: Namespace) -> None:
    from fulfilment.accounts import listing
    from fulfilment.api_keys import queries
    from fulfilment.api_keys.minting import Operator
    from fulfilment.db.tx import Read
    from fulfilment.fields import PageQuery
    from fulfilment.http import paging
    from fulfilment.http.errors import Validation

    await listing.show(db, options.workspace)
    try:
        page = paging.read(PageQuery(limit=options.limit, cursor=options.after), paging.Limits(None, 500), parts=2)
        rows, has_more = paging.cut(await queries.list_keys(Read(db, Operator(options.workspace)), page), page)
    except Validation:
        raise Refusal(f"--after {options.after} is not where a page of this list ended.") from None
    after = paging.cursor_after(rows[-1]["created_at"], rows[-1]["id"]) if has_more else None
    if options.json:
        shown.as_json({"apiKeys": [msgspec.Raw(row["row"].encode()) for row in rows], "after": after})
        return
    keys = [msgspec.json.decode(row["row"]) for row in rows]
    wanted = ("keyId", "name", "createdAt", "lastUsedAt", "expiresAt", "revokedAt")
    cells = [
        (*(key[name] for name in wanted), " ".join(key["scopes"]), " ".join(key["networks"] or ["anywhere"]))
        for key in keys
    ]
    revoked = {at for at, key in enumerate(keys) if key["revokedAt"]}
    columns = ("KEY ID", "NAME", "CREATED", "LAST USED", "EXPIRES", "REVOKED", "SCOPES", "NETWORKS")
    shown.table(columns, cells, bad=revoked)
    if after:
        print(f"There are more: --after {after}")


async def _revoke(db: asyncpg.Connection, options: Namespace) -> None:
    from fulfilment.api_keys import revocation

    done = await revocation.revoke_for_operator(db, options.workspace, options.key)
    if options.json:
        shown.as_json(done)
    else:
        shown.good(f"{options.key} is revoked; requests signed with it are refused from now on.")
