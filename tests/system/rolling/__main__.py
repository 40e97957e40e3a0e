"""`make rolling`: nodes of the last release are replaced by those of the next, and back, and no request fails of it.

    make rolling ARGS='--ref v0.2.0 --pause 5'

Two API nodes and two workers stand behind a proxy that repeats nothing. The next release is the working tree, with
migrations of the drill's own. These are a column for every table, an index, a filling in batches, and a contraction.
"""

import argparse
import re
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import psycopg

from fulfilment.infra.database.embedded import server as embedded_server
from fulfilment.infra.database.migrations import versions
from tests.harness import goods
from tests.harness.database import rows
from tests.harness.folder import passable_folder
from tests.harness.growth import _TABLES
from tests.harness.service import Client, Service
from tests.harness.simulator import simulating
from tests.harness.workspaces import open_client
from tests.system.faults import laws
from tests.system.faults.load import Load, under_load
from tests.system.rolling import builds
from tests.system.rolling.activating import Activations, activating
from tests.system.rolling.nodes import House, replace_all
from tests.system.rolling.proxy import Proxy, proxying
from tests.webhooks.inbox import Inbox, receiving
from tests.webhooks.working import eventually, register

PLACES = ("api", "worker", "api", "worker")
_BEGAN = time.monotonic()


def main() -> int:
    options = _options()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="rolling-")))
        name, old = builds.former(options.ref, folder / "old")
        new = builds.next_one(old, folder / "new")
        _say(f"from {old.release} ({name}) to {new.release}")
        server = stack.enter_context(
            embedded_server.start(stack.enter_context(passable_folder()) / "data", durable=True)
        )
        courier = stack.enter_context(simulating(folder))
        proxy = stack.enter_context(proxying())
        (folder / "logs").mkdir()
        aggregator = {"aggregator_url": courier.url, "aggregator_key": "simulator"}
        house = House(folder / "logs", server.url, proxy, shutdown_drain_seconds="1", **aggregator)
        stack.callback(house.stop)
        _command(house, old, "migrate")
        with psycopg.connect(server.url) as connection:
            builds.grow(new, [table for (table,) in connection.execute(_TABLES)], old.release)
        nodes = [house.start(old, kind) for kind in PLACES]
        house_of = Service(proxy.port, server.url, None, folder / "none")
        client, seller = open_client(house_of), open_client(house_of)
        assert client("POST", "/api/v1/shipping-credits/topup", {"amount": 1_000_000_000}).status == 201
        level = (goods.default_variant(goods.new_product(client)), goods.new_warehouse(client)["id"])
        goods.stock(client, *level, 1_000_000)
        told = [_told(each, stack.enter_context(receiving())) for each in (client, seller)]
        with activating(seller) as activations, under_load(client, level, clients=3, pause_seconds=0.03) as load:
            time.sleep(options.pause)
            _roll(house, nodes, old, new, options.pause)
        _require_nothing_lost(client, proxy, load, activations)
        eventually(lambda: _is_delivered(client) and _is_delivered(seller))
        laws.require_one_order_and_charge_each(client, courier)
        arrived, repeats = map(sum, zip(*(_arrived(*each) for each in told), strict=True))
        assert house.faults() == [], house.faults()[:5]
        kinds = dict(Counter(request.kind for request in load.sent))
        _say(f"{len(load.sent)} requests and {len(activations.activated)} activations, none failed: {kinds}")
        _say(f"{arrived} events arrived, none lost; {repeats} came twice")
    return 0


def _roll(house: House, nodes: list, old: builds.Build, new: builds.Build, pause_seconds: float) -> None:
    """Up, back and up again; then the contraction, after which the old release is let in no more."""
    expanded = _command(house, new, "migrate", "--expand")
    _say(f"expanded: {expanded.count('applied ')} migrations")
    refused = house.command(new, "migrate", "--contract")
    assert refused.returncode == 1 and "still at work (api " in refused.stderr, refused
    for build, said in ((new, "up"), (old, "back"), (new, "up again")):
        nodes = replace_all(house, nodes, build)
        time.sleep(pause_seconds)
        _say(f"{said}: all nodes are {build.release}")
    contracted = _command(house, new, "migrate", "--contract")
    _say(f"contracted: {contracted.count('applied ')} migrations")
    late = house.command(old, "worker")
    # A contraction of the tree's own names the release, and not the build of it that is under way.
    needed = re.search(r"it needs (\S+) or newer", late.stderr)
    assert late.returncode == 1 and needed, late
    assert versions.sort_key(needed[1]) == versions.sort_key(new.release), late
    time.sleep(pause_seconds)


def _require_nothing_lost(client: Client, proxy: Proxy, load: Load, activations: Activations) -> None:
    assert proxy.failures == [], proxy.failures[:5]
    unclear = [each for each in load.sent if each.is_unclear]
    assert load.surprises() == [] and unclear == [], (load.surprises() + unclear)[:5]
    assert activations.failed == [] and activations.activated
    activations.require_one_slot_each()
    laws.require_acknowledged(client, load)
    laws.require_every_law(client)


def _is_delivered(client: Client) -> bool:
    tables = ("outbox", "webhook_queue", "courier_operations")
    return not any(rows(client, f"SELECT 1 FROM {table} WHERE account_id = $1 LIMIT 1") for table in tables)


def _told(client: Client, inbox: Inbox) -> tuple[Client, Inbox, str]:
    """An endpoint of the workspace from now on, and its newest event before that."""
    (newest,) = rows(client, "SELECT coalesce(max(id), '') AS id FROM events WHERE account_id = $1")
    register(client, inbox.url())
    return client, inbox, newest["id"]


def _arrived(client: Client, inbox: Inbox, since: str) -> tuple[int, int]:
    """How many events came, and how many deliveries more than these; every event came, and nothing else did."""
    stored = {row["id"] for row in rows(client, "SELECT id FROM events WHERE account_id = $1 AND id > $2", since)}
    arrived = Counter(each.event["id"] for each in inbox.received)
    assert arrived.keys() == stored, (len(stored - arrived.keys()), len(arrived.keys() - stored))
    return len(arrived), sum(count - 1 for count in arrived.values())


def _command(house: House, build: builds.Build, *arguments: str) -> str:
    done = house.command(build, *arguments)
    assert done.returncode == 0, done
    return done.stdout


def _say(text: str) -> None:
    print(f"{time.monotonic() - _BEGAN:6.1f} s  {text}", flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make rolling", description=__doc__)
    parser.add_argument("--ref", help="the release to come from: a tag or a commit")
    parser.add_argument("--pause", type=float, default=5.0, help="seconds of load between the steps")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
