"""Shared parts of the acts of `trigger`: the service, the courier, and the resources that an event needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..errors import NotFoundError
from .courier import Simulator
from .refusal import Refusal

if TYPE_CHECKING:
    from ..client import Fulfilment
    from ..types import Destination, Origin, Product, Shipment, ShipmentItem

IN_STOCK = 10
CREDIT = 1_000_000
_ORIGIN: Origin = {
    "contactName": "Toko Kopi",
    "contactPhone": "081234567890",
    "address": "Jl. Kemang Raya 12",
    "city": "Jakarta Selatan",
    "postalCode": "12730",
}
_DESTINATION: Destination = {
    "contactName": "Siti Rahayu",
    "contactPhone": "081398765432",
    "address": "Jl. Braga 55",
    "postalCode": "40111",
}


@dataclass(frozen=True)
class Expected:
    """The event that an act brings about: its name without brand and version, its subject, and some of its data."""

    name: str
    subject: str
    data: dict[str, Any] = field(default_factory=dict[str, Any])


class Stage:
    """Makes what an act asks for; `shipment_id` is the one to act on where the caller has said so."""

    def __init__(
        self, client: Fulfilment, simulator: Simulator, say: Callable[[str], None], shipment_id: str | None
    ) -> None:
        self.client = client
        self.simulator = simulator
        self.say = say
        self._shipment_id = shipment_id

    def product(self, kind: str = "physical") -> Product:
        """A new product of this type."""
        names = {"digital": "Brewing at home, an e-book", "license": "Kopi Desktop"}
        if kind == "digital":
            made = self.client.products.create(name=names[kind], type="digital")
        elif kind == "license":
            made = self.client.products.create(name=names[kind], type="license", max_activations=2)
        else:
            made = self.client.products.create(name="Kopi Gayo 250 g", weight=250)
        self.say(f"product {made['id']}")
        return made

    def warehouse_id(self) -> str:
        """The first warehouse of the workspace; a new one where it has none."""
        for place in self.client.warehouses.list(limit=1):
            return place["id"]
        made = self.client.warehouses.create(name="Gudang Kemang", city="Jakarta Selatan")
        self.say(f"warehouse {made['id']}")
        return made["id"]

    def stocked(self, variant_id: str, quantity: int = IN_STOCK) -> str:
        """Put some of a variant on the shelf; the level's subject."""
        place = self.warehouse_id()
        self.client.stock.adjust(variant_id=variant_id, warehouse_id=place, delta=quantity, reason="initial_stock")
        self.say(f"stock of {variant_id}: {quantity}")
        return f"{variant_id}:{place}"

    def draft(self) -> Shipment:
        """A shipment that is not booked: the given one, or a new one of a new product."""
        if self._shipment_id:
            return self._given(self._shipment_id)
        product = self.product()
        self.stocked(product["variants"][0]["id"])
        item: ShipmentItem = {"name": product["name"], "value": 85_000, "weight": 250, "quantity": 1}
        item["productId"] = product["id"]
        made = self.client.shipments.create(
            courier_code="jne",
            courier_service_code="reg",
            courier_type="standard",
            price=20_000,
            origin=_ORIGIN,
            destination=_DESTINATION,
            items=[item],
        )
        self.say(f"shipment {made['id']}, a draft")
        return made

    def booked(self) -> tuple[str, str]:
        """A shipment that the simulator has an order of, and that order's id."""
        shipment = self.draft()
        if shipment["status"] == "pending":
            self.book(shipment)
        order = self.simulator.order_of(shipment["id"])
        if order is None:
            raise Refusal(f"the courier simulator has no order of {shipment['id']}, which is {shipment['status']}.")
        return shipment["id"], order

    def book(self, shipment: Shipment) -> None:
        """Confirm the pickup, of a draft alone: another one is refused by the service."""
        self.afford(shipment)
        waybill = self.client.shipments.confirm_pickup(shipment["id"])["waybillId"]
        self.say(f"shipment {shipment['id']}, booked with waybill {waybill}")

    def afford(self, shipment: Shipment) -> None:
        """Have the shipping credit suffice for it."""
        if self.client.shipping_credits.get()["balance"] < shipment["price"] + shipment["insurance"]:
            self.client.shipping_credits.top_up(amount=CREDIT, memo="fulfilment trigger")
            self.say(f"shipping credit: {CREDIT} more")

    def _given(self, id: str) -> Shipment:
        try:
            return self.client.shipments.get(id)
        except NotFoundError:
            raise Refusal(f"there is no shipment {id} in this workspace.") from None
