"""Batches that finished long ago are deleted; their effects stay."""

from fulfilment.bulk_jobs import runner
from fulfilment.settings import Settings
from tests.bulk_jobs.batch_requests import PATH, create_batch, create_drafts, get_batch, list_rows
from tests.harness.database import rows
from tests.harness.parcels import shipment
from tests.harness.service import Client
from tests.shipments.worker_context import run_in_worker

AGE = "UPDATE batches SET finished_at = now() - $3::integer * interval '1 day' WHERE account_id = $1 AND id = $2"


def test_what_finished_30_days_ago_is_forgotten_and_nothing_else(merchant: Client, settings: Settings) -> None:
    ids = create_drafts(merchant, 2)
    old, newer, unfinished = (create_batch(merchant, "book", ids) for _ in range(3))
    for batch, days in ((old, 31), (newer, 29)):
        assert merchant("POST", f"{PATH}/{batch['id']}/stop").status == 200
        rows(merchant, AGE, batch["id"], days)
    run_in_worker(settings, lambda inside: runner.delete_expired(inside.db))
    assert merchant("GET", f"{PATH}/{old['id']}").error == (404, "NOT_FOUND")
    assert not rows(merchant, "SELECT 1 FROM batch_rows WHERE account_id = $1 AND batch_id = $2", old["id"])
    assert [len(list_rows(merchant, batch)) for batch in (newer, unfinished)] == [2, 2]
    assert get_batch(merchant, unfinished)["status"] == "running"
    assert shipment(merchant, ids[0])["status"] == "pending"
