"""Control routes of events: receivers, delivery behaviour and repetition. Each takes JSON."""

from typing import Annotated

import msgspec
from aiohttp import web

from fulfilment_simulators.payments.controls import EmptyRequest, ReceiverRequest, read_json
from fulfilment_simulators.payments.delivery import REPEATS_MOST, DeliveryBehaviour
from fulfilment_simulators.payments.errors import MissingObject, invalid_request, json_response
from fulfilment_simulators.payments.state import state_of
from fulfilment_simulators.payments.store import JournalEntry

routes = web.RouteTableDef()


class RepeatRequest(msgspec.Struct, forbid_unknown_fields=True):
    times: Annotated[int, msgspec.Meta(ge=1, le=REPEATS_MOST)] = 1


@routes.post("/_control/webhook")
async def set_receiver(request: web.Request) -> web.Response:
    """Set the URL and the secret of events. Without a url, none are posted."""
    state, body = state_of(request), await read_json(request, ReceiverRequest)
    receiver = None if body.url is None else {"url": body.url, "secret": body.secret}
    state.memory.commit([JournalEntry("receiver", "", receiver)])
    return json_response({"webhook": receiver})


@routes.post("/_control/webhook/manner")
async def set_behaviour(request: web.Request) -> web.Response:
    """Change the delivery behaviour; an omitted field keeps its value."""
    state = state_of(request)
    body = await read_json(request, dict)
    try:
        state.delivery.behaviour = msgspec.convert(
            msgspec.to_builtins(state.delivery.behaviour) | body, DeliveryBehaviour
        )
    except msgspec.ValidationError as problem:
        raise invalid_request(f"{problem}.") from None
    return json_response({"manner": state.delivery.behaviour})


@routes.post("/_control/webhook/release")
async def release(request: web.Request) -> web.Response:
    """Post the held events, with the current behaviour except holding."""
    state = state_of(request)
    await read_json(request, EmptyRequest)
    state.delivery.behaviour = msgspec.structs.replace(state.delivery.behaviour, hold=False)
    return json_response({"released": state.delivery.release()})


@routes.post("/_control/events/{id}/repeat")
async def repeat(request: web.Request) -> web.Response:
    """Post an event again."""
    state, id = state_of(request), request.match_info["id"]
    body = await read_json(request, RepeatRequest)
    event = state.memory.get("event", id)
    if event is None:
        raise MissingObject("event", id)
    state.delivery.post([event] * body.times)
    return json_response({"queued": body.times})
