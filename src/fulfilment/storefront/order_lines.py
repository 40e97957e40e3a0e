"""What becomes of an order's line."""

from collections.abc import Sequence
from typing import Any

import msgspec

from fulfilment.infra.api.errors import ApiError
from fulfilment.storefront.order_schemas import OrderStatus, StorefrontLineError, StorefrontOrder, StorefrontOrderLine


def mark_failed(line: StorefrontOrderLine, problem: ApiError, field: str | None = None) -> None:
    """The line waits for a retry, for this reason; `field` is where it lies in the order, if anywhere."""
    line.status = "failed"
    line.error = StorefrontLineError(code=problem.code, message=str(problem), field=field)


def build_audit_entry(order: StorefrontOrder) -> dict[str, Any]:
    """The order as the audit log keeps it: of a line's licenses how many, since each has an entry of its own."""
    entry = msgspec.to_builtins(order)
    for line in entry["lines"]:
        line["licenses"] = len(line.pop("licenseIds"))
    return entry


def customer_of(order: StorefrontOrder) -> dict[str, Any]:
    """Who bought a paid order."""
    assert order.customer is not None
    return order.customer


def mark_fulfilled(line: StorefrontOrderLine) -> None:
    line.status, line.error = "fulfilled", None


def count_pieces(lines: Sequence[StorefrontOrderLine]) -> dict[str, int]:
    """How many of each variant the physical lines are of."""
    quantities: dict[str, int] = {}
    for line in lines:
        if line.type == "physical" and line.variant_id is not None:
            quantities[line.variant_id] = quantities.get(line.variant_id, 0) + line.quantity
    return quantities


def derive_status(lines: Sequence[StorefrontOrderLine]) -> OrderStatus:
    """The status of an order that is paid."""
    statuses = {line.status for line in lines}
    if statuses == {"fulfilled"}:
        return "fulfilled"
    return "partly_fulfilled" if "fulfilled" in statuses else "failed"
