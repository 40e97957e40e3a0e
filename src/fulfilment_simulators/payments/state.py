"""State that the handlers share."""

import msgspec
from aiohttp import web

from fulfilment_simulators.payments.delivery import EventDelivery
from fulfilment_simulators.payments.faults import InjectedFaults
from fulfilment_simulators.payments.store import ObjectStore, StripeObject, Transaction


class PaymentSimulatorState(msgspec.Struct):
    """`keys_in_progress` are the idempotency keys whose first call has no answer yet."""

    memory: ObjectStore
    delivery: EventDelivery
    faults: InjectedFaults
    keys_in_progress: set[str] = msgspec.field(default_factory=set)

    def commit(self, tx: Transaction) -> None:
        """Write what was done, then tell of it."""
        tx.commit()
        self.delivery.post(tx.list_changed("event"))

    def begin(self, request: StripeObject | None = None) -> Transaction:
        return Transaction(self.memory, request=request)


STATE: web.AppKey[PaymentSimulatorState] = web.AppKey("state", PaymentSimulatorState)


def state_of(request: web.Request) -> PaymentSimulatorState:
    return request.app[STATE]
