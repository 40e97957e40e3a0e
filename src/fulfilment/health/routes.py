"""Health (specification, Health and general)."""

from fulfilment import __version__
from fulfilment.db.sql import sql
from fulfilment.fields import Wire
from fulfilment.http.public import Public
from fulfilment.http.route import Routes

route = Routes("Health", "Whether the service and its database answer.")

PING = sql("health.unscoped_ping", "SELECT 1")


class Health(Wire):
    """That the service and its database answer."""

    service: str
    """What the service is called: `fulfilment`, whatever the brand."""
    version: str
    """The version of the service that answers."""
    status: str
    """Always `ok`. A service whose database is away answers 503 instead."""


@route.get("/health", client="health.get")
async def get_health(public: Public) -> Health:
    """The service's name and version, once its database answers."""
    await public.one(PING)
    return Health(service="fulfilment", version=__version__, status="ok")
