"""The application that gives up on its identity provider soon, and soon asks it again."""

from collections.abc import Callable

from fulfilment import app
from fulfilment.infra.auth import jwks


def create() -> Callable:
    """As Granian loads it."""
    jwks.FETCH_TIMEOUT_SECONDS = 1
    jwks.FIRST_FETCH_AFTER_SECONDS = 1
    return app.create()
