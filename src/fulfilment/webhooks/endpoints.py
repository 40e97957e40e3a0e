"""Registering, changing and removing endpoints (specification, Webhook endpoint and Webhooks (management)).

The URL is checked between transactions, because a name look-up takes as long as somebody else's server likes.
"""

import secrets as random

import msgspec
from msgspec import UNSET

from fulfilment import clock, ids, secrets
from fulfilment.db import outbox
from fulfilment.db.tx import Read, Tx
from fulfilment.http import idempotency
from fulfilment.http.envelope import Reply
from fulfilment.http.errors import NotFound, Validation
from fulfilment.http.mutation import Answered, Work
from fulfilment.http.saga import Saga
from fulfilment.usage import limits, places
from fulfilment.webhooks import queries, subscription
from fulfilment.webhooks.outbound import destination
from fulfilment.webhooks.outbound.destination import Policy
from fulfilment.webhooks.records import (
    CreatedWebhookEndpointReply,
    NewWebhookEndpoint,
    WebhookEndpoint,
    WebhookEndpointChange,
    WebhookEndpointReply,
)

SECRET_PREFIX = "whsec_"  # noqa: S105 - how secrets begin, not one of them
ENDPOINT_IS_DISABLED = "endpoint is disabled"

_SECRET_BYTES = 32


def secret_context(endpoint_id: str) -> str:
    """What a sealed signing secret is bound to."""
    return f"webhook_endpoint:{endpoint_id}"


def draw_secret() -> str:
    """A new signing secret."""
    return SECRET_PREFIX + random.token_urlsafe(_SECRET_BYTES)


def sealed(secret: str, endpoint_id: str) -> bytes:
    """The secret as it is stored."""
    return secrets.seal_text(secret, secret_context(endpoint_id))


def preview(secret: str) -> str:
    """The secret as it is shown from then on."""
    return f"{SECRET_PREFIX}…{secret[-4:]}"


async def find(read: Read, id: str) -> WebhookEndpoint:
    """One endpoint. Raises NotFound."""
    endpoint = await queries.find_endpoint(read, id)
    if endpoint is None:
        raise NotFound
    return endpoint


async def register(saga: Saga, given: NewWebhookEndpoint, policy: Policy) -> Answered:
    """A new endpoint; its secret is in this answer only."""
    events = [subscription.EVERYTHING] if given.events is None else given.events
    _require_patterns(events)
    await _require_reachable(given.url, policy)
    secret = draw_secret()

    async def store(tx: Tx) -> Reply:
        await places.require(tx, limits.ENDPOINTS)
        endpoint_id = ids.opaque()
        endpoint = await queries.insert_endpoint(
            tx,
            endpoint_id,
            given.url,
            events,
            given.description or "",
            sealed(secret, endpoint_id),
            preview(secret),
            clock.now(),
        )
        tx.audit("webhook.created", "WebhookEndpoint", endpoint_id, after=endpoint)
        return Reply(CreatedWebhookEndpointReply(endpoint=endpoint, secret=secret), holds_secret=True)

    return await _finish(saga, store)


async def change(saga: Saga, id: str, wanted: WebhookEndpointChange, policy: Policy) -> Answered:
    """Change what is given; pausing fails what is queued, and becoming active again begins anew."""
    if wanted.events is not UNSET:
        _require_patterns(wanted.events)
    if wanted.url is not UNSET:
        async with saga.read() as read:
            present = await queries.find_endpoint(read, id)
        if present is None:
            raise NotFound
        if wanted.url != present.url:
            await _require_reachable(wanted.url, policy)

    async def store(tx: Tx) -> WebhookEndpointReply:
        before = await queries.lock_endpoint(tx, id)
        if before is None:
            raise NotFound
        return WebhookEndpointReply(endpoint=await _apply(tx, before, _changed(before, wanted)))

    return await _finish(saga, store)


async def remove(tx: Tx, id: str) -> None:
    """Remove the endpoint with its log; deliveries stop at once, those under way are not recorded."""
    before = await queries.remove_endpoint(tx, id, clock.now())
    if before is None:
        raise NotFound
    tx.audit("webhook.deleted", "WebhookEndpoint", id, before=before)


async def _apply(tx: Tx, before: WebhookEndpoint, wanted: WebhookEndpoint) -> WebhookEndpoint:
    if wanted == before:
        return before
    now = clock.now()
    after = await queries.update_endpoint(tx, before.id, wanted, now)
    if before.active and not after.active:
        await queries.fail_queued(tx, before.id, ENDPOINT_IS_DISABLED, now)
    tx.audit("webhook.updated", "WebhookEndpoint", before.id, before=before, after=after)
    return after


def _changed(before: WebhookEndpoint, wanted: WebhookEndpointChange) -> WebhookEndpoint:
    given = {name: value for name, value in msgspec.structs.asdict(wanted).items() if value is not UNSET}
    if "description" in given:
        given["description"] = given["description"] or ""
    return msgspec.structs.replace(before, **given)


def _require_patterns(patterns: list[str]) -> None:
    try:
        subscription.check_patterns(patterns)
    except subscription.BadPattern as problem:
        raise Validation(_sentence(str(problem)), field="events") from None


async def _require_reachable(url: str, policy: Policy) -> None:
    """Refuse a URL that webhooks may not be sent to (specification, Allowed URLs)."""
    try:
        await destination.check_resolved(destination.check_url(url, policy), policy)
    except destination.Refused as problem:
        raise Validation(_sentence(problem.reason), field="url") from None


def _sentence(reason: str) -> str:
    return f"{reason[0].upper()}{reason[1:]}."


async def _finish(saga: Saga, work: Work) -> Answered:
    try:
        return await saga.finish(work)
    except outbox.KeyTaken:
        # A twin under the same key was quicker while we looked the name up; asking again replays its answer.
        raise idempotency.InProgress from None
