"""What is measured: each request, and the same work done by pgbench."""

from collections.abc import Callable, Iterable

import msgspec

from benchmarks import workload
from benchmarks.workload import Workspace

# More than any run answers in a second, so that every adjustment is sent once.
_ADJUSTMENTS_A_SECOND = 8_000


class Scenario(msgspec.Struct, frozen=True):
    """One kind of request. `requests` signs them for a run of so many seconds."""

    name: str
    requests: Callable[[Workspace, float], Iterable[bytes]]
    has_sql: bool = True
    is_sent_once: bool = False


def _adjustments(workspace: Workspace, seconds: float) -> Iterable[bytes]:
    return (workspace.adjustment() for _ in range(int(_ADJUSTMENTS_A_SECOND * seconds)))


def _levels(workspace: Workspace, _seconds: float) -> Iterable[bytes]:
    for number in range(1, workload.LEVELS + 1):
        yield workspace.request("GET", f"/api/v1/stock/levels?variant_id={workload.variant(number)}")


def _products(workspace: Workspace, _seconds: float) -> Iterable[bytes]:
    return [workspace.request("GET", "/api/v1/products")]


def _unsigned(target: str) -> Callable[[Workspace, float], Iterable[bytes]]:
    return lambda _workspace, _seconds: [f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()]


SCENARIOS = (
    Scenario("adjust", _adjustments, is_sent_once=True),
    Scenario("levels", _levels),
    Scenario("products", _products),
    Scenario("public", _unsigned("/api/v1/health")),
    Scenario("empty", _unsigned("/api/v1/bench/empty"), has_sql=False),
)
