"""The application that gives up on its identity provider soon, and soon asks it again."""

from collections.abc import Callable

from fulfilment import app
from fulfilment.http import provider_keys


def create() -> Callable:
    """As Granian loads it."""
    provider_keys.FETCH_TIMEOUT_SECONDS = 1
    provider_keys.FIRST_FETCH_AFTER_SECONDS = 1
    return app.create()
