"""`fulfilment security`: who is refused for who they are, and why."""

import re
from argparse import Namespace
from datetime import UTC, datetime, timedelta

import asyncpg

from fulfilment.cli import credential, output
from fulfilment.cli.errors import CommandError, require_text
from fulfilment.settings import Settings

_AGO = re.compile(r"([1-9][0-9]{0,5})([mhd])")
_UNITS = {"m": "minutes", "h": "hours", "d": "days"}
_MAX_CHARACTERS = 100
_COLUMNS = ("REASON", "ADDRESS", "KEY ID", "WORKSPACE", "COUNT", "FIRST", "LAST")


def run(settings: Settings, options: Namespace) -> int:
    """Print the counts, the most frequent first."""
    require_text("--address", options.address, max_length=_MAX_CHARACTERS)
    require_text("--key", options.key, max_length=_MAX_CHARACTERS)
    address = options.address and _parse_address(options.address)
    credential.run_on_database(settings, lambda db: _show(db, options, address))
    return 0


async def _show(db: asyncpg.Connection, options: Namespace, address: str | None) -> None:
    from fulfilment.infra.auth.failed_auth_log import listing
    from fulfilment.infra.database import database_clock

    since = _parse_since(options.since, await database_clock.now(db))
    found = await listing.find(db, since, options.limit, address, options.key)
    if options.json:
        output.print_json({"since": since, "refusals": found})
        return
    if not found:
        print(f"Nobody was refused since {since:%Y-%m-%d %H:%M} UTC.")
        return
    cells = [
        (each.reason, each.address, each.key_id, each.account_id, f"{each.count:,}", each.first_at, each.last_at)
        for each in found
    ]
    output.print_table(_COLUMNS, cells)


def _parse_since(text: str, now: datetime) -> datetime:
    """`90m`, `24h` or `7d` ago, or a moment such as 2026-11-22T08:00:00Z. Raises CommandError."""
    ago = _AGO.fullmatch(text)
    try:
        if ago is not None:
            return now - timedelta(**{_UNITS[ago[2]]: int(ago[1])})
        moment = datetime.fromisoformat(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise CommandError(
            f"--since {text} is neither a time ago such as 24h nor a moment such as 2026-05-12T08:00Z."
        ) from None


def _parse_address(text: str) -> str:
    """As it is counted: an IPv6 address by its network. Raises CommandError."""
    from fulfilment.infra.auth.client_address import network_of
    from fulfilment.infra.auth.failed_auth_stats import OVERFLOW

    found = OVERFLOW if text == OVERFLOW else network_of(text.removesuffix("/64"))
    if not found:
        raise CommandError(f"--address {text} is no address.")
    return found
