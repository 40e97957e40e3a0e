"""`fulfilment serve` as a program for tests: the API and the simulator, without the worker that they do not need."""

import sys

from fulfilment import cli
from fulfilment.cli import serve

_everyone = serve.children_of
serve.children_of = lambda settings: [child for child in _everyone(settings) if child.name != "worker"]

sys.exit(cli.main(["serve"]))
