"""One really started service for whoever speaks to it in another language."""

from tests.system.journeys.conftest import Served, served

__all__ = ["Served", "served"]
