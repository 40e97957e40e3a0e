"""What the handlers share."""

import msgspec
from aiohttp import web

from fulfilment.payments.simulator.delivery import Delivery
from fulfilment.payments.simulator.faults import Faults
from fulfilment.payments.simulator.memory import Deed, Memory, Stored


class State(msgspec.Struct):
    """`under_way` are the idempotency keys whose first call has no answer yet."""

    memory: Memory
    delivery: Delivery
    faults: Faults
    under_way: set[str] = msgspec.field(default_factory=set)

    def commit(self, deed: Deed) -> None:
        """Write what was done, then tell of it."""
        deed.commit()
        self.delivery.post(deed.made("event"))

    def deed(self, request: Stored | None = None) -> Deed:
        return Deed(self.memory, request=request)


STATE: web.AppKey[State] = web.AppKey("state", State)


def state_of(request: web.Request) -> State:
    return request.app[STATE]
