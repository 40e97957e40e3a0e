"""License activations beside the rest of the load: each instance takes a slot once, under a key of its own."""

import itertools
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tests.harness import goods
from tests.harness.database import rows
from tests.harness.service import Answer, Client

PAUSE_SECONDS = 0.03


class Activations:
    """The instances that were activated, and the answers that were not as they should be."""

    def __init__(self, client: Client):
        self._client = client
        given = {"productId": goods.new_product(client, type="license")["id"], "customerId": "cus_1"}
        answer = client("POST", "/api/v1/licenses", given | {"maxActivations": 100_000})
        assert answer.status == 201, answer.raw
        self._key = answer.data["license"]["key"]
        self.activated: list[str] = []
        self.failed: list[Answer] = []

    def run(self, stopping: threading.Event) -> None:
        for number in itertools.count():
            if stopping.wait(PAUSE_SECONDS):
                return
            instance = f"machine-{number}"
            slot = {"key": self._key, "instanceId": instance}
            answer = self._client("POST", "/api/v1/licenses/activate", slot, f"activate-{number}")
            if answer.status == 200 and answer.data["alreadyActive"] is False:
                self.activated.append(instance)
            else:
                self.failed.append(answer)

    def require_one_slot_each(self) -> None:
        """As many slots are taken as activations were acknowledged."""
        found = rows(self._client, "SELECT instance_id FROM license_activations WHERE account_id = $1")
        assert sorted(row["instance_id"] for row in found) == sorted(self.activated)


@contextmanager
def activating(client: Client) -> Iterator[Activations]:
    """Activations while the context lasts."""
    activations, stopping = Activations(client), threading.Event()
    thread = threading.Thread(target=activations.run, args=(stopping,), daemon=True)
    thread.start()
    try:
        yield activations
    finally:
        stopping.set()
        thread.join(60)
