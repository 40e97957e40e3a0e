"""Fulfilment of a paid order of a storefront: each line is fulfilled, or stored with its error.

Physical lines share one parcel, each digital line becomes a delivery, and each piece of a license line a license. The
error of a line undoes that line only. Plan limits do not apply, since the buyer has paid (decisions, section 9).
"""

from collections.abc import Iterable, Mapping

import asyncpg
import msgspec

from fulfilment.deliveries import queries as deliveries
from fulfilment.deliveries.lifecycle import DuplicateDelivery, grant_delivery
from fulfilment.deliveries.schemas import NewDelivery
from fulfilment.infra.api.errors import ApiError, Validation
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import Value, from_row
from fulfilment.licenses.lifecycle import issue_licenses
from fulfilment.licenses.schemas import NewLicense
from fulfilment.storefront import line_resolution, order_parcel, order_queries
from fulfilment.storefront.couriers import CourierLookup
from fulfilment.storefront.line_resolution import LineResolution, ResolvedItem
from fulfilment.storefront.order_schemas import StorefrontOrder, StorefrontOrderLine

# Limit of licenses made while the order's row is locked; the rest of a very long line waits for a retry.
MAX_LICENSES_PER_ATTEMPT = 1_000
# Every attempt writes, shows and sends an order with the ids of all its licenses.
MAX_LICENSES_PER_ORDER = 10_000


async def fulfil_order(
    tx: Tx, order: StorefrontOrder, resolution: LineResolution, courier_lookup: CourierLookup
) -> None:
    """Fulfil the open lines of a locked order, and store their outcomes.

    `resolution` has the items of the lines that are not fulfilled yet.
    """
    tx.is_exempt_from_limits = True
    waiting = {place: line for place, line in enumerate(order.lines) if line.status != "fulfilled"}
    for index, problem in resolution.errors.items():
        line_resolution.mark_failed(waiting[index], problem, f"lines.{index}.{problem.field}")
        if isinstance(problem, line_resolution.ArchivedItem):
            # The item is stored, so that a retry finds it once it is active again.
            _set_item(waiting[index], problem.item)
    for index, item in resolution.items.items():
        _set_item(waiting[index], item)
    of_type: dict[str, dict[int, ResolvedItem]] = {"physical": {}, "digital": {}, "license": {}}
    for index, item in sorted(resolution.items.items()):
        of_type[item.type][index] = item
    await order_parcel.draft_shipment(tx, order, of_type["physical"], courier_lookup)
    # Ordered by product, like every other grant of several deliveries of a checkout, so that no deadlock can occur.
    digital = of_type["digital"]
    for index in sorted(digital, key=lambda place: digital[place].product_id):
        await _grant_delivery(tx, order, index, digital[index].product_id)
    await _issue_licenses(tx, order, _limit_licenses(order, of_type["license"]))
    order.status = line_resolution.derive_status(order.lines)
    await order_queries.store_order(tx, order)


def build_order(row: asyncpg.Record, lines: list[StorefrontOrderLine]) -> StorefrontOrder:
    """The order of a locked row, with its lines, as a mutable record."""
    parts = {name: _decode_json(row[name]) for name in ("customer", "destination", "shipping")}
    return from_row(StorefrontOrder, row, lines=lines, **parts)


def _set_item(line: StorefrontOrderLine, item: ResolvedItem) -> None:
    line.type, line.product_id, line.variant_id = item.type, item.product_id, item.variant_id


async def _grant_delivery(tx: Tx, order: StorefrontOrder, index: int, product_id: str) -> None:
    """Grant the delivery of a digital line.

    A checkout delivers a product once, so an existing delivery is the line's.
    """
    line = order.lines[index]
    new = NewDelivery(
        product_id=product_id,
        customer_id=line_resolution.customer_of(order)["id"],
        checkout_session_id=order.checkout_session_id,
        external_source=order.external_source,
        external_ref=order.external_ref,
    )
    try:
        async with tx.savepoint():
            line.delivery_id = (await grant_delivery(tx, new)).id
    except DuplicateDelivery:
        line.delivery_id = await deliveries.find_by_checkout(tx, product_id, order.checkout_session_id)
    except ApiError as problem:
        line_resolution.mark_failed(line, problem, f"lines.{index}.productId")
        return
    line_resolution.mark_fulfilled(line)


def _limit_licenses(order: StorefrontOrder, indexes: Iterable[int]) -> dict[int, StorefrontOrderLine]:
    """The license lines to issue: first those already begun, then others that fit into the order's limit as a whole.

    A line beyond the limit fails, and no license is issued for it: a line issued in part would be confusing.
    """
    allowed: dict[int, StorefrontOrderLine] = {}
    total = sum(line.quantity for line in order.lines if line.type == "license" and line.status == "fulfilled")
    for index in sorted(indexes, key=lambda place: not order.lines[place].license_ids):
        line = order.lines[index]
        if total + line.quantity <= MAX_LICENSES_PER_ORDER:
            total += line.quantity
            allowed[index] = line
        else:
            limit_text = f"An order has {MAX_LICENSES_PER_ORDER:,} licenses at most"
            problem = Validation(f"{limit_text}; POST /licenses/bulk issues the others.")
            line_resolution.mark_failed(line, problem, f"lines.{index}.quantity")
    return allowed


async def _issue_licenses(tx: Tx, order: StorefrontOrder, lines: Mapping[int, StorefrontOrderLine]) -> None:
    """Issue a license for each piece, up to the limit of one attempt."""
    missing: list[StorefrontOrderLine] = []
    for line in lines.values():
        missing_count = line.quantity - len(line.license_ids)
        missing += [line] * min(missing_count, MAX_LICENSES_PER_ATTEMPT - len(missing))
    new = {nth: _build_license(order, line) for nth, line in enumerate(missing)}
    issued, refused = await issue_licenses(tx, new) if new else ({}, {})
    for number, (license, _) in sorted(issued.items()):
        missing[number].license_ids.append(license.id)
    problems = {id(missing[nth]): problem for nth, problem in refused.items()}
    for index, line in lines.items():
        if len(line.license_ids) == line.quantity:
            line_resolution.mark_fulfilled(line)
            continue
        rest = f"{len(line.license_ids)} of {line.quantity} licenses are issued; retry the order for the next."
        line_resolution.mark_failed(line, problems.get(id(line)) or Validation(rest), f"lines.{index}")


def _build_license(order: StorefrontOrder, line: StorefrontOrderLine) -> NewLicense:
    assert line.product_id is not None
    return NewLicense(
        product_id=line.product_id,
        customer_id=line_resolution.customer_of(order)["id"],
        external_source=order.external_source,
        external_ref=order.external_ref,
    )


def _decode_json(text: str | None) -> Value:
    return None if text is None else msgspec.json.decode(text)
