"""Fulfilling what was paid for in a storefront: what can be is done, the rest is kept with its reasons.

Physical lines go into one parcel, digital ones become a delivery each, license ones a license for each piece. Whatever
a line is refused with is undone with it alone. Plan limits stop none of it: the buyer has paid (decisions, section 9).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import asyncpg
import msgspec

from fulfilment.aggregators.port import CourierService
from fulfilment.db.tx import Tx
from fulfilment.deliveries import grant
from fulfilment.deliveries import queries as deliveries
from fulfilment.deliveries.records import NewDelivery
from fulfilment.fields import from_row
from fulfilment.http.errors import ApiError, Validation
from fulfilment.licenses import issuance
from fulfilment.licenses.records import NewLicense
from fulfilment.storefront import order_goods, order_lines, order_parcel, order_queries
from fulfilment.storefront.order_goods import Goods
from fulfilment.storefront.order_records import StorefrontOrder, StorefrontOrderLine

# So many keys are made while an order's row is locked; the rest of a very long line waits for a retry.
MOST_LICENSES_AT_ONCE = 1_000
# An order is written, shown and told with the ids of its licenses, each time it is tried.
MOST_LICENSES_OF_AN_ORDER = 10_000


async def fulfil(tx: Tx, order: StorefrontOrder, services: Sequence[CourierService] | None) -> None:
    """Do what has not been done yet, and keep what became of it. The order's row is locked.

    `services` is the courier catalogue, None where it could not be had.
    """
    tx.is_owed = True
    waiting = {place: line for place, line in enumerate(order.lines) if line.status != "fulfilled"}
    meant = await order_goods.find(tx, waiting)
    for place, problem in meant.refused.items():
        order_lines.fail(waiting[place], problem, f"lines.{place}.{problem.field}")
        if isinstance(problem, order_goods.Archived):
            # It is brought back, and must still be there then.
            _name(waiting[place], problem.goods)
    for place, goods in meant.goods.items():
        _name(waiting[place], goods)
    of_type: dict[str, dict[int, Goods]] = {"physical": {}, "digital": {}, "license": {}}
    for place, goods in sorted(meant.goods.items()):
        of_type[goods.type][place] = goods
    await order_parcel.ship(tx, order, of_type["physical"], services)
    # By product, as all who grant several deliveries of a checkout do, so that no two wait for each other.
    for place in sorted(of_type["digital"], key=lambda place: order.lines[place].product_id):
        await _deliver(tx, order, place)
    await _issue(tx, order, _within_bounds(order, of_type["license"]))
    order.status = order_lines.status_of(order.lines)
    await order_queries.settle(tx, order)


def opened(row: asyncpg.Record, lines: list[StorefrontOrderLine]) -> StorefrontOrder:
    """The order of a locked row, to be worked on."""
    parts = {name: _decoded(row[name]) for name in ("customer", "destination", "shipping")}
    return from_row(StorefrontOrder, row, lines=lines, **parts)


def _name(line: StorefrontOrderLine, goods: Goods) -> None:
    line.type, line.product_id, line.variant_id = goods.type, goods.product_id, goods.variant_id


async def _deliver(tx: Tx, order: StorefrontOrder, place: int) -> None:
    """A checkout delivers a product once: where it has done so, that delivery is the line's."""
    line = order.lines[place]
    new = NewDelivery(
        product_id=line.product_id,
        customer_id=order.customer["id"],
        checkout_session_id=order.checkout_session_id,
        external_source=order.external_source,
        external_ref=order.external_ref,
    )
    try:
        async with tx.attempt():
            line.delivery_id = (await grant.grant(tx, new)).id
    except grant.Duplicate:
        line.delivery_id = await deliveries.find_of_checkout(tx, line.product_id, order.checkout_session_id)
    except ApiError as problem:
        order_lines.fail(line, problem, f"lines.{place}.productId")
        return
    order_lines.done(line)


def _within_bounds(order: StorefrontOrder, places: Iterable[int]) -> dict[int, StorefrontOrderLine]:
    """The license lines that are issued: those that are begun, then others while the order has room for all of one.

    What is beyond is kept as failed, and nothing is issued for it: nobody wants to find out how many a line got.
    """
    within: dict[int, StorefrontOrderLine] = {}
    promised = sum(line.quantity for line in order.lines if line.type == "license" and line.status == "fulfilled")
    for place in sorted(places, key=lambda place: not order.lines[place].license_ids):
        line = order.lines[place]
        if promised + line.quantity <= MOST_LICENSES_OF_AN_ORDER:
            promised += line.quantity
            within[place] = line
        else:
            most = f"An order has {MOST_LICENSES_OF_AN_ORDER:,} licenses at most"
            problem = Validation(f"{most}; POST /licenses/bulk issues the others.")
            order_lines.fail(line, problem, f"lines.{place}.quantity")
    return within


async def _issue(tx: Tx, order: StorefrontOrder, lines: Mapping[int, StorefrontOrderLine]) -> None:
    """A license for each piece, so many altogether as are made at once."""
    wanted: list[StorefrontOrderLine] = []
    for line in lines.values():
        lacking = line.quantity - len(line.license_ids)
        wanted += [line] * min(lacking, MOST_LICENSES_AT_ONCE - len(wanted))
    new = {nth: _license(order, line) for nth, line in enumerate(wanted)}
    issued, refused = await issuance.issue_all(tx, new) if new else ({}, {})
    for nth, (license, _) in sorted(issued.items()):
        wanted[nth].license_ids.append(license.id)
    problems = {id(wanted[nth]): problem for nth, problem in refused.items()}
    for place, line in lines.items():
        if len(line.license_ids) == line.quantity:
            order_lines.done(line)
            continue
        rest = f"{len(line.license_ids)} of {line.quantity} licenses are issued; retry the order for the next."
        order_lines.fail(line, problems.get(id(line)) or Validation(rest), f"lines.{place}")


def _license(order: StorefrontOrder, line: StorefrontOrderLine) -> NewLicense:
    return NewLicense(
        product_id=line.product_id,
        customer_id=order.customer["id"],
        external_source=order.external_source,
        external_ref=order.external_ref,
    )


def _decoded(text: str | None) -> Any:
    return None if text is None else msgspec.json.decode(text)
