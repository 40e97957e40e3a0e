"""Rotating an endpoint's signing secret without a moment in which its receiver can verify nothing.

The old secret signs beside the new one for a time. Then it is not used any more, and a sweep removes it.
"""

from datetime import timedelta

from fulfilment.api_keys import service
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.auth.principal import as_principal
from fulfilment.infra.database import database_clock
from fulfilment.infra.database.batch_processor import BatchProcessor, columns
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import format_timestamp
from fulfilment.webhooks import endpoints, queries
from fulfilment.webhooks.retention_queries import CLEAR_PREVIOUS_SECRETS, FIND_EXPIRED_SECRETS
from fulfilment.webhooks.schemas import RotatedWebhookSecretReply, WebhookSecretRotation

DEFAULT_OVERLAP_SECONDS = 24 * 3_600
CLEANUP_INTERVAL_SECONDS = 60
DELETE_BATCH_SIZE = 1_000

_OLD_SECRETS = BatchProcessor("old_secrets", ("account_id", "id"), DELETE_BATCH_SIZE)


async def rotate_secret(tx: Tx, id: str, body: WebhookSecretRotation) -> Reply[RotatedWebhookSecretReply]:
    """A new secret, shown in this answer only. A secret that was old already stops signing at once: two are the most.

    The endpoint bears the partner that knows the new secret, or none. Raises NotFound.
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
    secret = endpoints.generate_secret()
    encrypted_and_preview = endpoints.encrypt_secret(secret, id), endpoints.preview_secret(secret)
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
    """Remove old secrets whose time is over."""
    await _OLD_SECRETS.drain(
        db,
        lambda connection, limit: connection.fetch(FIND_EXPIRED_SECRETS.text, limit),
        lambda connection, old: connection.execute(CLEAR_PREVIOUS_SECRETS.text, *columns(old, 2)),
    )
