"""Quotes, books and prints a parcel: the part of a shop that ships.

FULFILMENT_URL=… FULFILMENT_KEY_ID=… FULFILMENT_SECRET=… python send_a_parcel.py
"""

from pathlib import Path

from fulfilment_client import Fulfilment, errors, types

ITEMS: list[types.ShipmentItem] = [{"name": "Kopi Gayo 250 g", "value": 85_000, "weight": 250, "quantity": 2}]
SITI: types.Destination = {
    "contactName": "Siti",
    "contactPhone": "0811000002",
    "address": "Jl. Dago 2",
    "postalCode": "40132",
}


def main() -> None:
    with Fulfilment.from_env() as client:
        client.shipping.update_origin(
            address="Jl. Senopati 1",
            contact_name="Toko Kopi",
            contact_phone="0811000001",
            postal="12110",
            area_id="IDNP6IDNC148IDND836IDZ12110",
            lat=-6.2436,
            lng=106.8003,
        )
        cheapest = client.shipping.quote_rates(destination=SITI, items=ITEMS)["rates"][0]
        draft = client.shipments.create(
            courier_code=cheapest["courierCode"],
            courier_service_code=cheapest["courierServiceCode"],
            courier_type=cheapest["courierType"],
            price=cheapest["price"],
            origin={},
            destination=SITI,
            items=ITEMS,
        )
        booked = book(client, draft["id"])
        with client.shipments.download_label(booked["id"], size="thermal-100x150") as label:
            label.save(Path("label.pdf"))
        print(f"{booked['waybillId']} will be delivered to {SITI['contactName']}")


def book(client: Fulfilment, shipment_id: str) -> types.Shipment:
    """Book the courier; where the prepaid credit does not cover it, top it up first."""
    try:
        return client.shipments.confirm_pickup(shipment_id)
    except errors.InsufficientShippingCredit:
        client.shipping_credits.top_up(amount=500_000, memo="for parcels")
        return client.shipments.confirm_pickup(shipment_id)


if __name__ == "__main__":
    main()
