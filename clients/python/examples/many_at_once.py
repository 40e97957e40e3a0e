"""Drafts several parcels at once with the asynchronous client, a few of them at a time."""

import asyncio

from fulfilment_client import AsyncFulfilment, errors, types

AT_ONCE = 4
ITEMS: list[types.ShipmentItem] = [{"name": "Kaos", "value": 85_000, "weight": 250, "quantity": 1}]
CUSTOMERS = ("Siti", "Budi", "Dewi")


async def draft(client: AsyncFulfilment, room: asyncio.Semaphore, customer: str) -> types.Shipment | None:
    """The parcel; None where it is refused, which is told."""
    destination: types.Destination = {"contactName": customer, "contactPhone": "0811", "address": "Jl. Dago 2"}
    async with room:
        try:
            return await client.shipments.create(
                courier_code="jne",
                courier_service_code="reg",
                courier_type="standard",
                price=20_000,
                origin={},
                destination={**destination, "postalCode": "40132"},
                items=ITEMS,
            )
        except errors.ApiError as refused:
            print(customer, refused.code, refused.field)
            return None


async def main() -> None:
    async with AsyncFulfilment.from_env() as client:
        room = asyncio.Semaphore(AT_ONCE)
        made = await asyncio.gather(*(draft(client, room, customer) for customer in CUSTOMERS))
        print(f"{sum(one is not None for one in made)} of {len(CUSTOMERS)} parcels are drafted")


if __name__ == "__main__":
    asyncio.run(main())
