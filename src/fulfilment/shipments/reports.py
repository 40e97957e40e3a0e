"""Courier reports coming in (decisions, section 9).

The address of the reports holds an unguessable token per aggregator key. What is posted is only a hint: the order is
fetched again with that key before anything of it is believed.
"""

import hashlib
import hmac

import asyncpg
import msgspec

from fulfilment.aggregators import port
from fulfilment.aggregators.biteship import parse_report
from fulfilment.http.errors import ApiError, NotFound, Validation
from fulfilment.http.public import Public
from fulfilment.http.route import PREFIX
from fulfilment.settings import Settings
from fulfilment.shipments import courier_report, queries
from fulfilment.shipments.calls import Actor
from fulfilment.shipping import report_address
from fulfilment.shipping.aggregator_access import Aggregators, KeyForgotten, platform_access
from fulfilment.shipping.aggregator_errors import as_api_error
from fulfilment.shipping.report_address import PATH

_TOKEN_LENGTH = 48


class BadReportHeader(ApiError):
    """The static header that the aggregator was told to send is missing or wrong."""

    status, code, message = 401, "AUTH_REQUIRED", "The report's header does not match."


class Sender(msgspec.Struct, frozen=True):
    """Whose key a report came in under. `account_id` None: the platform's."""

    account_id: str | None

    def may_report_on(self, row: asyncpg.Record) -> bool:
        """The platform's key speaks only of what was booked with it, a workspace's own ones of what was with them."""
        return row["account_id"] == self.account_id if row["is_own_key"] else self.account_id is None


async def receive(public: Public, token: str, aggregators: Aggregators, settings: Settings) -> int:
    """Take one report and answer how many were new. An empty probe, and an order that is not ours, are well too."""
    sender = await _find_sender(public, token, settings)
    body = public.request.body.strip()
    if body in (b"", b"{}"):
        return 0
    _require_header(public, settings)
    try:
        report = parse_report(body)
    except port.CallerFault as problem:
        raise Validation(problem.message) from None
    row = None if report is None else await public.one(queries.FIND_BY_ORDER, report.order_id)
    if row is None or not sender.may_report_on(row):
        return 0
    saga = public.acting_as(Actor(row["account_id"], actor_id=""))
    try:
        async with saga.read() as read:
            connection = await aggregators.connection_of_booking(read, row)
        return await courier_report.catch_up(saga, row, connection, settings)
    except (port.NotFound, KeyForgotten):
        return 0
    except port.AggregatorError as problem:
        raise as_api_error(problem) from None


def platform_report_url(settings: Settings) -> str:
    """Where the platform's aggregator sends its reports."""
    return settings.base_url + PREFIX + PATH.format(token=_platform_token(settings) or "not-configured")


def _platform_token(settings: Settings) -> str | None:
    """Derived from the platform's aggregator key: it needs no storage, and changes with the key."""
    _, key = platform_access(settings)
    if settings.aggregator_report_token or not key:
        return settings.aggregator_report_token or None
    return hmac.new(key.encode(), b"address of courier reports", hashlib.sha256).hexdigest()[:_TOKEN_LENGTH]


async def _find_sender(public: Public, token: str, settings: Settings) -> Sender:
    expected = _platform_token(settings)
    if expected is not None and hmac.compare_digest(expected.encode(), token.encode()):
        return Sender(None)
    account_id = await report_address.find_workspace(public, token)
    if account_id is None:
        raise NotFound
    return Sender(account_id)


def _require_header(public: Public, settings: Settings) -> None:
    if not settings.aggregator_report_header:
        return
    given = public.request.headers.get(settings.aggregator_report_header.lower(), [])
    expected = settings.aggregator_report_secret.encode()
    if len(given) != 1 or not hmac.compare_digest(given[0], expected):
        raise BadReportHeader
