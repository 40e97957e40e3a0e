"""`fulfilment security`: who is refused for who they are, and why."""

import re
from argparse import Namespace
from datetime import UTC, datetime, timedelta

import asyncpg

from fulfilment.cli import credential, shown
from fulfilment.cli.refusal import Refusal, require_text
from fulfilment.settings import Settings

_AGO = re.compile(r"([1-9][0-9]{0,5})([mhd])")
_UNITS = {"m": "minutes", "h": "hours", "d": "days"}
_LONGEST = 100
_COLUMNS = ("REASON", "ADDRESS", "KEY ID", "WORKSPACE", "COUNT", "FIRST", "LAST")


def run(settings: Settings, options: Namespace) -> int:
    """Print the counts, the most frequent first."""
    require_text("--address", options.address, most=_LONGEST)
    require_text("--key", options.key, most=_LONGEST)
    address = options.address and _address(options.address)
    credential.look(settings, lambda db: _show(db, options, address))
    return 0


async def _show(db: asyncpg.Connection, options: Namespace, address: str | None) -> None:
    from fulfilment.db import moment
    from fulfilment.security import listing

    since = _since(options.since, await moment.now(db))
    found = await listing.find(db, since, options.limit, address, options.key)
    if options.json:
        shown.as_json({"since": since, "refusals": found})
        return
    if not found:
        print(f"Nobody was refused since {since:%Y-%m-%d %H:%M} UTC.")
        return
    cells = [
        (each.reason, each.address, each.key_id, each.account_id, f"{each.count:,}", each.first_at, each.last_at)
        for each in found
    ]
    shown.table(_COLUMNS, cells)


def _since(text: str, now: datetime) -> datetime:
    """`90m`, `24h` or `7d` ago, or a moment such as 2026-11-22T08:00:00Z. Raises Refusal."""
    ago = _AGO.fullmatch(text)
    try:
        if ago is not None:
            return now - timedelta(**{_UNITS[ago[2]]: int(ago[1])})
        given = datetime.fromisoformat(text)
        return (given if given.tzinfo else given.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise Refusal(
            f"--since {text} is neither a time ago such as 24h nor a moment such as 2026-05-12T08:00Z."
        ) from None


def _address(text: str) -> str:
    """As it is counted: an IPv6 address by its network. Raises Refusal."""
    from fulfilment.http.client_address import network_of
    from fulfilment.http.refused import OTHERS

    found = OTHERS if text == OTHERS else network_of(text.removesuffix("/64"))
    if not found:
        raise Refusal(f"--address {text} is no address.")
    return found
