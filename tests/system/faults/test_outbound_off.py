"""A copy of an installation acts on nothing: with `outbound` off nothing leaves, and what is due waits."""

from pathlib import Path

import msgspec

from tests.bulk_jobs.batch_requests import create_batch, get_batch, get_counts
from tests.console.people import get_page, session_headers
from tests.harness.database import rows
from tests.harness.parcels import confirm, fund, new_shipment
from tests.harness.service import serving
from tests.harness.simulator import simulating
from tests.harness.workspaces import open_client
from tests.webhooks.inbox import receiving
from tests.webhooks.working import create_event, eventually, register, working

TAKEN = """
    SELECT count(*) AS queued, count(q.claim_token) AS taken FROM webhook_queue q
      JOIN webhook_deliveries d ON d.account_id = q.account_id AND d.id = q.delivery_id WHERE q.account_id = $1
"""


def test_nothing_leaves_a_copy_and_what_is_due_is_done_once_it_is_switched_on(
    database_url: str, tmp_path: Path
) -> None:
    with simulating(tmp_path) as courier, receiving() as inbox:
        aggregator = {"aggregator_url": courier.url, "aggregator_key": "simulator"}
        # A draft asks the courier for its price.
        with serving(database_url, **aggregator) as original:
            shop = open_client(original)
            fund(shop)
            shipments = [new_shipment(shop)["id"] for _ in range(2)]
            register(shop, inbox.url(), "svc.product.*")
        with serving(database_url, outbound="off", **aggregator) as service:
            client = msgspec.structs.replace(shop, service=service)
            assert service.send("GET", "/readyz", []).data["outbound"] == "off"
            refused = confirm(client, shipments[0])
            assert refused.error == (502, "INTEGRATION_ERROR")
            assert "FULFILMENT_OUTBOUND is off" in refused.json["error"]["message"]
            page = get_page(
                service, f"/console/{client.account_id}/shipments", session_headers(service, client.account_id)
            )
            assert b"Nothing is sent, and batches wait." in page.raw
            batch = create_batch(client, "book", shipments[1:])
            product = create_event(client)
            with working(database_url, outbound="off", **aggregator) as worker:
                eventually(lambda: "worker_started" in worker.log.read_text())
                eventually(lambda: rows(client, TAKEN)[0]["queued"], lambda queued: queued == 1)
                assert '"outbound_off"' in worker.log.read_text()
                assert rows(client, TAKEN)[0]["taken"] == 0
                assert get_counts(client, batch) == {"waiting": 1}
                assert (inbox.received, courier.all_orders()) == ([], [])
            with working(database_url, **aggregator):
                assert [each.event["data"]["id"] for each in inbox.wait_for(1)] == [product]
                eventually(lambda: get_batch(client, batch)["status"], lambda status: status == "finished")
            assert [each["reference_id"] for each in courier.all_orders()] == shipments[1:]
