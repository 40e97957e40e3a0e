"""Time that passes, by itself or by a control: what was due happens in its order, each at its own time."""

import asyncio

from fulfilment.payments.simulator import sessions, subscriptions
from fulfilment.payments.simulator.memory import Deed, Stored
from fulfilment.payments.simulator.state import State

LOOK_SECONDS = 1.0
# So much happens in one go; what is left comes with the next look.
MOST_AT_ONCE = 5_000
_WHAT_PASSES = {"checkout.session": sessions, "subscription": subscriptions}


def due_of(thing: Stored) -> int | None:
    """When something happens to an object by itself, in epoch seconds."""
    passes = _WHAT_PASSES.get(thing.get("object", ""))
    return passes.due_of(thing) if passes else None


def catch_up(state: State, until: int) -> int:
    """Do what was due by then; how many things that were."""
    done = 0
    while done < MOST_AT_ONCE and (due := state.memory.next_due(until)) is not None:
        at, kind, id = due
        deed = Deed(state.memory, at)
        _WHAT_PASSES[kind].pass_time(deed, deed.find(kind, id))
        state.commit(deed)
        done += 1
    return done


async def keep_up(state: State) -> None:
    """As long as the simulator runs."""
    while True:
        catch_up(state, state.memory.now)
        await asyncio.sleep(LOOK_SECONDS)
