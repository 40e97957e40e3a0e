"""`fulfilment completion SHELL`: prints the shell script that completes commands and options."""

from argparse import Namespace

import shtab

from fulfilment import cli
from fulfilment.settings import Settings


def run(_settings: Settings, options: Namespace) -> int:
    print(shtab.complete(cli.build_parser(), options.shell))
    return 0
