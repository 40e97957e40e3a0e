"""The commands of the client: `fulfilment listen`, `fulfilment trigger`.

The service's own command has the same name. Where both are installed in one environment, whichever script was written
last knows the commands of both: this one hands on what it does not know.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable, Sequence
from typing import cast

from .._version import __version__

# The module of each command, which has `run(arguments) -> exit code` and `SUMMARY`, one line of what it does.
COMMANDS: dict[str, str] = {}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    name = given[0] if given else "--help"
    if name in COMMANDS:
        module = importlib.import_module(f".{COMMANDS[name]}", __name__)
        return int(module.run(given[1:]) or 0)
    if importlib.util.find_spec("fulfilment") is not None and importlib.util.find_spec("fulfilment.cli") is not None:
        served = cast("Callable[[list[str]], int | None]", importlib.import_module("fulfilment.cli").main)
        return served(given) or 0
    if name == "--version":
        print(f"fulfilment-client {__version__}")
        return 0
    if name in ("--help", "-h"):
        print(usage())
        return 0
    print(f"fulfilment: there is no command {name!r}; `fulfilment --help` lists them", file=sys.stderr)
    return 2


def usage() -> str:
    """The commands with a line each."""
    lines = ["usage: fulfilment COMMAND [--help] ...", ""]
    for name, module in COMMANDS.items():
        lines.append(f"  {name:<12}{importlib.import_module(f'.{module}', __name__).SUMMARY}")
    return "\n".join(lines)
