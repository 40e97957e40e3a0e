"""Inbound courier reports from the aggregator (decisions, section 9).

The address of the reports holds an unguessable token per aggregator key. A posted report is only a hint: the order is
fetched again with that key before any of it is believed.
"""

import hashlib
import hmac

import asyncpg
import msgspec

from fulfilment.aggregators import port
from fulfilment.aggregators.biteship import parse_status_update
from fulfilment.infra.api.errors import ApiError, NotFound, Validation
from fulfilment.infra.api.routing import PREFIX
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.database.transaction import System
from fulfilment.settings import Settings
from fulfilment.shipments import queries
from fulfilment.shipments.courier_status import status_updates
from fulfilment.shipping import aggregator_config
from fulfilment.shipping.aggregator_config import PATH
from fulfilment.shipping.courier_clients import BookingKeyDeleted, CourierClients, as_api_error, platform_credentials

_PLATFORM_TOKEN_LENGTH = 48


class BadReportHeader(ApiError):
    """The static header that the aggregator must send is missing or wrong."""

    status, code, message = 401, "AUTH_REQUIRED", "The report's header does not match."


class WebhookSender(msgspec.Struct, frozen=True):
    """The owner of the key whose address got the report. `account_id` None: the platform."""

    account_id: str | None

    def can_report_on(self, row: asyncpg.Record) -> bool:
        """True for bookings made with this owner's key: the platform's, or the workspace's own."""
        return row["account_id"] == self.account_id if row["is_merchant_key"] else self.account_id is None


async def receive_status_update(public: Public, token: str, aggregators: CourierClients, settings: Settings) -> int:
    """Receive one report. Returns the number of new reports, which is 0 for an empty probe and for an unknown order."""
    sender = await _find_sender(public, token, settings)
    body = public.request.body.strip()
    if body in (b"", b"{}"):
        return 0
    _require_header(public, settings)
    try:
        report = parse_status_update(body)
    except port.InvalidRequest as problem:
        raise Validation(problem.message) from None
    row = None if report is None else await public.fetch_optional(queries.FIND_BY_ORDER, report.order_id)
    if row is None or not sender.can_report_on(row):
        return 0
    operation = public.start_operation(System(row["account_id"], actor_id=""))
    try:
        async with operation.read() as read:
            courier_client = await aggregators.for_booking(read, row)
        return await status_updates.sync_from_courier(operation, row, courier_client, settings)
    except (port.AggregatorNotFound, BookingKeyDeleted):
        return 0
    except port.AggregatorError as problem:
        raise as_api_error(problem) from None


def get_platform_webhook_url(settings: Settings) -> str:
    """The address to which the platform's aggregator account sends its reports."""
    return settings.base_url + PREFIX + PATH.format(token=_platform_token(settings) or "not-configured")


def _platform_token(settings: Settings) -> str | None:
    """The platform's token, derived from its aggregator key: it needs no storage, and changes with the key."""
    _, key = platform_credentials(settings)
    if settings.aggregator_report_token or not key:
        return settings.aggregator_report_token or None
    return hmac.new(key.encode(), b"address of courier reports", hashlib.sha256).hexdigest()[:_PLATFORM_TOKEN_LENGTH]


async def _find_sender(public: Public, token: str, settings: Settings) -> WebhookSender:
    expected = _platform_token(settings)
    if expected is not None and hmac.compare_digest(expected.encode(), token.encode()):
        return WebhookSender(None)
    account_id = await aggregator_config.find_workspace(public, token)
    if account_id is None:
        raise NotFound
    return WebhookSender(account_id)


def _require_header(public: Public, settings: Settings) -> None:
    if not settings.aggregator_report_header:
        return
    received = public.request.headers.get(settings.aggregator_report_header.lower(), [])
    expected = settings.aggregator_report_secret.encode()
    if len(received) != 1 or not hmac.compare_digest(received[0], expected):
        raise BadReportHeader
