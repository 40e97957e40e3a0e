"""A soak of the webhook workers: steady events, receivers of every kind, and workers that are killed all the while.

The test beside it soaks them for some seconds, `python -m benchmarks.webhooks.soak` for some minutes.
"""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import msgspec
import psycopg

from fulfilment.infra import clock
from tests.harness.service import Client, serving
from tests.harness.workspaces import open_client
from tests.system.faults.books import Books, mistakes
from tests.system.faults.crew import Crew, crew
from tests.system.faults.places import TIMED_OUT, TIMEOUT_SECONDS, WORKSPACES, Endpoint, registered
from tests.system.faults.stands import Stand
from tests.webhooks.working import create_event

SETTINGS = {
    "webhook_timeout_seconds": str(TIMEOUT_SECONDS),
    "webhook_retry_delays_seconds": "0.3,0.5,0.8,1.2,2.0",
}
# In each workspace, two at a time.
EVENTS_PER_SECOND = 8
LONGEST_PEACE_SECONDS = 1.5
# One of so many ends is a SIGTERM; the others are kills.
ENDS_OF_WHICH_ONE_IS_GENTLE = 5
# How long workers may take to finish what there is, beside as long as it took to come about.
PATIENCE_SECONDS = 60.0
ROUNDS_MOST = 5

_FANNED_OUT = "SELECT NOT EXISTS (SELECT FROM outbox)"
_SENT = "SELECT NOT EXISTS (SELECT FROM webhook_deliveries WHERE endpoint_id = ANY(%s) AND status <> 'sent')"
_IDLE = """
    SELECT NOT EXISTS (SELECT FROM outbox) AND NOT EXISTS (SELECT FROM webhook_queue)
       AND NOT EXISTS (SELECT FROM webhook_replays WHERE status = 'running')
"""
_FAILED = "SELECT DISTINCT endpoint_id FROM webhook_deliveries WHERE status = 'failed'"


class Report(msgspec.Struct):
    """The result of a soak: mistakes, counts of everything, and the data that they were found in."""

    mistakes: list[str]
    figures: dict[str, int]
    books: Books
    stands: dict[str, Stand]


class Soak:
    """Everything that is running."""

    def __init__(self, database: psycopg.Connection, endpoints: list[Endpoint], team: Crew, seconds: float, seed: int):
        self.endpoints = endpoints
        self.stands = {endpoint.id: endpoint.stand for endpoint in endpoints}
        self.mistakes: list[str] = []
        self.ends: Counter[str] = Counter()
        self._database = database
        self._team = team
        self._seconds = seconds
        self._random = random.Random(seed)

    def harass(self) -> None:
        """Workers end at random moments, and others begin; one at least is killed and one told to stop."""
        until = time.monotonic() + self._seconds
        while time.monotonic() < until or not self.ends["told to stop"]:
            self._team.await_working()
            time.sleep(self._random.uniform(0, LONGEST_PEACE_SECONDS))
            if self.ends.total() % ENDS_OF_WHICH_ONE_IS_GENTLE == 1:
                self._team.stop_one(self._random)
                self.ends["told to stop"] += 1
            else:
                self._kill_one()

    def calm_down(self) -> Books:
        """The good receivers get what they lack, and the workers stop; the books as they are then."""
        good = [endpoint.id for endpoint in self.endpoints if endpoint.place.is_good]
        self._await(lambda: self._ask(_FANNED_OUT) and self._ask(_SENT, good))
        self._team.dismiss()
        return self._books("after the kills")

    def catch_up(self, since: str) -> Books:
        """All receivers are well and are sent what they failed to take, by workers that are killed meanwhile."""
        for endpoint in self.endpoints:
            endpoint.heal()
        self._team.gather()
        # On a busy machine even a good receiver may let its time pass, and what had failed has only one attempt.
        for _ in range(ROUNDS_MOST):
            failed = {id for (id,) in self._database.execute(_FAILED)}
            for endpoint in self.endpoints:
                if endpoint.id in failed:
                    endpoint.recover(since)
            self._team.await_working()
            self._kill_one()
            self._await(lambda: self._ask(_IDLE))
            if not self._database.execute(_FAILED).fetchone():
                break
        self._team.dismiss()
        return self._books("in the end")

    def look_at_errors(self, books: Books) -> None:
        """The attempts failed for the reasons that there were."""
        for endpoint in self.endpoints:
            errors = {attempt["error"] for attempt in books.attempts_of(endpoint.id)} - {None}
            wanted = set(endpoint.place.errors)
            if not wanted <= errors <= wanted | {TIMED_OUT}:
                self.mistakes.append(f"{endpoint.place} failed with {errors}")

    def look_at_arrivals(self, books: Books, products: list[str]) -> None:
        """Every endpoint has every event in the end, and the events are those of the acknowledged requests."""
        for endpoint in self.endpoints:
            seen = {each.event_id for each in endpoint.stand.seen}
            for delivery in books.deliveries_of(endpoint.id):
                if delivery["status"] != "sent" or delivery["event_id"] not in seen:
                    self.mistakes.append(f"not arrived: {delivery}")
        told = Counter(event["subject"] for event in books.tables["events"])
        if told != dict.fromkeys(products, 2):
            self.mistakes.append(f"{len(products)} products have the events {told}")

    def _books(self, when: str) -> Books:
        books = Books.read(self._database)
        self.mistakes += [f"{when}: {mistake}" for mistake in mistakes(books, self.stands)]
        return books

    def _kill_one(self) -> None:
        self._team.kill_one(self._random)
        self.ends["killed"] += 1

    def _ask(self, question: str, *given: object) -> bool:
        return self._database.execute(question, given or None).fetchone()[0]

    def _await(self, is_so: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS + self._seconds
        while not is_so():
            assert time.monotonic() < deadline, "the workers do not come to an end"
            time.sleep(0.1)


@contextmanager
def happening(clients: list[Client]) -> Iterator[list[str]]:
    """Two events of each of the products, which are made in every workspace while the context lasts."""
    products: list[str] = []
    stopping = threading.Event()

    def keep_shop(client: Client) -> None:
        while not stopping.wait(2 / EVENTS_PER_SECOND):
            product_id = create_event(client)
            answer = client("PATCH", f"/api/v1/products/{product_id}", {"name": "Tea"})
            assert answer.status == 200, answer.raw
            products.append(product_id)

    with ThreadPoolExecutor(len(clients)) as pool:
        shops = [pool.submit(keep_shop, client) for client in clients]
        try:
            yield products
        finally:
            stopping.set()
        for shop in shops:
            shop.result()


def run(database_url: str, seconds: float, seed: int) -> Report:
    """Soak workers for so long on a database that is migrated and empty, and have them finish what there is."""
    with serving(database_url) as service:
        clients = [open_client(service, f"Soak {number}") for number in range(WORKSPACES)]
        with (
            registered(clients) as endpoints,
            crew(database_url, **SETTINGS) as team,
            psycopg.connect(database_url, autocommit=True) as database,
        ):
            soak = Soak(database, endpoints, team, seconds, seed)
            report = _soaked(soak, clients)
            report.mistakes += [*team.faults(), *service.faults()]
            return report


def _soaked(soak: Soak, clients: list[Client]) -> Report:
    since = clock.to_iso(clock.now())
    with happening(clients) as products:
        soak.harass()
    books = soak.calm_down()
    soak.look_at_errors(books)
    failed = sum(delivery["status"] == "failed" for delivery in books.deliveries)
    books = soak.catch_up(since)
    soak.look_at_arrivals(books, products)
    figures = {
        "events": len(books.tables["events"]),
        "deliveries": len(books.deliveries),
        "attempts recorded": len(books.attempts),
        "requests seen": sum(len(stand.seen) for stand in soak.stands.values()),
        "of them under a number that was seen before": sum(stand.repeated for stand in soak.stands.values()),
        "deliveries that failed and were recovered": failed,
        **{f"workers {end}": number for end, number in soak.ends.items()},
    }
    return Report(soak.mistakes, figures, books, soak.stands)
