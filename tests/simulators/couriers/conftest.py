"""The courier simulator, as the tests of the aggregators start it."""

from tests.aggregators.conftest import _short_retries, account, simulator

__all__ = ["_short_retries", "account", "simulator"]
