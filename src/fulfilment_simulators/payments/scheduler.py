"""Time that passes, by itself or by a control: what was due happens in its order, each at its own time."""

import asyncio

from fulfilment_simulators.payments import sessions, subscriptions
from fulfilment_simulators.payments.state import PaymentSimulatorState
from fulfilment_simulators.payments.store import StripeObject, Transaction

POLL_INTERVAL_SECONDS = 1.0
# So much happens in one go; what is left comes with the next look.
MOST_AT_ONCE = 5_000
_MODULES_BY_KIND = {"checkout.session": sessions, "subscription": subscriptions}


def next_due_at(thing: StripeObject) -> int | None:
    """When something happens to an object by itself, in epoch seconds."""
    passes = _MODULES_BY_KIND.get(thing.get("object", ""))
    return passes.due_of(thing) if passes else None


def run_due(state: PaymentSimulatorState, until: int) -> int:
    """Do what was due by then; how many things that were."""
    done = 0
    while done < MOST_AT_ONCE and (due := state.memory.next_due(until)) is not None:
        at, kind, id = due
        tx = Transaction(state.memory, at)
        _MODULES_BY_KIND[kind].pass_time(tx, tx.find(kind, id))
        state.commit(tx)
        done += 1
    return done


async def run_scheduler(state: PaymentSimulatorState) -> None:
    """As long as the simulator runs."""
    while True:
        run_due(state, state.memory.now)
        await asyncio.sleep(POLL_INTERVAL_SECONDS)
