"""The folder, ports and programs of the tests of the command line, for those that start whole services."""

from tests.cli.conftest import environment, folder, free_port, fulfilment, lasting, serve

__all__ = ["environment", "folder", "free_port", "fulfilment", "lasting", "serve"]
