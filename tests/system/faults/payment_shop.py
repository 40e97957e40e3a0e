"""The service, its payment provider, and where doomed processes find both."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from tests.harness.payment_simulator import Payments, simulating
from tests.system.faults.doomed import Doomed, dooming
from tests.system.faults.house import Api, serving

# Longer than anything in these tests waits, so that only a dead process can be why something is taken over.
TIMEOUT_SECONDS = 30


class Shop(msgspec.Struct):
    api: Api
    simulator: Payments
    doomed: Doomed


@contextmanager
def selling(durable_url: str, folder: Path) -> Iterator[Shop]:
    """A shop whose provider sends no events of its own, and whose API must be without a fault in the end."""
    with simulating(folder) as simulator:
        simulator.report_to(None)
        given = {
            "payment_simulator_port": simulator.url.rpartition(":")[2],
            "payments_timeout_seconds": str(TIMEOUT_SECONDS),
        }
        with serving(durable_url, folder, **given) as api, dooming(durable_url, **given) as doomed:
            yield Shop(api, simulator, doomed)
            assert api.faults() == []
