"""Demo workspace of an ordinary day: goods, stock, parcels in every state, money, and unusual names of people."""

import itertools
from collections.abc import Callable
from typing import Any

# Asks the API, each time with a key of its own where none is given, and answers its `data`; raises where it is refused.
Call = Callable[..., Any]
# Moves a parcel as its courier would: the aggregator's order, and the courier's word.
Report = Callable[[str, str], None]

NAME = "Toko Kopi Dago"
PRODUCTS = (
    ("Gayo arabica 250 g", "KOPI-GAYO-250", 85_000, 270),
    ("Toraja arabica 250 g", "KOPI-TRJ-250", 92_000, 270),
    ("Kintamani robusta 1 kg", "KOPI-KIN-1000", 240_000, 1_040),
    ("V60 dripper, size 02", "V60-02", 135_000, 320),
    ("Paper filters, 100 pieces", "FILTER-02-100", 48_000, 120),
    ("Hand grinder", "GRINDER-S", 650_000, 780),
)
RECIPIENTS = (
    ("Siti Rahayu", "081398765432", "Jl. Braga 55", "Bandung", "40111"),
    ("Budi Hartono", "+62 812-7788-9900", "Jl. Senopati 18, RT 02/RW 05", "Jakarta Selatan", "12110"),
    ("Made Wirawan", "081234000111", "Jl. Raya Ubud 7", "Gianyar", "80571"),
    (
        "Nurul Hidayah binti Abdul Rahman Sastrowardoyo",
        "085600112233",
        "Perumahan Griya Asri Blok C3 No. 12",
        "Sleman",
        "55281",
    ),
    ("王小明", "081900112244", "Jl. Mangga Besar 88", "Jakarta Barat", "11180"),
    ("Agus", "081355566677", "Jl. Dago 2", "Bandung", "40132"),
    ("Yohana Sirait", "082277788899", "Jl. Gatot Subroto 101", "Medan", "20112"),
)
ORIGIN = {
    "contactName": "Toko Kopi Dago",
    "contactPhone": "081234567890",
    "address": "Jl. Ir. H. Juanda 120",
    "city": "Bandung",
    "postal": "40132",
}
SERVICES = (("jne", "reg", 24_000), ("sicepat", "reg", 22_000), ("anteraja", "reg", 21_000))
REPORTS = {
    "picking_up": ("picking_up",),
    "picked_up": ("picking_up", "picked"),
    "in_transit": ("picking_up", "picked", "dropping_off"),
    "delivered": ("picking_up", "picked", "dropping_off", "delivered"),
    "returned": ("picking_up", "picked", "dropping_off", "returned"),
}
OUTCOMES = (
    *("pending",) * 5,
    *("confirmed",) * 3,
    *("picking_up", "picked_up", "in_transit", "in_transit", "delivered", "delivered", "delivered", "returned"),
    "cancelled",
)


def seed_workspace(call: Call, report: Report, parcels: int = 60) -> list[dict[str, Any]]:
    """Open the shop in an empty workspace. Its shipments, oldest first, as they were drafted."""
    call("PATCH", "/shipping/origin", ORIGIN)
    warehouses = [
        call("POST", "/warehouses", {"name": name, "city": "Bandung"})["warehouse"] for name in ("Dago", "Cimahi")
    ]
    products = [_create_stocked_product(call, nth, warehouses, *one) for nth, one in enumerate(PRODUCTS)]
    call("POST", "/shipping-credits/topup", {"amount": 4_000_000, "memo": "Transfer BCA"}, key="shop-topup")
    shipments = []
    for nth, fate, person, service in zip(
        range(parcels), itertools.cycle(OUTCOMES), itertools.cycle(RECIPIENTS), itertools.cycle(SERVICES), strict=False
    ):
        shipments.append(_create_shipment(call, report, nth, fate, person, service, products[nth % len(products)]))
    return shipments


def _create_stocked_product(
    call: Call, nth: int, warehouses: list, name: str, sku: str, price: int, weight: int
) -> dict[str, Any]:
    product = call("POST", "/products", {"type": "physical", "name": name, "sku": sku, "basePrice": price})["product"]
    variant = product["variants"][0]
    for warehouse, quantity in zip(warehouses, (400, 60), strict=True):
        change = {
            "variantId": variant["id"],
            "warehouseId": warehouse["id"],
            "delta": quantity,
            "reason": "initial_stock",
        }
        call("POST", "/stock/adjust", change)
    return {"productId": product["id"], "name": name, "value": price, "weight": weight, "sku": sku}


def _create_shipment(
    call: Call, report: Report, nth: int, fate: str, person: tuple, service: tuple, goods: dict[str, Any]
) -> dict[str, Any]:
    name, phone, address, city, postal = person
    courier, code, price = service
    shipment = call(
        "POST",
        "/shipments",
        {
            "courierCode": courier,
            "courierServiceCode": code,
            "courierType": "standard",
            "price": price,
            "origin": {},
            "destination": {
                "contactName": name,
                "contactPhone": phone,
                "address": address,
                "city": city,
                "postalCode": postal,
            },
            "items": [goods | {"quantity": 1 + nth % 3}],
            "externalSource": "toko",
            "externalRef": f"#{1001 + nth}",
        },
    )["shipment"]
    if fate == "pending":
        return shipment
    if fate == "cancelled":
        return call("POST", f"/shipments/{shipment['id']}/cancel", {"reason": "Pembeli membatalkan"})["shipment"]
    booked = call("POST", f"/shipments/{shipment['id']}/confirm-pickup")["shipment"]
    for word in REPORTS.get(fate, ()):
        report(booked["aggregatorOrderId"], word)
    return booked
