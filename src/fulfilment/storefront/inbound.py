"""Events of a storefront coming in (decisions, section 9): proved, applied once, and answered.

`HANDLERS` say what each type does, in the transaction that records the event: what is refused leaves nothing behind,
and may be sent again.
"""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import msgspec
import structlog

from fulfilment.infra.api import body as bodies
from fulfilment.infra.api.errors import ApiError, ServiceUnavailable, Validation
from fulfilment.infra.auth.principal import WorkspaceSuspended
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.database.pool import SERIALIZATION_CONFLICTS
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.limits import fair_semaphore
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.shipping.courier_clients import CourierClients
from fulfilment.storefront import checkouts, couriers, product_events, queries, signature_auth
from fulfilment.storefront.schemas import (
    Storefront,
    StorefrontEvent,
    StorefrontEventBody,
    StorefrontEventReply,
    StorefrontSyncActor,
)
from fulfilment.webhooks.http import signature

Handler = Callable[[Tx, Storefront, StorefrontEvent], Awaitable[StorefrontEventReply]]

HANDLERS: dict[str, Handler] = {**product_events.HANDLERS, **checkouts.HANDLERS}

_MAX_TRIES = 5
# The very first moment of the calendar would come back from the database as none that can be compared.
_MIN_OCCURRED_AT = datetime(1970, 1, 1, tzinfo=UTC)
# As far ahead as the clock of a storefront may be whose signatures are taken. Were its events dated when they come, one
# that comes again, since its first try failed, would count as later than what happened after it.
_MAX_CLOCK_SKEW = timedelta(seconds=signature.TOLERANCE_SECONDS)

_body_decoder = msgspec.json.Decoder(StorefrontEventBody)
_log = structlog.get_logger(__name__)


async def receive_event(public: Public, aggregators: CourierClients) -> StorefrontEventReply:
    """Take one event. Raises the 401 refusals of `proof`, WorkspaceSuspended, and what its handler refuses."""
    request = public.request
    storefront = await signature_auth.authenticate(request, public.fetch_all)
    fair_semaphore.current_tenant.set(storefront.account_id)
    if storefront.is_suspended:
        raise WorkspaceSuspended
    if not request.body:
        raise Validation("This route needs a JSON body.")
    body = await bodies.parse(request.body, request.header("content-type"), _body_decoder)
    occurred_at = max(_MIN_OCCURRED_AT, min(body.occurred_at, storefront.now + _MAX_CLOCK_SKEW))
    event = StorefrontEvent(body.id, body.type, occurred_at, bytes(body.data))
    if event.type not in HANDLERS:
        return StorefrontEventReply(applied=False)
    actor = StorefrontSyncActor(
        storefront.account_id,
        ip=request.client_ip,
        user_agent=request.user_agent,
        partner=storefront.partner,
        storefront_id=storefront.id,
        event_id=event.id,
    )
    operation = public.start_operation(actor)
    if event.type in checkouts.TYPES_WITH_COURIERS:
        courier_lookup = await couriers.look_up_couriers(operation, aggregators, checkouts.decode_destination(event))
        event = msgspec.structs.replace(event, courier_lookup=courier_lookup)
    try:
        return await _apply_once(operation, storefront, event)
    except ApiError as error:
        _log.info(
            "storefront_event_refused",
            workspace=storefront.account_id,
            storefront=storefront.id,
            type=event.type,
            code=error.code,
            field=error.field,
        )
        raise


async def _apply_once(
    operation: ExternalOperation, storefront: Storefront, event: StorefrontEvent
) -> StorefrontEventReply:
    """Do what the event says, unless that was done before; both in one transaction."""
    for _ in range(_MAX_TRIES):
        try:
            async with operation.transaction() as tx:
                if not await queries.record_event(tx, event.id, event.type):
                    return StorefrontEventReply(applied=False)
                return await HANDLERS[event.type](tx, storefront, event)
        except SERIALIZATION_CONFLICTS:
            continue
    raise ServiceUnavailable
