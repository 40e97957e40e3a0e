"""The reports Biteship posts: order.status, order.price, order.waybill_id, and the probe on installation."""

import msgspec

from fulfilment.aggregators.biteship import fields, statuses
from fulfilment.aggregators.port import CallerFault, IncomingReport


def parse_report(body: bytes) -> IncomingReport | None:
    """What a report says; None for the probe (nothing, or `{}`) and for an event that names no order.

    Raises CallerFault where the body is not a JSON object.
    """
    if not body.strip():
        return None
    try:
        said = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise CallerFault("The report is not JSON.") from None
    if not isinstance(said, dict):
        raise CallerFault("The report is not a JSON object.")
    order_id = fields.text(said, "order_id")
    if order_id is None:
        return None
    status = fields.text(said, "status")
    price = fields.whole(said, "price")
    return IncomingReport(
        event=fields.text(said, "event") or "order.status",
        order_id=order_id,
        raw_status=statuses.normalise(status) if status else None,
        price=fields.whole(said, "order_price") if price is None else price,
        waybill_id=fields.text(said, "courier_waybill_id"),
        tracking_id=fields.text(said, "courier_tracking_id"),
        at=fields.moment(said, "updated_at"),
    )
