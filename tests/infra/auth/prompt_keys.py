"""The application with short timeouts and intervals for its identity provider."""

from collections.abc import Callable

from fulfilment import app
from fulfilment.infra.auth import jwks


def create() -> Callable:
    """As Granian loads it."""
    jwks.FETCH_TIMEOUT_SECONDS = 1
    jwks.FIRST_FETCH_AFTER_SECONDS = 1
    return app.create()
