"""The application with a security log that is written ten times a second."""

from collections.abc import Callable

from fulfilment import app
from fulfilment.infra.auth.failed_auth_log import log


def create() -> Callable:
    """Create the application."""
    log.EVERY_SECONDS = 0.1
    return app.create()
