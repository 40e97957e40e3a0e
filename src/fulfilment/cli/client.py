"""`fulfilment listen` and `fulfilment trigger`: commands of the Python client, which use the public API."""

from argparse import Namespace

from fulfilment_client import cli

from fulfilment.settings import Settings


def run(_settings: Settings, options: Namespace) -> int:
    return cli.carry_out(options)
