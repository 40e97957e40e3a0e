"""`python -m tests.system.drills.restore`: lose the machine, restore it, check the books by a journal.

The log is archived to a folder beside a base backup. An operator makes a mistake. The restore must bring back every
write acknowledged before the mistake, and none after it. It must also find the bookings that the couriers have from the
time between.
"""

import argparse
import shutil
import sys
import time
import traceback
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import psycopg

from fulfilment.infra.database.migrations import migrate
from tests.harness import goods
from tests.harness.database import rows
from tests.harness.folder import passable_folder
from tests.harness.service import Client
from tests.harness.simulator import Courier, simulating
from tests.harness.workspaces import open_client
from tests.system.drills.machine import DATABASE, Machine
from tests.system.faults import laws
from tests.system.faults.arrivals import is_delivered
from tests.system.faults.house import serving
from tests.system.faults.load import Load, Sent, parcel, under_load
from tests.webhooks.inbox import Inbox, receiving
from tests.webhooks.working import RegisteredEndpoint, eventually, register, working

LOAD_SECONDS = 2.0
PAUSE_SECONDS = 0.03
CREDIT = 1_000_000_000
POINT = "before_the_mistake"
# As after years: a new cluster is far behind with its numbers of transactions.
_USE_UP_NUMBERS = "DO $$ BEGIN FOR i IN 1..20000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$"
_REGISTERED_AT = """
    SELECT pg_snapshot_xmax(committed_before)::text::bigint AS number FROM webhook_endpoints WHERE account_id = $1
"""


class Kept(msgspec.Struct):
    """The base backup and the archive of the log, which outlive the machine."""

    backup: Path
    archive: Path


class Journal(msgspec.Struct):
    """Records of the clients, the courier and the receiver from before the point, and from after it."""

    before: Load
    after: Load
    newest_event: str
    hook: RegisteredEndpoint
    heard_before: set[str] = set()


def run(seconds: float) -> None:
    """The whole drill. Raises AssertionError where the books are not as the journal says."""
    with ExitStack() as stack:
        folder = stack.enter_context(passable_folder())
        courier = stack.enter_context(simulating(folder))
        inbox = stack.enter_context(receiving())
        aggregator = {"aggregator_url": courier.url, "aggregator_key": "simulator"}
        kept = Kept(folder / "backup", folder / "archive")
        lost = Machine(folder, "lost", **_archiving(kept))
        stack.callback(lost.end)
        client, journal = _work_until_lost(lost, kept, folder, aggregator, inbox, seconds)
        print("the machine is lost, with its data folder", flush=True)
        restored = _restored(folder, kept)
        stack.callback(restored.end)
        client = _at(client, restored.url)
        _require_the_time_before(client, journal)
        _show_orphans(client, courier)
        _go_on(client, journal, restored.url, folder, aggregator, inbox)
        _dump_into_a_new_cluster(folder, restored, client, aggregator, inbox, journal)


def _archiving(kept: Kept) -> dict[str, str]:
    # An archived file is complete once it has its name: a copy that breaks off leaves another name.
    command = (
        f"test ! -f {kept.archive}/%f && cp %p {kept.archive}/%f.part && mv {kept.archive}/%f.part {kept.archive}/%f"
    )
    return {"archive_mode": "on", "archive_command": command}


def _work_until_lost(
    machine: Machine, kept: Kept, folder: Path, aggregator: dict[str, str], inbox: Inbox, seconds: float
) -> tuple[Client, Journal]:
    """Serve, back up, go on, mark the point, go on, make a mistake, and lose the machine."""
    machine.own(kept.archive)
    machine.initialise()
    machine.start()
    with psycopg.connect(machine.url_of("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {DATABASE}")
        connection.execute(_USE_UP_NUMBERS)
    migrate.migrate(machine.url)
    with serving(machine.url, folder, api_processes=1, **aggregator) as api, working(machine.url, **aggregator):
        client = open_client(api.service)
        level = (goods.default_variant(goods.new_product(client)), goods.new_warehouse(client)["id"])
        goods.stock(client, *level, 100_000)
        assert client("POST", "/api/v1/shipping-credits/topup", {"amount": CREDIT}).status == 201
        (newest,) = rows(client, "SELECT max(id) AS id FROM events WHERE account_id = $1")
        hook = register(client, inbox.url())
        with under_load(client, level, clients=4, pause_seconds=PAUSE_SECONDS) as before:
            time.sleep(seconds / 2)
            machine.back_up(kept.backup)
            time.sleep(seconds)
        pending = [_draft(client, level[0]) for _ in range(3)]
        eventually(lambda: is_delivered(client))
        heard = {each.event["id"] for each in inbox.received}
        machine.value(f"SELECT pg_create_restore_point('{POINT}')::text")
        with under_load(client, level, clients=4, pause_seconds=PAUSE_SECONDS) as after:
            for id in pending:
                assert client("POST", f"/api/v1/shipments/{id}/confirm-pickup").status == 200
            time.sleep(seconds)
        # The mistake: an operator's statement without its WHERE.
        with psycopg.connect(machine.url, autocommit=True) as connection:
            connection.execute("UPDATE stock_levels SET quantity = 0")
        last = machine.value("SELECT pg_walfile_name(pg_switch_wal())")
        archived = "SELECT coalesce(last_archived_wal, '') FROM pg_stat_archiver"
        eventually(lambda: machine.value(archived) >= last)
    machine.lose()
    shutil.rmtree(machine.data)
    return client, Journal(before, after, newest["id"], hook, heard)


def _draft(client: Client, variant_id: str) -> str:
    """A shipment that is not booked yet."""
    answer = client("POST", "/api/v1/shipments", parcel(variant_id))
    assert answer.status == 201, answer.raw
    return answer.data["shipment"]["id"]


def _restored(folder: Path, kept: Kept) -> Machine:
    """A new machine with the base backup, which replays the archive up to the point and then takes writes."""
    machine = Machine(folder, "restored")
    machine.take_backup(kept.backup)
    machine.write(
        "postgresql.auto.conf",
        f"restore_command = 'cp {kept.archive}/%f %p'\n"
        f"recovery_target_name = '{POINT}'\n"
        "recovery_target_action = 'promote'\n",
    )
    machine.write("recovery.signal", "")
    machine.start()
    eventually(lambda: machine.value("SELECT NOT pg_is_in_recovery()"))
    return machine


def _at(client: Client, url: str) -> Client:
    service = msgspec.structs.replace(client.service, database_url=url)
    return msgspec.structs.replace(client, service=service)


def _require_the_time_before(client: Client, journal: Journal) -> None:
    """Every law holds; what was acknowledged before the point is there, once, and nothing that came after it."""
    assert journal.before.surprises() == []
    assert journal.after.surprises() == []
    # No other client may have written: a row that was not requested before the point fails here.
    laws.require_acknowledged(client, journal.before)
    laws.require_every_law(client)
    memories = {row["key"] for row in rows(client, "SELECT key FROM idempotency_keys WHERE account_id = $1")}
    kept = {request.key for request in journal.before.sent if request.key and request.is_acknowledged}
    later = {request.key for request in journal.after.sent if request.key}
    assert kept <= memories
    assert not memories & later
    counted = sum(request.is_acknowledged for request in journal.before.sent)
    gone = sum(request.is_acknowledged for request in journal.after.sent)
    print(f"{counted:,} writes from before the point are there, none of the {gone:,} from after it", flush=True)


def _show_orphans(client: Client, courier: Courier) -> None:
    """Orders that the courier has and the restored books do not: to be cancelled there, or sent on paper."""
    booked = laws._booked(client)
    known = {row["id"] for row in rows(client, "SELECT id FROM shipments WHERE account_id = $1")}
    orders = [order for order in courier.all_orders() if order["reference_id"] not in booked]
    forgotten = [order for order in orders if order["reference_id"] not in known]
    pending = len(orders) - len(forgotten)
    print(f"{len(orders)} orders at the courier are from after the point:", flush=True)
    print(f"  {pending} of shipments that are pending again, {len(forgotten)} of shipments that are not there any more")
    assert pending, "nothing that was there was booked after the point, so nothing was shown"
    assert forgotten, "nothing new was booked after the point, so nothing was shown"


def _go_on(client: Client, journal: Journal, url: str, folder: Path, aggregator: dict[str, str], inbox: Inbox) -> None:
    """The service serves the restored database: a repeated key is remembered, a later one is done, webhooks go out."""
    begun = len(inbox.received)
    with serving(url, folder, api_processes=1, **aggregator) as api, working(url, **aggregator):
        client = msgspec.structs.replace(client, service=api.service)
        _require_replayed(client, next(each for each in journal.before.sent if _is_simple(each)))
        again = next(each for each in journal.after.sent if _is_simple(each))
        assert "idempotency-replayed" not in client("POST", again.target, again.body, again.key).headers
        _require_replayed(client, again)
        # A shipment that a courier has already an order for is confirmed again without a second one.
        _confirm_forgotten(client, aggregator["aggregator_url"])
        eventually(lambda: is_delivered(client))
        laws.require_every_law(client)
    twice = {each.event["id"] for each in inbox.received[begun:]} & journal.heard_before
    print(f"{len(twice)} events from before the point were sent a second time", flush=True)
    assert not twice, "all of these were settled before the point"
    assert {each.event["id"] for each in inbox.received[begun:]} >= _events_since(client, journal, inbox, begun)


def _events_since(client: Client, journal: Journal, inbox: Inbox, begun: int) -> set[str]:
    """Events in the restored database that the receiver had not received before the point."""
    stored = rows(client, "SELECT id FROM events WHERE account_id = $1 AND id > $2", journal.newest_event)
    return {row["id"] for row in stored} - journal.heard_before


def _is_simple(request: Sent) -> bool:
    return request.kind == "product" and request.key is not None and request.is_acknowledged


def _require_replayed(client: Client, request: Sent) -> None:
    answer = client("POST", request.target, request.body, request.key)
    assert answer.headers["idempotency-replayed"] == "true"


def _confirm_forgotten(client: Client, courier_url: str) -> None:
    courier = Courier(courier_url)
    booked = laws._booked(client)
    known = {
        row["id"] for row in rows(client, "SELECT id FROM shipments WHERE account_id = $1 AND status <> 'cancelled'")
    }
    for order in courier.all_orders():
        id = order["reference_id"]
        if id in known - booked:
            assert client("POST", f"/api/v1/shipments/{id}/confirm-pickup").status == 200
            assert len(courier.orders(id)) == 1
            known.discard(id)


def _dump_into_a_new_cluster(
    folder: Path, old: Machine, client: Client, aggregator: dict[str, str], inbox: Inbox, journal: Journal
) -> None:
    """`pg_dump` into another cluster, whose transactions have small numbers: endpoints are told all that happens."""
    new = Machine(folder, "new")
    try:
        new.initialise()
        new.start()
        with psycopg.connect(new.url_of("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {DATABASE}")
        dump = new.data.parent / "dump"
        new.own(dump)
        new.run("pg_dump", "-Fc", "-d", old.url, "-f", f"{dump / 'data'}")
        new.run("pg_restore", "--exit-on-error", "-d", new.url, f"{dump / 'data'}")
        old.stop()
        migrate.migrate(new.url)
        begun = len(inbox.received)
        with serving(new.url, folder, api_processes=1, **aggregator) as api, working(new.url, **aggregator):
            client = msgspec.structs.replace(client, service=api.service)
            made = {_happened(client) for _ in range(20)}
            eventually(lambda: is_delivered(client))
            laws.require_every_law(client)
            known = rows(client, _REGISTERED_AT)[0]["number"]
            now = rows(client, "SELECT pg_current_xact_id()::text::bigint AS number WHERE $1 <> ''")[0]["number"]
            assert now < known, "the new cluster has caught up with the old one, so nothing was shown"
        heard = [_subject(each.event) for each in inbox.received[begun:]]
        assert made == set(heard), (made, heard)
        print(
            f"transactions are at {now:,}, the endpoint was registered at {known:,}: all {len(made)} new events arrived"
        )
    finally:
        new.end()


def _happened(client: Client) -> str:
    return client("POST", "/api/v1/products", {"name": "After"}).data["product"]["id"]


def _subject(event: dict[str, Any]) -> str:
    return event["data"]["productId"]


def main() -> int:
    """Lose the machine and restore it to a point in time. 1 where the books are not as the journal says, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.system.drills.restore", description=main.__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="of load before and after the point (default 5)")
    given = parser.parse_args()
    try:
        run(given.seconds)
    except AssertionError as problem:
        traceback.print_exception(problem)
        print(f"MISSED  {problem}")
        return 1
    print("met     the books are those of the point in time")
    return 0


if __name__ == "__main__":
    sys.exit(main())
