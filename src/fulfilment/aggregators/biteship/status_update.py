"""The reports Biteship posts: order.status, order.price, order.waybill_id, and the probe on installation."""

import msgspec

from fulfilment.aggregators.biteship import fields, statuses
from fulfilment.aggregators.port import InboundStatusUpdate, InvalidRequest


def parse_status_update(body: bytes) -> InboundStatusUpdate | None:
    """What a report says; None for the probe (nothing, or `{}`) and for an event that names no order.

    Raises InvalidRequest where the body is not a JSON object.
    """
    if not body.strip():
        return None
    try:
        payload = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise InvalidRequest("The report is not JSON.") from None
    if not isinstance(payload, dict):
        raise InvalidRequest("The report is not a JSON object.")
    order_id = fields.text(payload, "order_id")
    if order_id is None:
        return None
    status = fields.text(payload, "status")
    price = fields.integer(payload, "price")
    return InboundStatusUpdate(
        event=fields.text(payload, "event") or "order.status",
        order_id=order_id,
        raw_status=statuses.normalise(status) if status else None,
        price=fields.integer(payload, "order_price") if price is None else price,
        waybill_id=fields.text(payload, "courier_waybill_id"),
        tracking_id=fields.text(payload, "courier_tracking_id"),
        at=fields.moment(payload, "updated_at"),
    )
