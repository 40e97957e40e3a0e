"""What is measured: each request, and the same work done by pgbench."""

import random
from collections.abc import Callable, Iterable

import msgspec

from benchmarks import workload
from benchmarks.workload import Workspace

# More than any run answers in a second, so that every adjustment is sent once.
_ADJUSTMENTS_A_SECOND = 8_000
# Keys that are asked about in one run: many more than fit into a page of anything.
_KEYS_ASKED = 20_000


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


def _validations(_workspace: Workspace, _seconds: float) -> Iterable[bytes]:
    for number in random.sample(range(1, workload.LICENSES + 1), _KEYS_ASKED):
        yield _unsigned(f"/api/v1/licenses/validate?key={workload.license_key(number)}")


def _nothing(_workspace: Workspace, _seconds: float) -> Iterable[bytes]:
    return [_unsigned("/api/v1/bench/empty")]


def _unsigned(target: str) -> bytes:
    return f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


SCENARIOS = (
    Scenario("adjust", _adjustments, is_sent_once=True),
    Scenario("levels", _levels),
    Scenario("products", _products),
    Scenario("validate", _validations),
    Scenario("empty", _nothing, has_sql=False),
)
