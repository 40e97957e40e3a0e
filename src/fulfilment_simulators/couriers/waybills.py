"""Generated data of a courier: the waybill, the sort code and the driver."""

import time
from typing import Any

from fulfilment_simulators.couriers.geography import Spot
from fulfilment_simulators.couriers.price_table import Service

# Eleven digits of milliseconds repeat after three years.
_WAYBILL_DIGITS = 11
_WAYBILL_PREFIXES = {
    "gojek": "GK-",
    "grab": "IN-",
    "paxel": "PX",
    "jne": "JNE",
    "tiki": "66",
    "jnt": "JP",
    "sicepat": "00",
    "anteraja": "10",
    "ninja": "NLID",
    "lion": "11LP",
    "idexpress": "IDS",
    "pos": "P",
    "sap": "SAP",
    "wahana": "AK",
    "sentralcargo": "SC",
}
_last_serial = 0
_NAMES = ("Agus Setiawan", "Budi Santoso", "Dewi Lestari", "Eko Prasetyo", "Rina Wulandari", "Yusuf Hidayat")
_NO_DRIVER: dict[str, Any] = {
    "driver_name": None,
    "driver_phone": None,
    "driver_photo_url": None,
    "driver_plate_number": None,
}


def generate_waybill(courier_code: str) -> str:
    """A unique waybill. It does not repeat after a reset either, since services remember waybills."""
    global _last_serial
    _last_serial = max(_last_serial + 1, time.time_ns() // 1_000_000)
    digits = str(_last_serial % 10**_WAYBILL_DIGITS).zfill(_WAYBILL_DIGITS)
    return _WAYBILL_PREFIXES.get(courier_code, "") + digits


def build_routing_code(origin: Spot, destination: Spot) -> str:
    """A sort code such as `121-BDG40-11`: the origin, the destination's city and its part."""
    city = "".join(letter for letter in destination.area.city.upper() if letter.isalpha())
    code = f"{destination.area.postal_code:05d}"
    return f"{origin.area.postal_code // 100}-{city[:3]}{code[:2]}-{code[2:4]}"


def assign_driver(order_id: str, service: Service | None) -> dict[str, Any]:
    """The driver of an order. Only on-demand couriers name one."""
    if service is None or not service.needs_coordinates:
        return dict(_NO_DRIVER)
    seed = int(order_id, 16)
    return {
        "driver_name": _NAMES[seed % len(_NAMES)],
        "driver_phone": f"08{1_100_000_000 + seed % 800_000_000}",
        "driver_photo_url": f"https://drivers.example/{order_id}.jpg",
        "driver_plate_number": f"B {1_000 + seed % 9_000} {chr(65 + seed % 26)}{chr(65 + seed // 26 % 26)}",
    }


def without_driver() -> dict[str, Any]:
    return dict(_NO_DRIVER)
