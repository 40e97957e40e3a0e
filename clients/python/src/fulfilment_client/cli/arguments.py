"""The options of the commands. The service's own command has them too, so nothing else is imported here."""

from __future__ import annotations

import argparse
import re
from datetime import datetime, timedelta, timezone

SUMMARIES = {
    "listen": "post the events of a workspace to an address of yours, signed as webhooks are",
    "trigger": "make an event happen, with the courier simulator where a courier is needed",
}
SIMULATOR_URL = "http://127.0.0.1:8081"
_AGO = re.compile(r"([0-9]{1,6})([smhd])")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
_LONGEST_SECONDS = 600.0


def add_to(command: argparse.ArgumentParser, name: str) -> None:
    """Give a parser the options of the command of this name."""
    {"listen": _add_listen, "trigger": _add_trigger}[name](command)
    command.set_defaults(client_command=name)
    given = command.add_argument_group("whose events")
    given.add_argument("--url", help="where the service is, else FULFILMENT_URL, else http://127.0.0.1:8080")
    given.add_argument("--key-id", help="the API key, else FULFILMENT_KEY_ID")
    given.add_argument("--key-secret", metavar="SECRET", help="that key's secret, better in FULFILMENT_SECRET")
    given.add_argument("--on-behalf-of", metavar="acc_...", help="the merchant's workspace, with a partner's key")
    command.add_argument("--json", action="store_true", help="answer in JSON, an object a line")


def _add_listen(command: argparse.ArgumentParser) -> None:
    command.add_argument("--forward", metavar="URL", help="where to post them; without it they are only shown")
    command.add_argument(
        "--only",
        action="append",
        metavar="PATTERN",
        help="events of this type alone, such as 'svc.shipment.*' or shipment.created; repeatable",
    )
    command.add_argument(
        "--since", type=_moment, metavar="TIME", help="a time ago (90m, 24h, 7d) or a moment; else now"
    )
    command.add_argument("--replay", metavar="evt_...", help="post this one event again, and end")
    command.add_argument(
        "--secret",
        action="append",
        metavar="whsec_...",
        help="what to sign with, else a new secret that is shown; twice, as while one is rotated",
    )
    command.add_argument(
        "--retry", type=_whole, default=0, metavar="TIMES", help="how often to try again; never by default"
    )
    command.add_argument(
        "--timeout", type=_seconds, default=10.0, metavar="SECONDS", help="for an answer; 10 by default"
    )
    command.add_argument(
        "--every", type=_seconds, default=1.0, metavar="SECONDS", help="how often to ask; 1 by default"
    )


def _add_trigger(command: argparse.ArgumentParser) -> None:
    command.add_argument("event", nargs="?", metavar="EVENT", help="such as shipment.delivered or stock.low")
    command.add_argument("--list", action="store_true", help="list what can be made to happen")
    command.add_argument("--shipment", metavar="ship_...", help="a shipment that there is; else a new one")
    command.add_argument(
        "--simulator", metavar="URL", default=SIMULATOR_URL, help=f"the courier simulator; {SIMULATOR_URL} by default"
    )


def _moment(text: str) -> datetime:
    ago = _AGO.fullmatch(text)
    try:
        if ago:
            return datetime.now(timezone.utc) - timedelta(**{_UNITS[ago[2]]: int(ago[1])})
        moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except (ValueError, OverflowError):
        moment = None
    if moment is None or moment.tzinfo is None:
        raise argparse.ArgumentTypeError(
            f"{text!r} is neither a time ago (90m, 24h, 7d) nor such as 2026-11-22T10:00:00Z"
        )
    return moment


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:4]) <= 100):
        raise argparse.ArgumentTypeError("give a whole number, 0 to 100")
    return int(text)


def _seconds(text: str) -> float:
    try:
        given = float(text)
    except ValueError:
        given = 0.0
    if not 0.05 <= given <= _LONGEST_SECONDS:
        raise argparse.ArgumentTypeError(f"give seconds, 0.05 to {_LONGEST_SECONDS:g}")
    return given
