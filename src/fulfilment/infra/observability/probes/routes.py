"""HTTP routes of the probes of an API process, on its own port, for load balancers and orchestrators."""

from typing import Literal

from fulfilment.infra import outbound
from fulfilment.infra.api.errors import ServiceUnavailable
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.models import ApiModel
from fulfilment.infra.observability.probes import readiness
from fulfilment.infra.observability.probes.readiness import Check, Readiness

route = Routes("Probes", prefix="")


class NotReady(ServiceUnavailable):
    """The process is alive, but requests should be sent to another process."""

    def __init__(self, checks: list[Check]) -> None:
        super().__init__()
        self.args = (f"Not ready: {readiness.describe(checks)}.",)
        self.details["checks"] = checks


class Liveness(ApiModel):
    """The liveness of the process."""

    status: str
    """Always `live`."""


class Ready(ApiModel):
    """The readiness of the process, with its checks."""

    status: str
    """Always `ready`. While the process is not ready, the response is 503 instead."""
    checks: list[Check]
    """The checks that were made."""
    outbound: Literal["on", "off"]
    """The setting `outbound`. `off`: the process sends no webhooks and makes no calls to couriers or payments."""


def ready(checks: list[Check]) -> Ready:
    """The response of a process that is ready."""
    return Ready(status="ready", checks=checks, outbound="on" if outbound.is_on() else "off")


@route.get("/livez", is_probe=True)
async def get_liveness(public: Public) -> Liveness:
    """Show that the event loop of the process runs. Nothing else is checked."""
    return Liveness(status="live")


@route.get("/readyz", is_probe=True)
async def get_readiness(public: Public, readiness: Readiness) -> Ready:
    """Show that requests may be sent to this process; otherwise 503 with the failed checks."""
    checks = await readiness.check()
    if any(check.problem for check in checks):
        raise NotReady(checks)
    return ready(checks)
