"""Requests to the routes of credits, and the state before and after them."""

import asyncpg

from fulfilment.credits import hold as credit
from fulfilment.infra import clock, ids
from tests.credits.ledger import state, within
from tests.harness.service import Client
from tests.harness.workspaces import in_database

BALANCE = "/api/v1/shipping-credits"
TOPUP = "/api/v1/shipping-credits/topup"
BUY = "/api/v1/shipping-credits/checkout"
ADJUST = "/api/v1/shipping-credits/adjust"
LIST = "/api/v1/shipping-credits/transactions"


def balance_of(client: Client) -> int:
    """The balance as shown, once the database was seen to obey its laws."""
    data = client("GET", BALANCE).data
    stored, held = in_database(client.service.database_url, lambda db: state(db, client.account_id))
    assert (data["balance"], data["held"], data["available"]) == (stored, held, stored - held)
    return stored


def charged_shipment(client: Client, amount: int) -> str:
    """A shipment of the client's, charged where `amount` is not 0."""
    shipment_id = ids.new("ship")

    async def work(db: asyncpg.Connection) -> None:
        await db.execute(
            """
            INSERT INTO shipments (account_id, id, status, courier_code, courier_service_code, courier_type, price,
                                   insurance, insured, aggregator_order_id, origin_snapshot, destination_snapshot,
                                   items, created_at, updated_at)
            VALUES ($1, $2, 'confirmed', 'jne', 'reg', 'standard', $3, 0, false, 'order', '{}', '{}', '[]', $4, $4)
            """,
            client.account_id,
            shipment_id,
            amount,
            clock.now(),
        )
        if amount:
            await within(db, client.account_id, lambda tx: credit.charge(tx, shipment_id, amount))

    in_database(client.service.database_url, work)
    return shipment_id
