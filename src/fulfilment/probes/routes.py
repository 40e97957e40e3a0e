"""The probes of an API process, on the port that it serves, for machines that decide where to send requests."""

from fulfilment.fields import Wire
from fulfilment.http.errors import ServiceUnavailable
from fulfilment.http.public import Public
from fulfilment.http.route import Routes
from fulfilment.probes import readiness
from fulfilment.probes.readiness import Check, Readiness

route = Routes("Probes", prefix="")


class NotReady(ServiceUnavailable):
    """The process lives, and requests are better sent to another one."""

    def __init__(self, checks: list[Check]):
        super().__init__()
        self.args = (f"Not ready: {readiness.told(checks)}.",)
        self.details["checks"] = checks


class Liveness(Wire):
    """That the process lives."""

    status: str
    """Always `live`."""


class Ready(Wire):
    """That the process is ready, and by what that was judged."""

    status: str
    """Always `ready`. A process that is not answers 503 instead."""
    checks: list[Check]
    """What was looked at."""


@route.get("/livez", is_probe=True)
async def get_liveness(public: Public) -> Liveness:
    """That the event loop of the process turns. It touches nothing else."""
    return Liveness(status="live")


@route.get("/readyz", is_probe=True)
async def get_readiness(public: Public, readiness: Readiness) -> Ready:
    """Whether requests may be sent to this process; 503 with what is wrong where they should not be."""
    checks = await readiness.look()
    if any(check.problem for check in checks):
        raise NotReady(checks)
    return Ready(status="ready", checks=checks)
