"""State that the handlers share."""

import msgspec
from aiohttp import web

from fulfilment_simulators.payments.delivery import EventDelivery
from fulfilment_simulators.payments.faults import InjectedFaults
from fulfilment_simulators.payments.store import ObjectStore, StripeObject, Transaction


class PaymentSimulatorState(msgspec.Struct):
    """State that the handlers share. `keys_in_progress` are idempotency keys whose first call has no response yet."""

    memory: ObjectStore
    delivery: EventDelivery
    faults: InjectedFaults
    keys_in_progress: set[str] = msgspec.field(default_factory=set)

    def commit(self, tx: Transaction) -> None:
        """Write the changes of a transaction, then post its events."""
        tx.commit()
        self.delivery.post(tx.list_changed("event"))

    def begin(self, request: StripeObject | None = None) -> Transaction:
        return Transaction(self.memory, request=request)


STATE: web.AppKey[PaymentSimulatorState] = web.AppKey("state", PaymentSimulatorState)


def state_of(request: web.Request) -> PaymentSimulatorState:
    return request.app[STATE]
