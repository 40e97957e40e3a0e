"""Courier reports coming in (decisions, section 9).

The address of the reports holds an unguessable token per aggregator key. What is posted is only a hint: the order is fetched
again with that key before anything of it is believed.
"""

import hmac

from fulfilment.aggregators import port
from fulfilment.aggregators.biteship import parse_report
from fulfilment.http.errors import ApiError, NotFound, Validation
from fulfilment.http.public import Public
from fulfilment.settings import Settings
from fulfilment.shipments import courier_report, queries
from fulfilment.shipments.calls import Actor
from fulfilment.shipping import report_address
from fulfilment.shipping.aggregator_access import Aggregators
from fulfilment.shipping.aggregator_errors import as_api_error

PATH = "/inbound/aggregator/{token}"


class BadReportHeader(ApiError):
    """The static header that the aggregator was told to send is missing or wrong."""

    status, code, message = 401, "AUTH_REQUIRED", "The report's header does not match."


async def receive(public: Public, token: str, aggregators: Aggregators, settings: Settings) -> dict[str, int]:
    """Take one report. An empty probe, and a report of an order that is not ours, are well too."""
    sender = await report_address.find_sender(public, token, aggregators, settings)
    if sender is None:
        raise NotFound
    body = public.request.body.strip()
    if body in (b"", b"{}"):
        return {"applied": 0}
    _require_header(public, settings)
    try:
        report = parse_report(body)
    except port.CallerFault as problem:
        raise Validation(problem.message) from None
    if report is None:
        return {"applied": 0}
    row = await public.one(queries.FIND_BY_ORDER, report.order_id)
    if row is None or not sender.may_report_on(row["account_id"], is_own_key=row["is_own_key"]):
        return {"applied": 0}
    try:
        order = await sender.aggregator.order(report.order_id, row["courier_type"])
    except port.NotFound:
        return {"applied": 0}
    except port.AggregatorError as problem:
        raise as_api_error(problem) from None
    async with public.acting_as(Actor(row["account_id"], actor_id="")).step() as tx:
        return {"applied": await courier_report.apply(tx, row["id"], order)}


def _require_header(public: Public, settings: Settings) -> None:
    if not settings.aggregator_report_header:
        return
    given = public.request.headers.get(settings.aggregator_report_header.lower(), [])
    expected = settings.aggregator_report_secret.encode()
    if len(given) != 1 or not hmac.compare_digest(given[0], expected):
        raise BadReportHeader
