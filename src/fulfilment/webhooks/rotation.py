"""Rotating an endpoint's signing secret without a moment in which its receiver can verify nothing.

The old secret signs beside the new one for a time. Then it is not used any more, and a sweep removes it.
"""

from datetime import timedelta

from fulfilment import clock
from fulfilment.db.chore import Chore, columns
from fulfilment.db.pool import Database
from fulfilment.db.tx import Tx
from fulfilment.fields import stamp
from fulfilment.http.envelope import Reply
from fulfilment.http.errors import NotFound
from fulfilment.webhooks import endpoints, queries
from fulfilment.webhooks.records import RotatedWebhookSecretReply, WebhookSecretRotation
from fulfilment.webhooks.retention_queries import FORGET_SECRETS, OLD_SECRETS

OVERLAP_DEFAULT_SECONDS = 24 * 3_600
FORGET_EVERY_SECONDS = 60
FORGOTTEN_AT_ONCE = 1_000

_OLD_SECRETS = Chore("old_secrets", ("account_id", "id"), FORGOTTEN_AT_ONCE)


async def rotate(tx: Tx, id: str, wanted: WebhookSecretRotation) -> Reply:
    """A new secret, shown in this answer only. A secret that was old already stops signing at once: two are the most.

    Raises NotFound.
    """
    before = await queries.lock_endpoint(tx, id)
    if before is None:
        raise NotFound
    now = clock.now()
    overlap = OVERLAP_DEFAULT_SECONDS if wanted.overlap_seconds is None else wanted.overlap_seconds
    until = now + timedelta(seconds=overlap) if overlap else None
    secret = endpoints.draw_secret()
    after = await queries.rotate_secret(tx, id, endpoints.sealed(secret, id), endpoints.preview(secret), until, now)
    tx.audit(
        "webhook.secret_rotated",
        "WebhookEndpoint",
        id,
        before={"secretPreview": before.secret_preview},
        after={"secretPreview": after.secret_preview, "previousSecretUntil": stamp(until)},
    )
    rotated = RotatedWebhookSecretReply(endpoint=after, secret=secret, previous_secret_until=stamp(until))
    return Reply(rotated, holds_secret=True)


async def forget_secrets(db: Database) -> None:
    """Remove old secrets whose time is over."""
    await _OLD_SECRETS.work_off(
        db,
        lambda connection, most: connection.fetch(OLD_SECRETS.text, most),
        lambda connection, old: connection.execute(FORGET_SECRETS.text, *columns(old, 2)),
    )
