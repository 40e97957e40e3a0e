"""The commands of the client: `fulfilment listen`, `fulfilment trigger`.

The service's own command has the same name, and has these too where the client is installed beside it. Where both are
in one environment, whichever script was written last knows the commands of both: this one hands on what it does not
know.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import sys
from collections.abc import Callable, Sequence
from typing import cast

from .._version import __version__
from .arguments import SUMMARIES, add_to

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not (given and given[0] in SUMMARIES) and _has_service():
        served = cast("Callable[[list[str]], int | None]", importlib.import_module("fulfilment.cli").main)
        return served(given) or 0
    return carry_out(parser().parse_args(given))


def parser() -> argparse.ArgumentParser:
    """The commands with their options."""
    whole = argparse.ArgumentParser(prog="fulfilment", description="Commands of the client of the fulfilment service.")
    whole.add_argument("--version", action="version", version=f"fulfilment-client {__version__}")
    commands = whole.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for name, does in SUMMARIES.items():
        add_to(commands.add_parser(name, help=does, description=does[0].upper() + does[1:] + "."), name)
    return whole


def carry_out(given: argparse.Namespace) -> int:
    """Run the command that was parsed. A refusal is one clear line on standard error and exit code 1."""
    from ..errors import FulfilmentError
    from .refusal import Refusal

    command = importlib.import_module(f".{given.client_command}", __name__)
    try:
        return int(command.run(given))
    except (Refusal, FulfilmentError) as problem:
        print(f"fulfilment: {problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of the output has gone, as `head` does; nothing is left to flush.
        sys.stderr.close()
        return 1


def _has_service() -> bool:
    return importlib.util.find_spec("fulfilment") is not None and importlib.util.find_spec("fulfilment.cli") is not None
