"""`fulfilment simulator`: the courier aggregator that development talks to."""

from argparse import Namespace

from fulfilment import logs
from fulfilment.cli import lifeline
from fulfilment.settings import Settings

HOST = "127.0.0.1"
MEMORY_FILE = "simulator.journal"


def run(settings: Settings, _options: Namespace) -> int:
    from fulfilment.aggregators.simulator import program

    lifeline.hold()
    logs.configure(settings, "simulator")
    return program.run(HOST, settings.simulator_port, settings.data_path / MEMORY_FILE)
