"""Inbound events of a storefront (decisions, section 9): authenticated, applied once, and answered.

`HANDLERS` maps each type to its handler, which runs in the transaction that records the event. A refused event leaves
nothing behind, and may be sent again.
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
# An earlier time could come back from the database as a value that cannot be compared.
_MIN_OCCURRED_AT = datetime(1970, 1, 1, tzinfo=UTC)
# The limit is the clock tolerance of signatures. Events keep the storefront's time: dated on arrival, a repeat of a
# failed event would count as later than the events after it.
_MAX_CLOCK_SKEW = timedelta(seconds=signature.TOLERANCE_SECONDS)

_body_decoder = msgspec.json.Decoder(StorefrontEventBody)
_log = structlog.get_logger(__name__)


async def receive_event(public: Public, aggregators: CourierClients) -> StorefrontEventReply:
    """Receive one event. Raises the 401 errors of the verifier, WorkspaceSuspended, and the errors of its handler."""
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
    """Record and apply the event in one transaction; a repeat changes nothing."""
    for _ in range(_MAX_TRIES):
        try:
            async with operation.transaction() as tx:
                if not await queries.record_event(tx, event.id, event.type):
                    return StorefrontEventReply(applied=False)
                return await HANDLERS[event.type](tx, storefront, event)
        except SERIALIZATION_CONFLICTS:
            continue
    raise ServiceUnavailable
