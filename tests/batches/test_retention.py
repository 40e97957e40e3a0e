"""Batches that finished long ago are forgotten; what they did stays."""

from fulfilment.batches import retention
from fulfilment.settings import Settings
from tests.batches.ordering import PATH, drafts, order, outcomes, shown
from tests.harness.database import rows
from tests.harness.parcels import shipment
from tests.http.service import Client
from tests.shipments.inside import run_inside

AGE = "UPDATE batches SET finished_at = now() - $3::integer * interval '1 day' WHERE account_id = $1 AND id = $2"


def test_what_finished_30_days_ago_is_forgotten_and_nothing_else(merchant: Client, settings: Settings) -> None:
    ids = drafts(merchant, 2)
    old, newer, unfinished = (order(merchant, "book", ids) for _ in range(3))
    for batch, days in ((old, 31), (newer, 29)):
        assert merchant("POST", f"{PATH}/{batch['id']}/stop").status == 200
        rows(merchant, AGE, batch["id"], days)
    run_inside(settings, lambda inside: retention.forget(inside.db))
    assert merchant("GET", f"{PATH}/{old['id']}").refusal == (404, "NOT_FOUND")
    assert not rows(merchant, "SELECT 1 FROM batch_rows WHERE account_id = $1 AND batch_id = $2", old["id"])
    assert [len(outcomes(merchant, batch)) for batch in (newer, unfinished)] == [2, 2]
    assert shown(merchant, unfinished)["status"] == "running"
    assert shipment(merchant, ids[0])["status"] == "pending"
