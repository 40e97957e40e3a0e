"""Acts of `trigger`, each by the way on which it really happens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from functools import partial
from typing import TYPE_CHECKING

from .stage import Expected, Stage

if TYPE_CHECKING:
    from ..types import License

# No receiver takes it; the endpoint is deleted at once.
_NOWHERE = "http://127.0.0.1:9/"
_INSTANCE = "laptop-of-siti"


@dataclass(frozen=True)
class Act:
    """One kind of event. `needs_courier`: it happens to a shipment, and a courier may be asked."""

    does: str
    play: Callable[[Stage], Expected]
    needs_courier: bool = False


def _product_created(stage: Stage) -> Expected:
    return Expected("product.created", stage.product()["id"])


def _product_updated(stage: Stage) -> Expected:
    product = stage.product()
    stage.client.products.update(product["id"], name="Kopi Gayo 250 g, dark")
    return Expected("product.updated", product["id"])


def _product_archived(stage: Stage) -> Expected:
    product = stage.product()
    stage.client.products.archive(product["id"])
    return Expected("product.archived", product["id"])


def _variant_created(stage: Stage) -> Expected:
    return Expected("variant.created", _variant(stage)[1])


def _variant_archived(stage: Stage) -> Expected:
    product, variant = _variant(stage)
    stage.client.variants.archive(product, variant)
    return Expected("variant.archived", variant)


def _variant(stage: Stage, low: int | None = None) -> tuple[str, str]:
    """The ids of a new product and of a second variant of it."""
    product = stage.product()["id"]
    variant = stage.client.variants.create(product, name="500 g", low_stock_threshold=low)["id"]
    stage.say(f"variant {variant}")
    return product, variant


def _warehouse_created(stage: Stage) -> Expected:
    return Expected("warehouse.created", stage.client.warehouses.create(name="Gudang Bandung")["id"])


def _stock_adjusted(stage: Stage) -> Expected:
    return Expected("stock.adjusted", stage.stocked(stage.product()["variants"][0]["id"]))


def _stock_low(stage: Stage) -> Expected:
    _, variant = _variant(stage, low=5)
    level = stage.stocked(variant, 6)
    place = level.partition(":")[2]
    stage.client.stock.adjust(variant_id=variant, warehouse_id=place, delta=-2, reason="damaged")
    return Expected("stock.low", level)


def _shipment_created(stage: Stage) -> Expected:
    return Expected("shipment.created", stage.draft()["id"])


def _pickup_confirmed(stage: Stage) -> Expected:
    shipment = stage.draft()
    stage.book(shipment)
    return Expected("shipment.pickup_confirmed", shipment["id"])


def _reported(stage: Stage, *, report: str) -> Expected:
    shipment, order = stage.booked()
    stage.simulator.report(order, "status", {"status": report})
    stage.say(f"the courier simulator reported {report}")
    return Expected("shipment.status_updated", shipment, {"reportedStatus": report})


def _shipment_updated(stage: Stage) -> Expected:
    shipment, order = stage.booked()
    stage.simulator.report(order, "waybill", {})
    stage.say("the courier simulator gave another waybill")
    return Expected("shipment.updated", shipment)


def _shipment_cancelled(stage: Stage) -> Expected:
    shipment = stage.draft()
    stage.client.shipments.cancel(shipment["id"], reason="fulfilment trigger")
    return Expected("shipment.cancelled", shipment["id"])


def _shipment_rebooked(stage: Stage) -> Expected:
    shipment = stage.draft()
    made = stage.client.shipments.rebook(shipment["id"])["shipment"]
    return Expected("shipment.rebooked", made["id"], {"previousShipmentId": shipment["id"]})


def _batch_finished(stage: Stage) -> Expected:
    shipment = stage.draft()
    stage.afford(shipment)
    made = stage.client.batches.create(kind="book", shipment_ids=[shipment["id"]])
    stage.say(f"batch {made['id']}, which the worker carries out")
    return Expected("batch.finished", made["id"])


def _license(stage: Stage) -> License:
    product = stage.product("license")["id"]
    made = stage.client.licenses.create(product_id=product, customer_id="cus_81", max_activations=2)
    stage.say(f"license {made['id']}")
    return made


def _license_issued(stage: Stage) -> Expected:
    return Expected("license.issued", _license(stage)["id"])


def _license_updated(stage: Stage) -> Expected:
    made = _license(stage)
    stage.client.licenses.update(made["id"], max_activations=3)
    return Expected("license.updated", made["id"])


def _license_activated(stage: Stage) -> Expected:
    made = _license(stage)
    stage.client.licenses.activate(key=made["key"], instance_id=_INSTANCE)
    return Expected("license.activated", made["id"])


def _license_deactivated(stage: Stage) -> Expected:
    made = _license(stage)
    stage.client.licenses.activate(key=made["key"], instance_id=_INSTANCE)
    stage.client.licenses.deactivate(key=made["key"], instance_id=_INSTANCE)
    return Expected("license.deactivated", made["id"])


def _license_suspended(stage: Stage) -> Expected:
    made = _license(stage)
    stage.client.licenses.suspend(made["id"])
    return Expected("license.suspended", made["id"])


def _license_reinstated(stage: Stage) -> Expected:
    made = _license(stage)
    stage.client.licenses.suspend(made["id"])
    stage.client.licenses.reinstate(made["id"])
    return Expected("license.reinstated", made["id"])


def _license_revoked(stage: Stage) -> Expected:
    made = _license(stage)
    stage.client.licenses.revoke(made["id"])
    return Expected("license.revoked", made["id"])


def _delivery(stage: Stage, ahead: timedelta | None = None) -> str:
    """The id of a new delivery, which expires so far ahead."""
    expires_at = None if ahead is None else datetime.now(timezone.utc) + ahead
    made = stage.client.deliveries.create(
        product_id=stage.product("digital")["id"],
        customer_id="cus_81",
        checkout_session_id="cs_trigger",
        expires_at=expires_at,
    )
    stage.say(f"delivery {made['id']}")
    return made["id"]


def _delivery_created(stage: Stage) -> Expected:
    return Expected("delivery.created", _delivery(stage))


def _delivery_downloaded(stage: Stage) -> Expected:
    made = _delivery(stage)
    stage.client.deliveries.download(made)
    return Expected("delivery.downloaded", made)


def _delivery_updated(stage: Stage) -> Expected:
    made = _delivery(stage)
    stage.client.deliveries.extend(made)
    return Expected("delivery.updated", made)


def _delivery_expiring(stage: Stage) -> Expected:
    return Expected("delivery.expiring", _delivery(stage, timedelta(hours=1)))


def _delivery_expired(stage: Stage) -> Expected:
    return Expected("delivery.expired", _delivery(stage, timedelta(hours=-1)))


def _endpoint_test(stage: Stage) -> Expected:
    endpoints = stage.client.webhook_endpoints
    made = endpoints.create(url=_NOWHERE, description="fulfilment trigger")["endpoint"]["id"]
    endpoints.test(made)
    endpoints.delete(made)
    return Expected("webhook_endpoint.test", made)


def _moved(report: str, status: str) -> Act:
    return Act(f"the courier reports {report}: the shipment is {status}", partial(_reported, report=report), True)


ACTS: dict[str, Act] = {
    "product.created": Act("a product is created", _product_created),
    "product.updated": Act("its name is changed", _product_updated),
    "product.archived": Act("it is archived", _product_archived),
    "variant.created": Act("a product gets a second variant", _variant_created),
    "variant.archived": Act("that variant is archived", _variant_archived),
    "warehouse.created": Act("a warehouse is created", _warehouse_created),
    "stock.adjusted": Act("stock comes in", _stock_adjusted),
    "stock.low": Act("stock falls below its threshold", _stock_low),
    "shipment.created": Act("a shipment is drafted", _shipment_created, True),
    "shipment.pickup_confirmed": Act("it is booked with the simulator", _pickup_confirmed, True),
    "shipment.status_updated": _moved("picked", "picked_up"),
    "shipment.allocated": _moved("allocated", "allocated"),
    "shipment.picking_up": _moved("picking_up", "picking_up"),
    "shipment.picked_up": _moved("picked", "picked_up"),
    "shipment.in_transit": _moved("dropping_off", "in_transit"),
    "shipment.on_hold": _moved("on_hold", "as it was"),
    "shipment.delivered": _moved("delivered", "delivered"),
    "shipment.returned": _moved("returned", "returned"),
    "shipment.rejected": _moved("rejected", "cancelled"),
    "shipment.updated": Act("the courier gives another waybill", _shipment_updated, True),
    "shipment.cancelled": Act("the merchant cancels it", _shipment_cancelled, True),
    "shipment.rebooked": Act("it is replaced", _shipment_rebooked, True),
    "batch.finished": Act("many shipments are booked at once, here one", _batch_finished, True),
    "license.issued": Act("a license is issued", _license_issued),
    "license.updated": Act("it may have another activation", _license_updated),
    "license.activated": Act("an instance is bound to it", _license_activated),
    "license.deactivated": Act("that instance is unbound", _license_deactivated),
    "license.suspended": Act("it is suspended", _license_suspended),
    "license.reinstated": Act("it is suspended and reinstated", _license_reinstated),
    "license.revoked": Act("it is revoked", _license_revoked),
    "delivery.created": Act("a digital delivery is granted", _delivery_created),
    "delivery.downloaded": Act("a download is counted", _delivery_downloaded),
    "delivery.updated": Act("it is extended", _delivery_updated),
    "delivery.expiring": Act("it expires in an hour (comes within seconds)", _delivery_expiring),
    "delivery.expired": Act("it has expired (comes within seconds)", _delivery_expired),
    "webhook_endpoint.test": Act("an endpoint is tried out, and deleted again", _endpoint_test),
}
