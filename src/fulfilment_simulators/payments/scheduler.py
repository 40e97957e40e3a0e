"""Scheduler of due events, as real time passes or a control moves the clock: in order, each at its own time."""

import asyncio

from fulfilment_simulators.payments import sessions, subscriptions
from fulfilment_simulators.payments.state import PaymentSimulatorState
from fulfilment_simulators.payments.store import StripeObject, Transaction

POLL_INTERVAL_SECONDS = 1.0
# Maximum due objects of one run; the rest follows in the next run.
MOST_AT_ONCE = 5_000
_MODULES_BY_KIND = {"checkout.session": sessions, "subscription": subscriptions}


def next_due_at(thing: StripeObject) -> int | None:
    """The time of an object's next automatic change, in epoch seconds."""
    passes = _MODULES_BY_KIND.get(thing.get("object", ""))
    return passes.due_of(thing) if passes else None


def run_due(state: PaymentSimulatorState, until: int) -> int:
    """Apply all changes that are due by then, and return their number."""
    done = 0
    while done < MOST_AT_ONCE and (due := state.memory.next_due(until)) is not None:
        at, kind, id = due
        tx = Transaction(state.memory, at)
        _MODULES_BY_KIND[kind].pass_time(tx, tx.find(kind, id))
        state.commit(tx)
        done += 1
    return done


async def run_scheduler(state: PaymentSimulatorState) -> None:
    """Apply due changes for as long as the simulator runs."""
    while True:
        run_due(state, state.memory.now)
        await asyncio.sleep(POLL_INTERVAL_SECONDS)
