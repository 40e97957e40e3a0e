"""Bodies of the tests' requests."""

from typing import Any

ORIGIN = {
    "address": "Jl. Senopati 1",
    "contactName": "Toko Kopi",
    "contactPhone": "0811000001",
    "province": "DKI Jakarta",
    "city": "Jakarta Selatan",
    "district": "Kebayoran Baru",
    "village": "Senayan",
    "postal": "12110",
    "areaId": "IDNP6IDNC148IDND836IDZ12110",
    "note": "Ring twice",
}
SPOT = {"lat": -6.2436, "lng": 106.8003}
DESTINATION = {
    "contactName": "Siti",
    "contactPhone": "0811000002",
    "address": "Jl. Dago 2",
    "postalCode": "40132",
}
NEARBY = {
    "contactName": "Siti",
    "contactPhone": "0811000002",
    "address": "Jl. Menteng 3",
    "postalCode": "10310",
    "lat": -6.1967,
    "lng": 106.8357,
}
ITEM = {"name": "Coffee", "value": 150_000, "weight": 800, "quantity": 2, "category": "food_and_drink"}


def parcel(destination: dict[str, Any] = DESTINATION, **fields: Any) -> dict[str, Any]:
    return {"destination": destination, "items": [ITEM], **fields}
