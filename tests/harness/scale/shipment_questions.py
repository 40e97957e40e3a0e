"""Queries about shipments, and about the credit that they cost."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any, cast, get_args

from fulfilment import settings
from fulfilment.credits import queries as credit
from fulfilment.credits import statement
from fulfilment.credits.schemas import StatementQuery
from fulfilment.infra.api.pagination import PageRequest
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.shipments import queries
from fulfilment.shipments.listing import listing, work_queues
from fulfilment.shipments.listing.query_schemas import ShipmentQuery
from fulfilment.shipments.schemas import Queue
from fulfilment.workspaces import preferences
from tests.harness.scale.asked import add
from tests.harness.scale.loading import shipments_beside
from tests.harness.scale.places import (
    BEGINNING,
    FIRST,
    FULL,
    SHORT_PAGE,
    Sample,
    drawn,
    listed,
    on_the_wire,
    page_of,
    shipment_id,
    shipped_at,
)

_SHIPMENTS = "/shipping/shipments"
_DAY = timedelta(days=1)
_HOUR = timedelta(hours=1)


def _shipments(name: str, page: PageRequest | Callable[[Sample], PageRequest], **given: Any) -> None:
    async def ask(read: Read, sample: Sample) -> None:
        query, shown = ShipmentQuery(**drawn(given, sample)), page_of(page, sample)
        if listing.is_filtered(query):
            await listing.find_filtered(read, query, shown)
        else:
            await queries.list_shipments(read, query.status, shown)
            await queries.count_shipments(read, query.status)

    def target(sample: Sample) -> str:
        filters = {on_the_wire(name): value for name, value in drawn(given, sample).items()}
        return listed(_SHIPMENTS, page_of(page, sample), **filters)

    add(f"shipments {name}", ask, target)


def _deep(sample: Sample) -> PageRequest:
    return PageRequest(SHORT_PAGE, (shipment_id(sample.shipment()),))


def _middle(sample: Sample) -> datetime:
    """The same for both ends of a period."""
    return shipped_at(shipments_beside(sample.variants) // 2)


def _third(sample: Sample) -> int:
    return sample.shipment() // 3


def _tenth(sample: Sample) -> int:
    return sample.shipment() // 10


_shipments("first page", FIRST)
_shipments("full page", PageRequest(100))
_shipments("deep", _deep)
_shipments("of a status", FIRST, status="delivered")
_shipments("of a status, deep", _deep, status="delivered")
_shipments("of a rare status", FIRST, status="returned")
_shipments("of no status", FIRST, status="pending")
_shipments("of a courier", FIRST, courier_code="jne")
_shipments("of a courier, deep", _deep, courier_code="jne")
_shipments("of a rare courier", FIRST, courier_code="lalamove")
_shipments("of no courier", FIRST, courier_code="gojek")
_shipments("by waybill", FIRST, waybill_id=lambda s: f"WB{s.shipment()}")
_shipments("by no waybill", FIRST, waybill_id="WB")
_shipments("of a customer", PageRequest(5), customer_id=lambda s: f"customer-{_tenth(s)}")
_shipments("of a checkout", FIRST, checkout_session_id=lambda s: f"cs_{_third(s)}")
_shipments("since a moment", FIRST, from_=_middle)
_shipments("until a moment", FIRST, to=_middle)
_shipments("of an hour", FIRST, from_=lambda s: _middle(s) - _HOUR, to=_middle)
_shipments("of a day without", FIRST, to=shipped_at(0) - _DAY, from_=shipped_at(0) - 2 * _DAY)
_shipments("of a courier and a status", FIRST, courier_code="jne", status="delivered")
_shipments("of a courier and a status, deep", _deep, courier_code="jne", status="delivered")
_shipments("of a courier and a status it never had", FIRST, courier_code="jne", status="pending")
_shipments("of a courier until a moment", FIRST, courier_code="jne", to=_middle)
_shipments("of a customer and a courier", FIRST, customer_id=lambda s: f"customer-{_tenth(s)}", courier_code="jne")
_shipments("searched by a name", FIRST, q="penerima")
_shipments("searched by no name", FIRST, q="nobody at all")
_shipments("searched by a waybill", FIRST, q=lambda s: f"WB{s.shipment()}")
for _queue in get_args(Queue):
    _shipments(f"waiting: {_queue}", FIRST, queue=_queue)
_shipments("of those printed", FIRST, printed="true")
add("shipments' queues counted", lambda r, s: work_queues.count_queues(r), lambda s: "/shipments/queues")
add("workspace's setup", lambda r, s: preferences.get_setup(r), lambda s: "/workspace/setup")

add(
    "shipments, legacy list",
    lambda r, s: queries.list_shipments(r, None, FULL),
    lambda s: listed("/shipments", FULL),
)
add(
    "shipment by id",
    lambda r, s: queries.find_json(r, shipment_id(s.shipment())),
    lambda s: f"{_SHIPMENTS}/{shipment_id(s.shipment())}",
)

_CREDIT = "/shipping-credits"


def _transactions(name: str, after: Callable[[Sample], int] | None) -> None:
    add(
        f"credit transactions {name}",
        lambda r, s: credit.list_transactions(r, after and after(s), FULL),
        lambda s: listed(f"{_CREDIT}/transactions", PageRequest(FULL.limit, after and (after(s),))),
    )


def _statement(
    name: str, since: Callable[[Sample], datetime] | None, until: Callable[[Sample], datetime] | None
) -> None:
    def period(sample: Sample) -> dict[str, Any]:
        return {"from_": since and since(sample), "to": until and until(sample)}

    def ask(read: Read, sample: Sample) -> Awaitable:
        query = StatementQuery(limit=FULL.limit, **period(sample))
        return statement.get_statement(read, query, settings.current())

    def target(sample: Sample) -> str:
        return listed(f"{_CREDIT}/statement", FULL, **{name.strip("_"): at for name, at in period(sample).items()})

    add(f"credit statement {name}", ask, target)


def _credited(sample: Sample) -> datetime:
    """The same for both ends of a period."""
    return BEGINNING + timedelta(milliseconds=sample.variants // 2)


_transactions("first page", None)
_transactions("deep", lambda s: s.middle())
_statement("of all time", None, None)
_statement("since a moment", _credited, None)
_statement("until a moment", None, _credited)
_statement("of a moment", _credited, lambda s: _credited(s) + timedelta(milliseconds=150))
add("credit balance", lambda r, s: credit.find_balance(r), lambda s: _CREDIT)
add("credit transaction by reference", lambda r, s: credit.find_by_ref(cast(Tx, r), "topup", f"ref-{s.middle()}"))
