"""The controls of events: where they go, in what manner, and the same once more. Each takes JSON."""

from typing import Annotated

import msgspec
from aiohttp import web

from fulfilment.payments.simulator.controls import Nothing, Receiving, given
from fulfilment.payments.simulator.delivery import REPEATS_MOST, Manner
from fulfilment.payments.simulator.memory import Entry
from fulfilment.payments.simulator.refusals import Missing, answer, invalid
from fulfilment.payments.simulator.state import state_of

routes = web.RouteTableDef()


class Repeating(msgspec.Struct, forbid_unknown_fields=True):
    times: Annotated[int, msgspec.Meta(ge=1, le=REPEATS_MOST)] = 1


@routes.post("/_control/webhook")
async def set_receiver(request: web.Request) -> web.Response:
    """Where events go, and their secret. No url: nowhere."""
    state, said = state_of(request), await given(request, Receiving)
    receiver = None if said.url is None else {"url": said.url, "secret": said.secret}
    state.memory.commit([Entry("receiver", "", receiver)])
    return answer({"webhook": receiver})


@routes.post("/_control/webhook/manner")
async def set_manner(request: web.Request) -> web.Response:
    """What is left out stays as it is."""
    state = state_of(request)
    said = await given(request, dict)
    try:
        state.delivery.manner = msgspec.convert(msgspec.to_builtins(state.delivery.manner) | said, Manner)
    except msgspec.ValidationError as problem:
        raise invalid(f"{problem}.") from None
    return answer({"manner": state.delivery.manner})


@routes.post("/_control/webhook/release")
async def release(request: web.Request) -> web.Response:
    """Let go what was held, in the manner of now but for the holding."""
    state = state_of(request)
    await given(request, Nothing)
    state.delivery.manner = msgspec.structs.replace(state.delivery.manner, hold=False)
    return answer({"released": state.delivery.release()})


@routes.post("/_control/events/{id}/repeat")
async def repeat(request: web.Request) -> web.Response:
    """The same event again."""
    state, id = state_of(request), request.match_info["id"]
    said = await given(request, Repeating)
    event = state.memory.get("event", id)
    if event is None:
        raise Missing("event", id)
    state.delivery.post([event] * said.times)
    return answer({"queued": said.times})
