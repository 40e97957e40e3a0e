"""An aggressor, which sends the same request over and over on many connections, and a neighbour at ordinary work."""

import http.client
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.harness import goods
from tests.harness.service import Client, Service

CONNECTIONS = 16
# Nothing may take so long, whatever the machine does meanwhile.
ANSWERED_WITHIN_SECONDS = 60
NEIGHBOURS_REQUESTS = 10

Sent = tuple[str, str, list[tuple[str, str]], bytes]


class Assault:
    """Results of the requests until now: how many of each status, 0 for a connection that was cut."""

    def __init__(self) -> None:
        self.statuses: Counter[int] = Counter()
        self.largest_answer = 0
        self.begun = threading.Semaphore(0)
        self.ends = threading.Event()


@contextmanager
def under_assault(service: Service, make: Callable[[], Sent]) -> Iterator[Assault]:
    """Meanwhile the request that `make` makes is sent over and over; afterwards every one must have been answered."""
    assault = Assault()
    threads = [threading.Thread(target=_repeat, args=(service, make, assault)) for _ in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    try:
        for _ in threads:
            assert assault.begun.acquire(timeout=ANSWERED_WITHIN_SECONDS)
        yield assault
    finally:
        assault.ends.set()
        for thread in threads:
            thread.join(2 * ANSWERED_WITHIN_SECONDS)
    assert not any(thread.is_alive() for thread in threads), "a request was never answered"
    assert service.process.poll() is None


class Neighbour:
    """A workspace with one variant in one warehouse."""

    def __init__(self, client: Client):
        self._client = client
        self._variant = goods.default_variant(goods.new_product(client))
        self._warehouse = goods.new_warehouse(client)["id"]
        self._quantity = 0

    def is_served(self) -> None:
        """Cheap reads and adjustments, each of which is answered as if there were no other workspace."""
        for _ in range(NEIGHBOURS_REQUESTS):
            self._quantity += 1
            assert goods.adjust(self._client, self._variant, self._warehouse, 1).status == 200
            assert goods.quantity(self._client, self._variant, self._warehouse) == self._quantity


def _repeat(service: Service, make: Callable[[], Sent], assault: Assault) -> None:
    while True:
        method, target, headers, body = make()
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=ANSWERED_WITHIN_SECONDS)
        status = 0
        try:
            connection.connect()
            assault.begun.release()
            connection.request(method, target, body or None, dict(headers))
            answer = connection.getresponse()
            status = answer.status
            assault.largest_answer = max(assault.largest_answer, len(answer.read()))
        except TimeoutError:
            status = -1
        except (OSError, http.client.HTTPException):
            # It was answered, or refused, before all of it was sent.
            pass
        finally:
            connection.close()
        assault.statuses[status] += 1
        if assault.ends.is_set():
            return
