"""Batches in the worker: each shipment is processed as by itself, once, and has an outcome."""

import time
from collections.abc import Callable
from datetime import timedelta

from structlog.testing import capture_logs

from fulfilment.bulk_jobs.runner_queries import BATCH_ROWS
from fulfilment.infra.database.deferred_releases import ClaimWindow
from fulfilment.settings import Settings
from tests.bulk_jobs.batch_requests import PATH, create_batch, create_drafts, get_batch, get_counts, list_rows, make_due
from tests.harness.database import events, execute, rows
from tests.harness.goods import fresh_key
from tests.harness.line import BOOK, Line
from tests.harness.parcels import PRICE, booked, cancel, confirm, credit, fund, ledger, new_shipment, shipment
from tests.harness.service import Client
from tests.shipments.worker_context import WorkerContext, run_in_worker

Work = Callable[[], None]
CHARGE = ("shipment_charge", -PRICE)


def test_every_shipment_is_booked_once_and_charged_once(merchant: Client, work: Work) -> None:
    fund(merchant)
    ids = create_drafts(merchant, 6)
    batch = create_batch(merchant, "book", ids)
    assert (batch["status"], batch["total"], batch["counts"]["waiting"]) == ("running", 6, 6)
    work()
    assert get_counts(merchant, batch) == {"done": 6}
    ended = list_rows(merchant, batch)
    assert [(row["shipmentId"], row["status"], row["httpStatus"], row["error"]) for row in ended] == [
        (id, "done", 200, None) for id in ids
    ]
    assert {shipment(merchant, id)["status"] for id in ids} == {"confirmed"}
    assert ledger(merchant).count(CHARGE) == 6
    found = get_batch(merchant, batch)
    assert found["status"] == "finished" and found["finishedAt"] is not None
    (told,) = events(merchant, "batch.", batch["id"])
    assert (told.type, told.data["batchId"], told.data["counts"]["done"]) == ("svc.batch.finished.v1", batch["id"], 6)


def test_what_the_courier_refuses_fails_in_its_words_and_is_booked_when_tried_again(
    merchant: Client, line: Line, work: Work
) -> None:
    fund(merchant)
    ids = create_drafts(merchant, 2)
    with line.trouble("refuse"):
        batch = create_batch(merchant, "book", ids)
        work()
    first, second = list_rows(merchant, batch)
    assert (first["status"], second["status"], first["httpStatus"]) == ("failed", "failed", 502)
    assert first["error"]["code"] == "INTEGRATION_ERROR"
    assert "The courier partner refused the order" in first["error"]["message"]
    assert credit(merchant)[1] == 0
    answer = merchant("POST", f"{PATH}/{batch['id']}/retry", key=fresh_key())
    assert (answer.status, answer.data["batch"]["status"]) == (200, "running")
    work()
    assert [(row["status"], row["attempt"], row["error"]) for row in list_rows(merchant, batch)] == [
        ("done", 2, None)
    ] * 2
    assert ledger(merchant).count(CHARGE) == 2
    assert merchant("POST", f"{PATH}/{batch['id']}/retry").error == (409, "INVALID_STATE")
    assert len(events(merchant, "batch.", batch["id"])) == 2


def test_credit_that_runs_out_fails_the_rest_with_what_is_needed(merchant: Client, work: Work) -> None:
    fund(merchant, 2 * PRICE)
    batch = create_batch(merchant, "book", create_drafts(merchant, 4))
    work()
    assert get_counts(merchant, batch) == {"done": 2, "failed": 2}
    failed = [row for row in list_rows(merchant, batch) if row["status"] == "failed"]
    assert {(row["httpStatus"], row["error"]["code"]) for row in failed} == {(402, "INSUFFICIENT_SHIPPING_CREDIT")}
    assert all(f"{PRICE} is needed, 0 is available" in row["error"]["message"] for row in failed)
    assert credit(merchant) == (0, 0)


def test_what_needs_nothing_is_skipped_with_the_reason(merchant: Client, work: Work) -> None:
    sent, gone = booked(merchant)["id"], new_shipment(merchant)["id"]
    assert cancel(merchant, gone).status == 200
    twice = new_shipment(merchant)["id"]
    book = create_batch(merchant, "book", [sent, gone, twice])
    work()
    print_ = create_batch(merchant, "print", [gone, new_shipment(merchant)["id"], sent])
    undo = create_batch(merchant, "cancel", [gone, sent], reason="Sold out")
    work()
    said = [
        [(row["status"], (row["error"] or {}).get("code")) for row in list_rows(merchant, b)]
        for b in (book, print_, undo)
    ]
    assert said == [
        [("skipped", "ALREADY_CONFIRMED"), ("skipped", "INVALID_STATE"), ("done", None)],
        [("skipped", "INVALID_STATE"), ("skipped", "NOT_READY"), ("done", None)],
        [("skipped", "INVALID_STATE"), ("done", None)],
    ]
    assert shipment(merchant, sent)["events"][-1]["note"] == "Sold out"
    assert "A cancelled shipment cannot be cancelled." in list_rows(merchant, undo)[0]["error"]["message"]


def test_one_named_twice_is_booked_once(merchant: Client, work: Work) -> None:
    fund(merchant)
    id = new_shipment(merchant)["id"]
    batch = create_batch(merchant, "book", [id, id])
    for _ in range(3):
        work()
        make_due(merchant)
    assert sorted(row["status"] for row in list_rows(merchant, batch)) == ["done", "skipped"]
    assert ledger(merchant).count(CHARGE) == 1


def test_a_lost_answer_is_not_known_yet_and_then_known(merchant: Client, line: Line, work: Work, recover: Work) -> None:
    fund(merchant)
    batch = create_batch(merchant, "book", create_drafts(merchant, 1))
    with line.trouble("lose"):
        work()
    (row,) = list_rows(merchant, batch)
    assert (row["status"], row["httpStatus"], row["finishedAt"]) == ("running", 409, None)
    assert "does nothing twice" in row["error"]["message"]
    recover()
    with line.trouble("refuse") as seen:
        make_due(merchant)
        work()
    assert [(row["status"], row["httpStatus"], row["error"]) for row in list_rows(merchant, batch)] == [
        ("done", 200, None)
    ]
    assert BOOK not in seen
    assert ledger(merchant).count(CHARGE) == 1


def test_stopping_leaves_what_was_not_begun_alone(merchant: Client, work: Work) -> None:
    fund(merchant)
    ids = create_drafts(merchant, 3)
    batch = create_batch(merchant, "book", ids)
    rows(merchant, "UPDATE batch_rows SET due_at = now() + interval '1 h' WHERE account_id = $1 AND position > 0")
    work()
    answer = merchant("POST", f"{PATH}/{batch['id']}/stop", key=fresh_key())
    assert (answer.status, answer.data["batch"]["status"]) == (200, "finished")
    make_due(merchant)
    work()
    assert [row["status"] for row in list_rows(merchant, batch)] == ["done", "stopped", "stopped"]
    assert [shipment(merchant, id)["status"] for id in ids] == ["confirmed", "pending", "pending"]
    again = merchant("POST", f"{PATH}/{batch['id']}/stop")
    assert (again.status, again.data["batch"]) == (200, answer.data["batch"])
    assert len(events(merchant, "batch.", batch["id"])) == 1


def test_a_workspace_with_very_many_rows_does_not_hold_up_another_s_batch_of_one(
    merchant: Client, stranger: Client, work: Work
) -> None:
    """With no credit the many fail at once; in whatever order, the one has its turn among the first."""
    fund(stranger)
    many = create_batch(merchant, "book", create_drafts(merchant, 100) * 5)
    one = create_batch(stranger, "book", create_drafts(stranger, 1))
    # The stop is what ends the long one: it is ordered by the first row that the one's end lets pass.
    execute(
        merchant,
        """
        CREATE FUNCTION end_many() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            UPDATE batch_tenants SET due_at = now() + interval '1 h' WHERE account_id <> NEW.account_id; RETURN NEW;
        END $$;
        """,
    )
    execute(
        merchant,
        "CREATE TRIGGER end_many AFTER UPDATE OF finished_at ON batches FOR EACH ROW"
        f" WHEN (NEW.id = '{one['id']}' AND NEW.finished_at IS NOT NULL) EXECUTE FUNCTION end_many()",
    )
    try:
        work()
    finally:
        execute(merchant, "DROP TRIGGER end_many ON batches")
        execute(merchant, "DROP FUNCTION end_many")
    assert get_counts(stranger, one) == {"done": 1}
    assert get_counts(merchant, many)["waiting"] > 400


def test_a_suspended_workspace_s_rows_wait(merchant: Client, work: Work) -> None:
    fund(merchant)
    batch = create_batch(merchant, "book", create_drafts(merchant, 1))
    rows(merchant, "UPDATE accounts SET suspended_at = now() WHERE id = $1")
    try:
        work()
        assert get_counts(merchant, batch) == {"waiting": 1}
    finally:
        rows(merchant, "UPDATE accounts SET suspended_at = NULL WHERE id = $1")
    make_due(merchant)
    work()
    assert get_counts(merchant, batch) == {"done": 1}


def test_one_row_that_cannot_be_done_holds_up_none_and_ends(merchant: Client, work: Work) -> None:
    """As with a defect that one shipment alone provokes."""
    fund(merchant)
    bad, good = create_drafts(merchant, 2)
    batch = create_batch(merchant, "cancel", [bad, good])
    execute(
        merchant,
        "CREATE FUNCTION refuse_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$",
    )
    execute(
        merchant,
        "CREATE TRIGGER refuse_it BEFORE UPDATE OF status ON shipments FOR EACH ROW"
        f" WHEN (NEW.id = '{bad}') EXECUTE FUNCTION refuse_it()",
    )
    try:
        with capture_logs() as logs:
            work()
        assert [entry["row"] for entry in logs if entry["event"] == "job_failed"] == [0]
        assert get_counts(merchant, batch) == {"running": 1, "done": 1}
        for _ in range(4):
            make_due(merchant)
            work()
    finally:
        execute(merchant, "DROP TRIGGER refuse_it ON shipments")
        execute(merchant, "DROP FUNCTION refuse_it")
    first = list_rows(merchant, batch)[0]
    assert (first["status"], first["httpStatus"], first["error"]["code"]) == ("failed", 500, "INTERNAL")
    assert confirm(merchant, bad).status == 200


def test_what_was_taken_by_a_commit_whose_answer_was_lost_is_given_back_and_nothing_else(
    merchant: Client, settings: Settings, work: Work
) -> None:
    batch = create_batch(merchant, "book", create_drafts(merchant, 1))
    owner_id, lease = 4_711, timedelta(minutes=5)
    find_owner = "SELECT holder FROM batch_rows WHERE account_id = $1"

    async def claim_and_release(inside: WorkerContext) -> list[int | None]:
        found = []
        async with inside.db.connection() as connection:
            began = time.monotonic()
            async with connection.transaction():
                assert len(await BATCH_ROWS.claim(connection, [merchant.account_id], [4], lease, owner_id)) == 1
            ended = time.monotonic()
            for releasing_owner, claim_window in (
                (owner_id, ClaimWindow(began - 60, began - 30, lease)),
                (owner_id + 1, ClaimWindow(began, ended, lease)),
                (owner_id, ClaimWindow(began, ended, lease)),
            ):
                await BATCH_ROWS.release_window(connection, releasing_owner, claim_window)
                found.append(await connection.fetchval(find_owner, merchant.account_id))
        return found

    assert run_in_worker(settings, claim_and_release) == [owner_id, owner_id, None]
    fund(merchant)
    work()
    assert get_batch(merchant, batch)["status"] == "finished"
