"""HTTP route of the health check (specification, Health and general)."""

from fulfilment import __version__
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.database.statements import sql
from fulfilment.infra.models import ApiModel

route = Routes("Health", "The health of the service and its database.")

PING = sql("health.unscoped_ping", "SELECT 1")


class Health(ApiModel):
    """The health of the service and its database."""

    service: str
    """The name of the service: `fulfilment`, for every brand."""
    version: str
    """The version of the service."""
    status: str
    """Always `ok`. While the database is unavailable, the response is 503 instead."""


@route.get("/health", sdk_method="health.get", is_cross_origin=True)
async def get_health(public: Public) -> Health:
    """Show the service's name and version, if its database answers."""
    await public.fetch_optional(PING)
    return Health(service="fulfilment", version=__version__, status="ok")
