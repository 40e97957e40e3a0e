"""Webhook endpoints: create, change, disable, delete, and secrets (specification, Webhooks (management)).

The URL is checked between transactions, because a look-up waits for DNS servers outside of the service.
"""

import secrets as random
from collections.abc import Collection
from datetime import datetime, timedelta

import msgspec
from msgspec import UNSET

from fulfilment.api_keys import service
from fulfilment.infra import clock, ids
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import ApiError, NotFound, Validation
from fulfilment.infra.auth.principal import as_principal
from fulfilment.infra.database import database_clock, outbox
from fulfilment.infra.database.batch_processor import BatchProcessor, columns
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.encryption import keyring
from fulfilment.infra.models import format_timestamp
from fulfilment.infra.operations import idempotency
from fulfilment.infra.operations.command import EncodedResponse, Work
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.quotas import limits
from fulfilment.webhooks import queries, subscription
from fulfilment.webhooks.http import destination
from fulfilment.webhooks.http.destination import DestinationPolicy
from fulfilment.webhooks.retention_queries import CLEAR_PREVIOUS_SECRETS, FIND_EXPIRED_SECRETS
from fulfilment.webhooks.schemas import (
    CreatedWebhookEndpointReply,
    NewWebhookEndpoint,
    RotatedWebhookSecretReply,
    WebhookEndpoint,
    WebhookEndpointChange,
    WebhookEndpointReply,
    WebhookSecretRotation,
)

SECRET_PREFIX = "whsec_"  # noqa: S105 - the prefix of secrets, not a secret
ENDPOINT_IS_DISABLED = "endpoint is disabled"

DEFAULT_OVERLAP_SECONDS = 24 * 3_600
CLEANUP_INTERVAL_SECONDS = 60
DELETE_BATCH_SIZE = 1_000

_SECRET_BYTES = 32

_OLD_SECRETS = BatchProcessor("old_secrets", ("account_id", "id"), DELETE_BATCH_SIZE)


class EndpointPartnerEnded(ApiError):
    """The endpoint belongs to an ended partner, so it cannot be enabled again before its secret is rotated."""

    status, code, message = 409, "INVALID_STATE", "The partner of this endpoint has ended. Rotate the secret first."


async def get_endpoint(read: Read, id: str) -> WebhookEndpoint:
    """One endpoint. Raises NotFound."""
    endpoint = await queries.find_endpoint(read, id)
    if endpoint is None:
        raise NotFound
    return endpoint


async def create_endpoint(
    operation: ExternalOperation, body: NewWebhookEndpoint, policy: DestinationPolicy, types: Collection[str]
) -> EncodedResponse:
    """Create an endpoint; its secret is in this answer only. `types` are the existing event types."""
    events = [subscription.ALL_EVENTS] if body.events is None else body.events
    _require_patterns(events, types)
    await _require_reachable(body.url, policy)
    secret = generate_secret()

    async def store(tx: Tx) -> Reply:
        partner = as_principal(tx.actor).acting_partner
        if partner is not None:
            await service.require_active_partner(tx, partner)
        await limits.require_quota(tx, limits.ENDPOINTS)
        endpoint_id = ids.cuid()
        endpoint = await queries.insert_endpoint(
            tx,
            endpoint_id,
            body.url,
            events,
            body.description or "",
            encrypt_secret(secret, endpoint_id),
            preview_secret(secret),
            clock.now(),
            partner=partner,
        )
        tx.audit("webhook.created", "WebhookEndpoint", endpoint_id, after=endpoint)
        return Reply(CreatedWebhookEndpointReply(endpoint=endpoint, secret=secret), holds_secret=True)

    return await _complete(operation, store)


async def update_endpoint(
    operation: ExternalOperation,
    id: str,
    body: WebhookEndpointChange,
    policy: DestinationPolicy,
    types: Collection[str],
) -> EncodedResponse:
    """Change the given fields. A pause fails queued deliveries, and a resumed endpoint starts with no failures."""
    if body.events is not UNSET:
        _require_patterns(body.events, types)
    if body.url is not UNSET:
        async with operation.read() as read:
            current = await queries.find_endpoint(read, id)
        if current is None:
            raise NotFound
        if body.url != current.url:
            await _require_reachable(body.url, policy)

    async def store(tx: Tx) -> WebhookEndpointReply:
        await _lock_partners(tx, id)
        before = await queries.lock_endpoint(tx, id)
        if before is None:
            raise NotFound
        after = _merge_change(before, body, as_principal(tx.actor).acting_partner)
        is_resumed = after.active and not before.active
        if is_resumed and before.partner is not None and await service.has_ended(tx, before.partner):
            raise EndpointPartnerEnded(f"The partner {before.partner} has ended. Rotate the secret first.")
        return WebhookEndpointReply(endpoint=await _store_change(tx, before, after))

    return await _complete(operation, store)


async def disable_endpoint(tx: Tx, id: str, reason: str, at: datetime) -> None:
    """Disable an active endpoint, audit it, and emit `webhook_endpoint.disabled` to the other endpoints."""
    endpoint = await queries.disable_endpoint(tx, id, reason, at)
    if endpoint is None:
        return
    await queries.fail_queued(tx, id, ENDPOINT_IS_DISABLED, at)
    before = msgspec.structs.replace(endpoint, active=True, disabled_at=None, disabled_reason=None)
    tx.audit("webhook.auto_disabled", "WebhookEndpoint", id, before=before, after=endpoint)
    tx.emit("webhook_endpoint.disabled", id, endpoint, endpointId=id)


async def delete_endpoint(tx: Tx, id: str) -> None:
    """Delete the endpoint with its log. Deliveries stop at once; attempts in progress are not recorded."""
    before = await queries.soft_delete_endpoint(tx, id, clock.now())
    if before is None:
        raise NotFound
    tx.audit("webhook.deleted", "WebhookEndpoint", id, before=before)


async def rotate_secret(tx: Tx, id: str, body: WebhookSecretRotation) -> Reply[RotatedWebhookSecretReply]:
    """Create a new secret, shown in this answer only.

    An older previous secret stops signing at once, so that two remain. The endpoint's partner becomes the partner that
    knows the new secret, or none. Raises NotFound.
    """
    partner = as_principal(tx.actor).acting_partner
    if partner is not None:
        await service.require_active_partner(tx, partner)
    before = await queries.lock_endpoint(tx, id)
    if before is None:
        raise NotFound
    now = await database_clock.read_now(tx)
    overlap = DEFAULT_OVERLAP_SECONDS if body.overlap_seconds is None else body.overlap_seconds
    until = now + timedelta(seconds=overlap) if overlap else None
    secret = generate_secret()
    encrypted_and_preview = encrypt_secret(secret, id), preview_secret(secret)
    after = await queries.rotate_secret(tx, id, *encrypted_and_preview, until, now, partner)
    tx.audit(
        "webhook.secret_rotated",
        "WebhookEndpoint",
        id,
        before={"secretPreview": before.secret_preview},
        after={"secretPreview": after.secret_preview, "previousSecretUntil": format_timestamp(until)},
    )
    rotated = RotatedWebhookSecretReply(endpoint=after, secret=secret, previous_secret_until=format_timestamp(until))
    return Reply(rotated, holds_secret=True)


async def delete_expired_secrets(db: Database) -> None:
    """Delete previous secrets whose overlap has ended."""
    await _OLD_SECRETS.drain(
        db,
        lambda connection, limit: connection.fetch(FIND_EXPIRED_SECRETS.text, limit),
        lambda connection, old: connection.execute(CLEAR_PREVIOUS_SECRETS.text, *columns(old, 2)),
    )


def build_secret_context(endpoint_id: str) -> str:
    """The associated data of an encrypted signing secret, which binds it to its endpoint."""
    return f"webhook_endpoint:{endpoint_id}"


def generate_secret() -> str:
    """A new signing secret."""
    return SECRET_PREFIX + random.token_urlsafe(_SECRET_BYTES)


def encrypt_secret(secret: str, endpoint_id: str) -> bytes:
    """The encrypted secret, as it is stored."""
    return keyring.encrypt_text(secret, build_secret_context(endpoint_id))


def preview_secret(secret: str) -> str:
    """The preview of a secret, as it is shown after its creation."""
    return keyring.preview(secret, first=len(SECRET_PREFIX))


async def _store_change(tx: Tx, before: WebhookEndpoint, changed: WebhookEndpoint) -> WebhookEndpoint:
    if changed == before:
        return before
    now = clock.now()
    after = await queries.update_endpoint(tx, before.id, changed, now)
    if before.active and not after.active:
        await queries.fail_queued(tx, before.id, ENDPOINT_IS_DISABLED, now)
    tx.audit("webhook.updated", "WebhookEndpoint", before.id, before=before, after=after)
    return after


async def _lock_partners(tx: Tx, id: str) -> None:
    """Lock the partners concerned, so that none ends before this transaction commits.

    The end of a partner locks partners first too, then endpoints.
    """
    current = await queries.find_endpoint(tx, id)
    partner = as_principal(tx.actor).acting_partner
    if partner is not None:
        await service.require_active_partner(tx, partner)
    if current is not None and current.partner is not None:
        await service.has_ended(tx, current.partner)


def _merge_change(before: WebhookEndpoint, body: WebhookEndpointChange, partner: str | None) -> WebhookEndpoint:
    provided = {name: value for name, value in msgspec.structs.asdict(body).items() if value is not UNSET}
    if partner is not None and provided.get("url", before.url) != before.url:
        # The partner now chooses where events go, as if it had registered the endpoint.
        provided["partner"] = partner
    if "description" in provided:
        provided["description"] = provided["description"] or ""
    return msgspec.structs.replace(before, **provided)


def _require_patterns(patterns: list[str], types: Collection[str]) -> None:
    try:
        subscription.check_patterns(patterns)
        subscription.check_types(patterns, types)
    except subscription.InvalidPattern as problem:
        raise Validation(_format_sentence(str(problem)), field="events") from None


async def _require_reachable(url: str, policy: DestinationPolicy) -> None:
    """Refuse a URL that webhooks may not be sent to (specification, Allowed URLs)."""
    try:
        await destination.check_resolved(destination.check_url(url, policy), policy)
    except destination.BlockedDestination as problem:
        raise Validation(_format_sentence(problem.reason), field="url") from None


def _format_sentence(reason: str) -> str:
    return f"{reason[0].upper()}{reason[1:]}."


async def _complete(operation: ExternalOperation, work: Work) -> EncodedResponse:
    try:
        return await operation.complete(work)
    except outbox.IdempotencyConflict:
        # A request with the same key was quicker during the look-up; a repeat gets its answer.
        raise idempotency.InProgress from None
