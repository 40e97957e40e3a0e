"""One running service for the clients in other languages."""

from tests.system.journeys.conftest import Served, served

__all__ = ["Served", "served"]
