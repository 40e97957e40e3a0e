"""Steps of the demo: from an empty workspace to a delivered parcel and a download, with every event received."""

from pathlib import Path
from typing import Any

from fulfilment_client import AsyncFulfilment, types

from fulfilment.cli.demo_walk.courier import Courier
from fulfilment.cli.demo_walk.receiver import Receiver
from fulfilment.cli.demo_walk.walk import DemoFailed, Step, StepOutcome

IN_STOCK = 10
SOLD = 2
CREDIT_RUPIAH = 250_000
WEIGHT_GRAMS = 250
VALUE_RUPIAH = 85_000
# Pairs of a courier's report and the status of a standard shipment after it (decisions, section 6).
REPORTS = (
    ("picking_up", "picking_up"),
    ("picked", "picked_up"),
    ("dropping_off", "in_transit"),
    ("delivered", "delivered"),
)
ORIGIN: dict[str, Any] = {
    "contact_name": "Toko Kopi Gayo",
    "contact_phone": "081234567890",
    "address": "Jl. Kemang Raya 12",
    "city": "Jakarta Selatan",
    "postal": "12730",
}
DESTINATION: types.Destination = {
    "contactName": "Siti Rahayu",
    "contactPhone": "081398765432",
    "address": "Jl. Braga 55",
    "postalCode": "40111",
}
PDF_MAGIC = b"%PDF-"


class DemoJob:
    """The steps of the demo, with their clients and the resources created so far."""

    def __init__(self, api: AsyncFulfilment, courier: Courier, receiver: Receiver, label_path: Path) -> None:
        self.api = api
        self.courier = courier
        self.receiver = receiver
        self.label_path = label_path
        self.endpoint_id = ""
        self.product: types.Product | dict[str, Any] = {}
        self.warehouse: types.Warehouse | dict[str, Any] = {}
        self.rate: types.ShippingRate | dict[str, Any] = {}
        self.shipment: types.Shipment | dict[str, Any] = {}
        self.balance = 0

    def steps(self) -> list[Step]:
        """All steps, in order."""
        return [
            Step("Health", self.check_health),
            Step("Webhook endpoint", self.register_endpoint),
            Step("Product", self.create_product),
            Step("Warehouse", self.create_warehouse),
            Step("Stock", self.receive_stock),
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

    async def check_health(self) -> StepOutcome:
        health = await self.api.health.get()
        return StepOutcome(f"{health['service']} {health['version']} at {self.api.base_url}")

    async def register_endpoint(self) -> StepOutcome:
        created = await self.api.webhook_endpoints.create(
            url=self.receiver.url, events=["*"], description="The demo's receiver"
        )
        self.receiver.secret = created["secret"]
        self.endpoint_id = created["endpoint"]["id"]
        return StepOutcome(f"every event goes to {self.receiver.url}")

    async def create_product(self) -> StepOutcome:
        self.product = await self.api.products.create(name="Kopi Gayo 250 g", sku="KOPI-GAYO-250", weight=WEIGHT_GRAMS)
        await self.receiver.expect("product.created", productId=self.product["id"])
        return StepOutcome(self.product["id"], "product.created")

    async def create_warehouse(self) -> StepOutcome:
        self.warehouse = await self.api.warehouses.create(name="Gudang Kemang", city="Jakarta Selatan", postal="12730")
        await self.receiver.expect("warehouse.created", warehouseId=self.warehouse["id"])
        return StepOutcome(self.warehouse["id"], "warehouse.created")

    async def receive_stock(self) -> StepOutcome:
        adjusted = await self.api.stock.adjust(
            variant_id=self._variant_id, warehouse_id=self.warehouse["id"], delta=IN_STOCK, reason="initial_stock"
        )
        movement = adjusted["movement"]["id"]
        await self.receiver.expect("stock.adjusted", movementId=movement, quantityAfter=IN_STOCK)
        return StepOutcome(f"{IN_STOCK} on hand", "stock.adjusted")

    async def top_up(self) -> StepOutcome:
        balance = (await self.api.shipping_credits.top_up(amount=CREDIT_RUPIAH, memo="The demo's credit"))["balance"]
        self.balance = balance["balance"]
        return StepOutcome(f"{balance['currency']} {self.balance:,} on the balance")

    async def set_origin(self) -> StepOutcome:
        """Set the shipping origin, unless the workspace has one: the demo must not move a real shop."""
        origin = await self.api.shipping.get_origin()
        if origin["configured"]:
            return StepOutcome(f"{origin['address']}, as it was")
        origin = await self.api.shipping.update_origin(**ORIGIN)
        return StepOutcome(f"{origin['address']}, {origin['city']}")

    async def quote(self) -> StepOutcome:
        rates = (await self.api.shipping.quote_rates(destination=DESTINATION, items=[self._item]))["rates"]
        self.rate = next((rate for rate in rates if rate["courierType"] == "standard"), {})
        if not self.rate:
            raise DemoFailed("no standard courier quoted a rate")
        return StepOutcome(f"{len(rates)} rates; {self._service} for {self.rate['price']:,}")

    async def create_shipment(self) -> StepOutcome:
        self.shipment = await self.api.shipments.create(
            courier_code=self.rate["courierCode"],
            courier_service_code=self.rate["courierServiceCode"],
            courier_type=self.rate["courierType"],
            price=self.rate["price"],
            origin={},
            destination=DESTINATION,
            items=[self._item],
        )
        await self.receiver.expect("shipment.created", shipmentId=self.shipment["id"], status="pending")
        return StepOutcome(self.shipment["id"], "shipment.created")

    async def confirm_pickup(self) -> StepOutcome:
        self.shipment = await self.api.shipments.confirm_pickup(self.shipment["id"])
        waybill = self.shipment["waybillId"]
        await self.receiver.expect("shipment.pickup_confirmed", shipmentId=self.shipment["id"], waybillId=waybill)
        return StepOutcome(f"waybill {waybill}", "shipment.pickup_confirmed")

    async def save_label(self) -> StepOutcome:
        async with self.api.shipments.download_label(self.shipment["id"]) as file:
            label = await file.read()
        if not label.startswith(PDF_MAGIC):
            raise DemoFailed("the label is not a PDF")
        try:
            self.label_path.parent.mkdir(parents=True, exist_ok=True)
            self.label_path.write_bytes(label)
        except OSError as problem:
            raise DemoFailed(f"the label cannot be saved as {self.label_path}: {problem.strerror}") from None
        return StepOutcome(f"{len(label):,} bytes of PDF")

    async def sell_digitally(self) -> StepOutcome:
        """A customer buys a file and downloads it. Each demo creates its own product, so that the checkout is new."""
        book = await self.api.products.create(name="Brewing at home, an e-book", type="digital")
        await self.receiver.expect("product.created", productId=book["id"])
        granted = await self.api.deliveries.create(
            product_id=book["id"], customer_id="cus_81", checkout_session_id="cs_demo"
        )
        await self.receiver.expect("delivery.created", deliveryId=granted["id"])
        delivery = await self.api.deliveries.download(granted["id"])
        await self.receiver.expect("delivery.downloaded", deliveryId=granted["id"], downloadCount=1)
        return StepOutcome(f"download {delivery['downloadCount']} of {delivery['maxDownloads']}", "delivery.downloaded")

    async def check_books(self) -> StepOutcome:
        """Check that stock, shipping credit and the courier's orders agree with the shipment."""
        levels = await self.api.stock.list_levels(variant_id=self._variant_id)
        balance = (await self.api.shipping_credits.get())["balance"]
        charged = self.shipment["price"] + self.shipment["insurance"]
        orders = await self.courier.orders_of(self.shipment["id"])
        for what, found, expected in (
            ("stock on hand", levels.data[0]["quantity"], IN_STOCK - SOLD),
            ("shipping credit", balance, self.balance - charged),
            ("orders at the courier", len(orders), 1),
        ):
            if found != expected:
                raise DemoFailed(f"{what}: expected {expected:,}, found {found:,}")
        return StepOutcome(f"{IN_STOCK - SOLD} on hand, {charged:,} charged, {balance:,} left, one courier order")

    async def check_deliveries(self) -> StepOutcome:
        """Check that the delivery log agrees with the events that the receiver has verified."""
        logged = [row["eventId"] async for row in self.api.webhook_deliveries.list(endpoint_id=self.endpoint_id)]
        if len(logged) != self.receiver.verified:
            raise DemoFailed(f"{len(logged)} deliveries are logged, {self.receiver.verified} events were verified")
        return StepOutcome(f"{len(logged)} logged, {self.receiver.verified} received with their signature verified")

    async def remove_endpoint(self) -> None:
        """Delete the webhook endpoint, because the receiver ends with the demo."""
        if self.endpoint_id:
            await self.api.webhook_endpoints.delete(self.endpoint_id)
            self.endpoint_id = ""

    def _report(self, reported: str, status: str) -> Step:
        async def act() -> StepOutcome:
            await self.courier.report(self.shipment["aggregatorOrderId"], reported)
            expected = {"shipmentId": self.shipment["id"], "status": status, "reportedStatus": reported}
            await self.receiver.expect("shipment.status_updated", **expected)
            return StepOutcome(f"now {status}", "shipment.status_updated")

        return Step(f"Courier: {reported}", act)

    @property
    def _variant_id(self) -> str:
        return self.product["variants"][0]["id"]

    @property
    def _item(self) -> types.ShipmentItem:
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
