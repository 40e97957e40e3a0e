"""Health (specification, Health and general)."""

from fulfilment import __version__
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.database.statements import sql
from fulfilment.infra.models import ApiModel

route = Routes("Health", "Whether the service and its database answer.")

PING = sql("health.unscoped_ping", "SELECT 1")


class Health(ApiModel):
    """That the service and its database answer."""

    service: str
    """What the service is called: `fulfilment`, whatever the brand."""
    version: str
    """The version of the service that answers."""
    status: str
    """Always `ok`. A service whose database is away answers 503 instead."""


@route.get("/health", sdk_method="health.get", is_cross_origin=True)
async def get_health(public: Public) -> Health:
    """The service's name and version, once its database answers."""
    await public.fetch_optional(PING)
    return Health(service="fulfilment", version=__version__, status="ok")
