"""`python -m tests.system.drills.failover`: lose the primary under load, and hold the books against a journal.

One of three servers takes writes, and acknowledges a write once one standby has it as well. Two API nodes and a worker
use an address that names all three. The clients note every answer.
"""

import argparse
import itertools
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
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
from tests.system.drills.machine import DATABASE, Machine, furthest
from tests.system.faults import laws
from tests.system.faults.arrivals import is_delivered, require_all_arrived
from tests.system.faults.house import Api, serving
from tests.system.faults.load import Load, under_load
from tests.webhooks.inbox import receiving
from tests.webhooks.working import eventually, register, working

NAMES = ("one", "two", "three")
QUORUM = {"synchronous_commit": "on", "synchronous_standby_names": f"ANY 1 ({', '.join(NAMES)})"}
LOAD_SECONDS = 2.0
PAUSE_SECONDS = 0.03
PROBE_SECONDS = 0.1
# The decision about a promotion takes a moment; meanwhile requests wait, or are answered 503.
DECISION_SECONDS = 1.0
CREDIT = 1_000_000_000

_numbers = itertools.count(1)


class Round(msgspec.Struct):
    """One loss of the primary: how long after the promotion each API node answered a write."""

    name: str
    ready_seconds: list[float]


class Prober:
    """Writes to one API node at short intervals, each time in a request of its own, and notes what succeeded."""

    def __init__(self, client: Client):
        self._client = client
        self._pool = ThreadPoolExecutor(64)
        self._stopping = threading.Event()
        self._succeeded: list[tuple[float, float]] = []
        self._thread = threading.Thread(target=self._probe, daemon=True)
        self._thread.start()

    def first_after(self, moment: float) -> float:
        """Seconds from a moment until a write that was sent after it was answered."""
        ends = eventually(lambda: [ended for began, ended in list(self._succeeded) if began >= moment])
        return min(ends) - moment

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()
        self._pool.shutdown()

    def _probe(self) -> None:
        while not self._stopping.wait(PROBE_SECONDS):
            self._pool.submit(self._write)

    def _write(self) -> None:
        began = time.monotonic()
        if self._client("POST", "/api/v1/products", {"name": f"probe-{next(_numbers)}"}).status == 201:
            self._succeeded.append((began, time.monotonic()))


class Cluster:
    """Three servers. `primary` takes writes; `standbys` follow it, once they are told."""

    def __init__(self, folder: Path):
        self.machines = [Machine(folder, name, **QUORUM) for name in NAMES]
        self.primary, *self.standbys = self.machines
        self.primary.initialise()
        self.primary.start()
        for standby in self.standbys:
            standby.copy(self.primary)
            standby.follow(self.primary)
            standby.start()
        with psycopg.connect(self.primary.url_of("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {DATABASE}")

    @property
    def url(self) -> str:
        """The address with all hosts, as an operator writes it."""
        places = ",".join(f"127.0.0.1:{machine.port}" for machine in self.machines)
        return f"postgresql://postgres@{places}/{DATABASE}"

    def promote(self) -> tuple[Machine, float]:
        """Promote the standby that has most and have the other one follow it. The old primary, and when it was done."""
        old, self.primary = self.primary, furthest(self.standbys)
        (other,) = [standby for standby in self.standbys if standby is not self.primary]
        at = time.monotonic()
        self.primary.promote()
        other.follow(self.primary)
        self.standbys = [other]
        return old, at

    def take_back(self, old: Machine, *, is_clean: bool = False) -> None:
        """The former primary, which has stopped, becomes a standby."""
        if not is_clean:
            old.rewind(self.primary)
        old.follow(self.primary)
        old.start()
        self.standbys.append(old)
        replicating = "SELECT count(*) = 2 FROM pg_stat_replication WHERE state = 'streaming'"
        eventually(lambda: self.primary.value(replicating))

    def end(self) -> None:
        for machine in self.machines:
            machine.end()


def kill(cluster: Cluster) -> float:
    """The primary's machine is lost."""
    cluster.primary.lose()
    time.sleep(DECISION_SECONDS)
    old, at = cluster.promote()
    time.sleep(LOAD_SECONDS)
    cluster.take_back(old)
    return at


def freeze(cluster: Cluster) -> float:
    """The primary takes connections and answers none. It is fenced, here by its end, before it can come back."""
    cluster.primary.freeze()
    time.sleep(DECISION_SECONDS)
    old, at = cluster.promote()
    time.sleep(LOAD_SECONDS)
    old.lose()
    cluster.take_back(old)
    return at


def switch_over(cluster: Cluster) -> float:
    """The primary is stopped cleanly, so that its standbys have everything and it can follow as it is."""
    cluster.primary.stop()
    old, at = cluster.promote()
    time.sleep(LOAD_SECONDS)
    cluster.take_back(old, is_clean=True)
    return at


# Takes the cluster, and gives the moment at which a new primary took writes.
Loss = Callable[[Any], float]
LOSSES: dict[str, Loss] = {"kill -9": kill, "freeze": freeze, "switchover": switch_over}


def run(kind: Callable[[Path], Any], losses: list[tuple[str, Loss]]) -> tuple[list[Round], Load]:
    """Lose the primary so often; raises AssertionError where the books are not as the journal says."""
    with ExitStack() as stack:
        folder = stack.enter_context(passable_folder())
        cluster = kind(folder)
        stack.callback(cluster.end)
        migrate.migrate(cluster.url)
        courier = stack.enter_context(simulating(folder))
        aggregator = {"aggregator_url": courier.url, "aggregator_key": "simulator"}
        apis = [stack.enter_context(_api(cluster, folder, aggregator)) for _ in range(2)]
        stack.enter_context(working(cluster.url, **aggregator))
        return _drill(cluster, apis, courier, losses)


@contextmanager
def _api(cluster: Any, folder: Path, aggregator: dict[str, str]) -> Iterator[Api]:
    with serving(cluster.url, folder, api_processes=1, **aggregator) as api:
        # The tests' own look at the books says itself what the service asks for unsaid.
        api.service.database_url = f"{cluster.url}?target_session_attrs=read-write"
        yield api


def _drill(cluster: Any, apis: list[Api], courier: Courier, losses: list[tuple[str, Loss]]) -> tuple[list[Round], Load]:
    first, probe = open_client(apis[0].service), open_client(apis[0].service)
    clients = [first, msgspec.structs.replace(first, service=apis[1].service)]
    level = (goods.default_variant(goods.new_product(first)), goods.new_warehouse(first)["id"])
    goods.stock(first, *level, 100_000)
    assert first("POST", "/api/v1/shipping-credits/topup", {"amount": CREDIT}).status == 201
    (newest,) = rows(first, "SELECT max(id) AS id FROM events WHERE account_id = $1")
    with receiving() as inbox:
        hook = register(first, inbox.url())
        probers = [Prober(msgspec.structs.replace(probe, service=api.service)) for api in apis]
        with ExitStack() as stack:
            loads = [
                stack.enter_context(under_load(client, level, clients=3, pause_seconds=PAUSE_SECONDS))
                for client in clients
            ]
            rounds = [_lose(cluster, name, loss, probers) for name, loss in losses]
            time.sleep(LOAD_SECONDS)
        for prober in probers:
            prober.stop()
        load = Load([shopper for each in loads for shopper in each._shoppers])
        _require_sound(first, load, courier)
        require_all_arrived(first, hook, inbox, newest["id"])
    assert [line for api in apis for line in api.faults()] == []
    return rounds, load


def _lose(cluster: Any, name: str, loss: Loss, probers: list[Prober]) -> Round:
    time.sleep(LOAD_SECONDS)
    at = loss(cluster)
    done = Round(name, [prober.first_after(at) for prober in probers])
    shown = ", ".join(f"{seconds:.2f} s" for seconds in done.ready_seconds)
    print(f"{name:<12} the API nodes took a write {shown} after the promotion began", flush=True)
    return done


def _require_sound(client: Client, load: Load, courier: Courier) -> None:
    assert load.surprises() == []
    laws.require_acknowledged(client, load)
    repeated = laws.repeat_unanswered(client, load, survivors=True)
    print(f"{len(repeated)} requests without an answer were sent again under their keys", flush=True)
    eventually(lambda: is_delivered(client))
    laws.require_acknowledged(client, load)
    laws.require_every_law(client)
    laws.require_one_order_and_charge_each(client, courier)


def main() -> int:
    """Lose the primary under load. 1 where a write was lost or done twice, or the API came back late; else 0."""
    given = _arguments()
    losses = ["kill -9", "freeze"] if given.short else list(LOSSES) * given.rounds
    return told(Cluster, LOSSES, losses, given.ready_seconds)


def told(kind: Callable[[Path], Any], table: dict[str, Loss], losses: list[str], most_seconds: float) -> int:
    """Run the drill and print what came of it. 1 where a write was lost or done twice, or readiness took longer."""
    try:
        rounds, load = run(kind, [(name, table[name]) for name in losses])
    except AssertionError as problem:
        traceback.print_exception(problem)
        print(f"MISSED  {problem}")
        return 1
    acknowledged = sum(request.is_acknowledged for request in load.sent)
    print(f"{acknowledged:,} of {len(load.sent):,} writes were acknowledged; all are there, none twice, events too")
    slowest = max(seconds for each in rounds for seconds in each.ready_seconds)
    is_met = slowest <= most_seconds
    print(f"{'met' if is_met else 'MISSED':<6}  ready {slowest:.2f} s after a promotion (bar {most_seconds:g} s)")
    return 0 if is_met else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.system.drills.failover", description=main.__doc__)
    parser.add_argument("--short", action="store_true", help="one kill and one freeze, for continuous integration")
    parser.add_argument("--rounds", type=int, default=2, help="how often each kind of loss comes (default 2)")
    parser.add_argument("--ready-seconds", type=float, default=5.0, help="the bar, from the promotion on (default 5)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
