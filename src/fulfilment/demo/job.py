"""The job: from an empty workspace to a delivered parcel and a counted download, and every event of it received."""

from pathlib import Path
from typing import Any

from fulfilment.demo.client import Client
from fulfilment.demo.courier import Courier
from fulfilment.demo.failure import DemoFailed
from fulfilment.demo.receiver import Receiver
from fulfilment.demo.walk import Outcome, Step

IN_STOCK = 10
SOLD = 2
CREDIT_RUPIAH = 250_000
WEIGHT_GRAMS = 250
VALUE_RUPIAH = 85_000
# What the courier reports, and the status that a standard shipment then has (decisions, section 6).
REPORTS = (
    ("picking_up", "picking_up"),
    ("picked", "picked_up"),
    ("dropping_off", "in_transit"),
    ("delivered", "delivered"),
)
ORIGIN = {
    "contactName": "Toko Kopi Gayo",
    "contactPhone": "081234567890",
    "address": "Jl. Kemang Raya 12",
    "city": "Jakarta Selatan",
    "postal": "12730",
}
DESTINATION = {
    "contactName": "Siti Rahayu",
    "contactPhone": "081398765432",
    "address": "Jl. Braga 55",
    "postalCode": "40111",
}
PDF_MAGIC = b"%PDF-"


class Job:
    """What the steps share: who is called, and what has come into being so far."""

    def __init__(self, api: Client, courier: Courier, receiver: Receiver, label_path: Path):
        self.api = api
        self.courier = courier
        self.receiver = receiver
        self.label_path = label_path
        self.endpoint_id = ""
        self.product: dict[str, Any] = {}
        self.warehouse: dict[str, Any] = {}
        self.rate: dict[str, Any] = {}
        self.shipment: dict[str, Any] = {}
        self.balance = 0

    def steps(self) -> list[Step]:
        """Every step in its order."""
        return [
            Step("Health", self.ask_health),
            Step("Webhook endpoint", self.register_endpoint),
            Step("Product", self.create_product),
            Step("Warehouse", self.create_warehouse),
            Step("Stock", self.take_stock_in),
            Step("Shipping credit", self.top_up),
            Step("Shipping origin", self.set_origin),
            Step("Rate quote", self.quote),
            Step("Shipment", self.create_shipment),
            Step("Confirm pickup", self.confirm_pickup),
            *(self._report(*report) for report in REPORTS),
            Step("Label", self.save_label),
            Step("Digital sale", self.sell_digitally),
            Step("Books", self.check_books),
            Step("Webhook deliveries", self.check_deliveries),
        ]

    async def ask_health(self) -> Outcome:
        health = await self.api.data("GET", "/health")
        return Outcome(f"{health['service']} {health['version']} at {self.api.base_url}")

    async def register_endpoint(self) -> Outcome:
        wanted = {"url": self.receiver.url, "events": ["*"], "description": "The demo's receiver"}
        made = await self.api.data("POST", "/webhooks/endpoints", wanted)
        self.receiver.secret = made["secret"]
        self.endpoint_id = made["endpoint"]["id"]
        return Outcome(f"every event goes to {self.receiver.url}")

    async def create_product(self) -> Outcome:
        wanted = {"name": "Kopi Gayo 250 g", "sku": "KOPI-GAYO-250", "weight": WEIGHT_GRAMS}
        self.product = (await self.api.data("POST", "/products", wanted))["product"]
        await self.receiver.expect("product.created", productId=self.product["id"])
        return Outcome(self.product["id"], "product.created")

    async def create_warehouse(self) -> Outcome:
        wanted = {"name": "Gudang Kemang", "city": "Jakarta Selatan", "postal": "12730"}
        self.warehouse = (await self.api.data("POST", "/warehouses", wanted))["warehouse"]
        await self.receiver.expect("warehouse.created", warehouseId=self.warehouse["id"])
        return Outcome(self.warehouse["id"], "warehouse.created")

    async def take_stock_in(self) -> Outcome:
        change = {
            "variantId": self._variant_id,
            "warehouseId": self.warehouse["id"],
            "delta": IN_STOCK,
            "reason": "initial_stock",
        }
        movement = (await self.api.data("POST", "/stock/adjust", change))["movement"]
        await self.receiver.expect("stock.adjusted", movementId=movement["id"], quantityAfter=IN_STOCK)
        return Outcome(f"{IN_STOCK} on hand", "stock.adjusted")

    async def top_up(self) -> Outcome:
        wanted = {"amount": CREDIT_RUPIAH, "memo": "The demo's credit"}
        balance = (await self.api.data("POST", "/shipping-credits/topup", wanted))["balance"]
        self.balance = balance["balance"]
        return Outcome(f"{balance['currency']} {self.balance:,} on the balance")

    async def set_origin(self) -> Outcome:
        """A workspace that has an origin keeps it: the demo must not move a real shop."""
        origin = await self.api.data("GET", "/shipping/origin")
        if origin["configured"]:
            return Outcome(f"{origin['address']}, as it was")
        origin = await self.api.data("PATCH", "/shipping/origin", ORIGIN)
        return Outcome(f"{origin['address']}, {origin['city']}")

    async def quote(self) -> Outcome:
        wanted = {"destination": DESTINATION, "items": [self._item]}
        rates = (await self.api.data("POST", "/shipping/rates", wanted))["rates"]
        self.rate = next((rate for rate in rates if rate["courierType"] == "standard"), {})
        if not self.rate:
            raise DemoFailed("no standard courier quoted a rate")
        return Outcome(f"{len(rates)} rates; {self._service} for {self.rate['price']:,}")

    async def create_shipment(self) -> Outcome:
        chosen = ("courierCode", "courierServiceCode", "courierType", "price")
        wanted = {name: self.rate[name] for name in chosen}
        wanted |= {"origin": {}, "destination": DESTINATION, "items": [self._item]}
        self.shipment = (await self.api.data("POST", "/shipments", wanted))["shipment"]
        await self.receiver.expect("shipment.created", shipmentId=self.shipment["id"], status="pending")
        return Outcome(self.shipment["id"], "shipment.created")

    async def confirm_pickup(self) -> Outcome:
        path = f"/shipments/{self.shipment['id']}/confirm-pickup"
        self.shipment = (await self.api.data("POST", path))["shipment"]
        waybill = self.shipment["waybillId"]
        await self.receiver.expect("shipment.pickup_confirmed", shipmentId=self.shipment["id"], waybillId=waybill)
        return Outcome(f"waybill {waybill}", "shipment.pickup_confirmed")

    async def save_label(self) -> Outcome:
        label = await self.api.raw("GET", f"/shipments/{self.shipment['id']}/label")
        if not label.startswith(PDF_MAGIC):
            raise DemoFailed("the label is not a PDF")
        try:
            self.label_path.parent.mkdir(parents=True, exist_ok=True)
            self.label_path.write_bytes(label)
        except OSError as problem:
            raise DemoFailed(f"the label cannot be saved as {self.label_path}: {problem.strerror}") from None
        return Outcome(f"{len(label):,} bytes of PDF")

    async def sell_digitally(self) -> Outcome:
        """A customer pays for a file and downloads it; each demo has a product of its own, and so a new checkout."""
        wanted = {"name": "Brewing at home, an e-book", "type": "digital"}
        book = (await self.api.data("POST", "/products", wanted))["product"]
        await self.receiver.expect("product.created", productId=book["id"])
        sale = {"productId": book["id"], "customerId": "cus_81", "checkoutSessionId": "cs_demo"}
        granted = (await self.api.data("POST", "/deliveries", sale))["delivery"]
        await self.receiver.expect("delivery.created", deliveryId=granted["id"])
        delivery = (await self.api.data("POST", f"/deliveries/{granted['id']}/download"))["delivery"]
        await self.receiver.expect("delivery.downloaded", deliveryId=granted["id"], downloadCount=1)
        return Outcome(f"download {delivery['downloadCount']} of {delivery['maxDownloads']}", "delivery.downloaded")

    async def check_books(self) -> Outcome:
        """What the courier took from the shelf and from the credit is what is missing there."""
        levels = (await self.api.data("GET", f"/stock/levels?variant_id={self._variant_id}"))["stock"]
        balance = (await self.api.data("GET", "/shipping-credits"))["balance"]
        charged = self.shipment["price"] + self.shipment["insurance"]
        orders = await self.courier.orders_of(self.shipment["id"])
        for what, found, expected in (
            ("stock on hand", levels[0]["quantity"], IN_STOCK - SOLD),
            ("shipping credit", balance, self.balance - charged),
            ("orders at the courier", len(orders), 1),
        ):
            if found != expected:
                raise DemoFailed(f"{what}: expected {expected:,}, found {found:,}")
        return Outcome(f"{IN_STOCK - SOLD} on hand, {charged:,} charged, {balance:,} left, one courier order")

    async def check_deliveries(self) -> Outcome:
        """The delivery log agrees with what the receiver verified."""
        path = f"/webhooks/events?limit=200&endpointId={self.endpoint_id}"
        rows = (await self.api.data("GET", path))["events"]
        missing = len(rows) - self.receiver.verified
        if missing:
            raise DemoFailed(f"{len(rows)} deliveries are logged, {self.receiver.verified} events were verified")
        return Outcome(f"{len(rows)} logged, {self.receiver.verified} received with their signature verified")

    async def remove_endpoint(self) -> None:
        """The receiver ends with the demo, so nothing must be sent there any more."""
        if self.endpoint_id:
            await self.api.raw("DELETE", f"/webhooks/endpoints/{self.endpoint_id}")
            self.endpoint_id = ""

    def _report(self, reported: str, status: str) -> Step:
        async def act() -> Outcome:
            await self.courier.report(self.shipment["aggregatorOrderId"], reported)
            wanted = {"shipmentId": self.shipment["id"], "status": status, "reportedStatus": reported}
            await self.receiver.expect("shipment.status_updated", **wanted)
            return Outcome(f"now {status}", "shipment.status_updated")

        return Step(f"Courier: {reported}", act)

    @property
    def _variant_id(self) -> str:
        return self.product["variants"][0]["id"]

    @property
    def _item(self) -> dict[str, Any]:
        return {
            "name": self.product["name"],
            "value": VALUE_RUPIAH,
            "weight": WEIGHT_GRAMS,
            "quantity": SOLD,
            "productId": self.product["id"],
        }

    @property
    def _service(self) -> str:
        return f"{self.rate['courierName']} {self.rate['courierServiceName']}"
