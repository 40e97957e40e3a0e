"""Events of a storefront coming in (decisions, section 9): proved, applied once, and answered.

`HANDLERS` say what each type does, in the transaction that records the event: what is refused leaves nothing behind,
and may be sent again.
"""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import msgspec
import structlog

from fulfilment import party
from fulfilment.db.pool import COLLISIONS
from fulfilment.db.tx import Tx
from fulfilment.http import body as bodies
from fulfilment.http.caller import WorkspaceSuspended
from fulfilment.http.errors import ApiError, ServiceUnavailable, Validation
from fulfilment.http.public import Public
from fulfilment.http.saga import Saga
from fulfilment.shipping.aggregator_access import Aggregators
from fulfilment.storefront import checkouts, mirror, order_parcel, proof, queries
from fulfilment.storefront.records import Envelope, Event, Mirror, Storefront, StorefrontEventReply
from fulfilment.webhooks.outbound import signature

Handler = Callable[[Tx, Storefront, Event], Awaitable[StorefrontEventReply]]

HANDLERS: dict[str, Handler] = {**mirror.HANDLERS, **checkouts.HANDLERS}

_MAX_TRIES = 5
# The very first moment of the calendar would come back from the database as none that can be compared.
_EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
# As far ahead as the clock of a storefront may be whose signatures are taken. Were its events dated when they come, one
# that comes again, since its first try failed, would count as later than what happened after it.
_MOST_AHEAD = timedelta(seconds=signature.TOLERANCE_SECONDS)

_envelopes = msgspec.json.Decoder(Envelope)
_log = structlog.get_logger(__name__)


async def receive(public: Public, aggregators: Aggregators) -> StorefrontEventReply:
    """Take one event. Raises the 401 refusals of `proof`, WorkspaceSuspended, and what its handler refuses."""
    request = public.request
    storefront = await proof.prove(request, public.all)
    party.current.set(storefront.account_id)
    if storefront.is_suspended:
        raise WorkspaceSuspended
    if not request.body:
        raise Validation("This route needs a JSON body.")
    given = await bodies.read(request.body, request.header("content-type"), _envelopes)
    occurred_at = max(_EARLIEST, min(given.occurred_at, storefront.now + _MOST_AHEAD))
    event = Event(given.id, given.type, occurred_at, bytes(given.data))
    if event.type not in HANDLERS:
        return StorefrontEventReply(applied=False)
    actor = Mirror(
        storefront.account_id,
        ip=request.client_ip,
        user_agent=request.user_agent,
        partner=storefront.partner,
        storefront_id=storefront.id,
        event_id=event.id,
    )
    saga = public.acting_as(actor)
    if event.type in checkouts.NEED_COURIERS:
        event = msgspec.structs.replace(event, couriers=await order_parcel.services(saga, aggregators))
    try:
        return await _apply(saga, storefront, event)
    except ApiError as refusal:
        _log.info(
            "storefront_event_refused",
            workspace=storefront.account_id,
            storefront=storefront.id,
            type=event.type,
            code=refusal.code,
            field=refusal.field,
        )
        raise


async def _apply(saga: Saga, storefront: Storefront, event: Event) -> StorefrontEventReply:
    """Do what the event says, unless that was done before; both in one transaction."""
    for _ in range(_MAX_TRIES):
        try:
            async with saga.step() as tx:
                if not await queries.is_new(tx, event.id, event.type):
                    return StorefrontEventReply(applied=False)
                return await HANDLERS[event.type](tx, storefront, event)
        except COLLISIONS:
            continue
    raise ServiceUnavailable
