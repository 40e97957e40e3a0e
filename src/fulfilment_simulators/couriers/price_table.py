"""Services of the couriers, with prices by distance, weight, size and insured value."""

import csv
from math import ceil
from pathlib import Path
from typing import Any

import msgspec

from fulfilment_simulators.couriers import forms
from fulfilment_simulators.couriers.faults import ApiFault
from fulfilment_simulators.couriers.geography import Spot, distance_km

ROUNDING_RUPIAH = 500
INSURANCE_ADMIN_RUPIAH = 2_000
VOLUMETRIC_CM3_PER_KG = 6_000
FREIGHT_MINIMUM_KG = 10
# A parcel may exceed a whole kilogram by this much before the next kilogram is charged.
TOLERANCE_GRAMS = 300
COORDINATE_COURIERS = frozenset({"gojek", "grab", "lalamove", "borzo"})


class Service(msgspec.Struct, frozen=True):
    courier_code: str
    courier_name: str
    courier_service_code: str
    courier_service_name: str
    service_type: str
    tier: str
    shipping_type: str
    eta_min: int
    eta_max: int
    eta_unit: str
    base_rupiah: int
    rupiah_per_km: int
    furthest_km: int
    heaviest_kg: int
    insurance_per_mille: int
    waybill_at_once: bool
    cash_on_delivery: bool
    description: str

    @property
    def needs_coordinates(self) -> bool:
        return self.courier_code in COORDINATE_COURIERS

    @property
    def duration(self) -> str:
        return str(self.eta_min) if self.eta_min == self.eta_max else f"{self.eta_min} - {self.eta_max}"

    @property
    def to_api(self) -> dict[str, Any]:
        """A row of the courier list."""
        return {
            "available_collection_method": ["pickup"] if self.needs_coordinates else ["pickup", "drop_off"],
            "available_for_cash_on_delivery": self.cash_on_delivery,
            "available_for_proof_of_delivery": False,
            "available_for_instant_waybill_id": self.waybill_at_once,
            "courier_name": self.courier_name,
            "courier_code": self.courier_code,
            "courier_service_name": self.courier_service_name,
            "courier_service_code": self.courier_service_code,
            "tier": self.tier,
            "description": self.description,
            "service_type": self.service_type,
            "shipping_type": self.shipping_type,
            "shipment_duration_range": self.duration,
            "shipment_duration_unit": self.eta_unit,
        }


class Price(msgspec.Struct, frozen=True):
    shipping_fee: int
    insurance_fee: int
    cash_on_delivery_fee: int = 0

    @property
    def total(self) -> int:
        return self.shipping_fee + self.insurance_fee + self.cash_on_delivery_fee


class Parcel(msgspec.Struct, frozen=True):
    grams: int
    volumetric_grams: int


def _load_services() -> tuple[Service, ...]:
    with (Path(__file__).parent / "services.csv").open(encoding="utf-8", newline="") as file:
        return tuple(msgspec.convert(row, Service, strict=False) for row in csv.DictReader(file))


SERVICES = _load_services()
_BY_CODES = {(service.courier_code, service.courier_service_code): service for service in SERVICES}
COURIER_CODES = frozenset(service.courier_code for service in SERVICES)


def find_service(courier_code: str, service_code: str) -> Service | None:
    return _BY_CODES.get((courier_code, service_code))


def parse_parcel(items: object) -> Parcel:
    """The parcel with the total weight of the items. Raises ApiFault 40002038 for an invalid item."""
    if not isinstance(items, list) or not items:
        raise ApiFault(40002038, "Items must be a list of at least one item")
    grams = volume = 0
    for position, item in enumerate(items):
        quantity, weight = forms.integer(item, "quantity"), forms.integer(item, "weight")
        if not forms.text(item, "name") or forms.integer(item, "value") is None or not quantity or not weight:
            raise ApiFault(40002038, f"Item {position + 1} needs a name, a value, a quantity and a weight")
        sides = [forms.integer(item, side) or 0 for side in ("length", "width", "height")]
        grams += quantity * weight
        volume += quantity * sides[0] * sides[1] * sides[2]
    return Parcel(grams, volume * 1_000 // VOLUMETRIC_CM3_PER_KG)


def quote_price(service: Service, origin: Spot, destination: Spot, parcel: Parcel, insured: int = 0) -> Price | None:
    """The price in rupiah, or None where the service does not cover the route or the weight."""
    km = distance_km(origin, destination)
    if service.needs_coordinates and not (origin.exact and destination.exact):
        return None
    if km > service.furthest_km or parcel.grams > service.heaviest_kg * 1_000:
        return None
    way = service.base_rupiah + service.rupiah_per_km * km
    # On-demand couriers charge by ride, the others by kilogram.
    fee = way if service.needs_coordinates else way * _kilograms(service, parcel)
    return Price(ceil(fee / ROUNDING_RUPIAH) * ROUNDING_RUPIAH, insurance_premium(service, insured))


def insurance_premium(service: Service, insured: int) -> int:
    """The insurance fee for a declared value in rupiah; 0 without a declared value."""
    if insured <= 0 or service.insurance_per_mille == 0:
        return 0
    return -(-insured * service.insurance_per_mille // 1_000) + INSURANCE_ADMIN_RUPIAH


def _kilograms(service: Service, parcel: Parcel) -> int:
    grams = max(parcel.grams, parcel.volumetric_grams)
    counted = max(1, ceil((grams - TOLERANCE_GRAMS) / 1_000))
    return max(counted, FREIGHT_MINIMUM_KG) if service.shipping_type == "freight" else counted
