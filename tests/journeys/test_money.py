"""A merchant buys credit, sends parcels until it is used up, buys more, and goes on."""

import time
from pathlib import Path

from tests.credits import ledger
from tests.harness.fixtures import faults
from tests.harness.parcels import draft
from tests.harness.payment_simulator import simulating as paying
from tests.harness.service import Client, serving
from tests.harness.simulator import simulating as delivering
from tests.harness.workspaces import in_database, open_client

BOUGHT = 50_000
PATIENCE_SECONDS = 30
# Less than the courier asks, which is what is charged.
PRICE = 12_000


def buy(merchant: Client) -> str:
    """The id of a page."""
    answer = merchant(
        "POST", "/api/v1/shipping-credits/checkout", {"amount": BOUGHT, "email": "siti@example.com", "name": "Siti"}
    )
    assert answer.status == 200, answer.raw
    return answer.data["checkoutSessionId"]


def credit(merchant: Client) -> dict:
    return merchant("GET", "/api/v1/shipping-credits").data


def await_balance(merchant: Client, balance: int) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while credit(merchant)["balance"] != balance:
        assert time.monotonic() < deadline, credit(merchant)
        time.sleep(0.1)


def send(merchant: Client) -> tuple[str, int]:
    """A parcel that is booked, or refused: its id and the status of the answer."""
    made = merchant("POST", "/api/v1/shipments", draft(price=PRICE))
    assert made.status == 201, made.raw
    shipment_id = made.data["shipment"]["id"]
    return shipment_id, merchant("POST", f"/api/v1/shipments/{shipment_id}/confirm-pickup").status


def test_credit_is_bought_used_up_to_the_last_parcel_and_bought_again(module_database_url: str, tmp_path: Path) -> None:
    with paying(tmp_path) as payments, delivering(tmp_path) as courier:
        given = {
            "payment_simulator_port": payments.url.rpartition(":")[2],
            "aggregator_url": courier.url,
            "aggregator_key": "simulator",
        }
        with serving(module_database_url, 2, **given) as service:
            payments.report_to(f"http://127.0.0.1:{service.port}/api/v1/inbound/payments")
            merchant = open_client(service)
            assert send(merchant)[1] == 402
            payments.pay(buy(merchant))
            await_balance(merchant, BOUGHT)

            sent = []
            while (parcel := send(merchant))[1] == 200:
                sent.append(parcel[0])
            shipment_id, status = parcel
            assert status == 402 and sent
            refused = merchant("POST", f"/api/v1/shipments/{shipment_id}/confirm-pickup")
            assert refused.error == (402, "INSUFFICIENT_SHIPPING_CREDIT")
            left = credit(merchant)
            assert (left["held"], left["owed"]) == (0, 0) and str(left["available"]) in refused.json["error"]["message"]
            assert left["balance"] < BOUGHT and all(len(courier.orders(each)) == 1 for each in sent)

            payments.pay(buy(merchant))
            await_balance(merchant, left["balance"] + BOUGHT)
            assert merchant("POST", f"/api/v1/shipments/{shipment_id}/confirm-pickup").status == 200
            kinds = [
                each["kind"] for each in merchant("GET", "/api/v1/shipping-credits/transactions").data["transactions"]
            ]
            assert kinds == ["shipment_charge", "topup", *["shipment_charge"] * len(sent), "topup"]
            in_database(module_database_url, lambda db: ledger.state(db, merchant.account_id))
            assert faults(service) == []
