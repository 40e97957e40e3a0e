"""The probes of an API process, on the port that it serves, for machines that decide where to send requests."""

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
    """The process lives, and requests are better sent to another one."""

    def __init__(self, checks: list[Check]) -> None:
        super().__init__()
        self.args = (f"Not ready: {readiness.describe(checks)}.",)
        self.details["checks"] = checks


class Liveness(ApiModel):
    """That the process lives."""

    status: str
    """Always `live`."""


class Ready(ApiModel):
    """That the process is ready, and by what that was judged."""

    status: str
    """Always `ready`. A process that is not answers 503 instead."""
    checks: list[Check]
    """What was looked at."""
    outbound: Literal["on", "off"]
    """`off`: nothing leaves the process, as the setting `outbound` says; no webhooks, courier or payment calls."""


def ready(checks: list[Check]) -> Ready:
    """The answer of a process that is ready."""
    return Ready(status="ready", checks=checks, outbound="on" if outbound.is_on() else "off")


@route.get("/livez", is_probe=True)
async def get_liveness(public: Public) -> Liveness:
    """That the event loop of the process turns. It touches nothing else."""
    return Liveness(status="live")


@route.get("/readyz", is_probe=True)
async def get_readiness(public: Public, readiness: Readiness) -> Ready:
    """Whether requests may be sent to this process; 503 with what is wrong where they should not be."""
    checks = await readiness.check()
    if any(check.problem for check in checks):
        raise NotReady(checks)
    return ready(checks)
