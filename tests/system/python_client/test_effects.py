"""Lost answers, a storm of 503 and killed processes: what the Python client is asked to do is done once."""

import asyncio
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from fulfilment_client import AsyncFulfilment, Fulfilment, Hooks, ResponseInfo, Retries, RetryInfo, Timeouts

from tests.harness import goods
from tests.harness.database import rows
from tests.harness.workspaces import open_client
from tests.system.faults.house import serving
from tests.system.python_client.storm import Storm, storming

OF_EACH = 500
AT_ONCE = 8
PATIENCE_SECONDS = 60
# They are all tried until they are done: how often that takes is the storm's affair.
PATIENT = Retries(most=1_000, first_wait_seconds=0.02, longest_wait_seconds=0.3)


class Watch:
    """Counts what the client did, and lets a test wait until so many calls have been answered."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._changed = threading.Condition()
        self.hooks = Hooks(on_response=self._answered, on_retry=self._repeated)

    def await_answers(self, number: int) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: self.counts["answered"] >= number, PATIENCE_SECONDS), self.counts

    def _answered(self, told: ResponseInfo) -> None:
        with self._changed:
            self.counts["answered"] += told.status < 300
            self.counts["replayed"] += told.is_replayed
            self._changed.notify_all()

    def _repeated(self, told: RetryInfo) -> None:
        with self._changed:
            self.counts["repeated"] += 1


def adjust_in_threads(given: dict[str, Any], change: dict[str, Any]) -> None:
    with Fulfilment(**given) as client, ThreadPoolExecutor(AT_ONCE) as threads:
        for done in [threads.submit(client.stock.adjust, **change) for _ in range(OF_EACH)]:
            done.result()


def adjust_in_tasks(given: dict[str, Any], change: dict[str, Any]) -> None:
    async def run() -> None:
        room = asyncio.Semaphore(AT_ONCE)

        async def one(client: AsyncFulfilment) -> None:
            async with room:
                await client.stock.adjust(**change)

        async with AsyncFulfilment(**given) as client:
            await asyncio.gather(*(one(client) for _ in range(OF_EACH)))

    asyncio.run(run())


def rage(api: Any, storm: Storm, watch: Watch) -> None:
    """Faults meanwhile: answers are lost throughout; then come a storm, the kill of one process, and that of all."""
    storm.loses = 0.1
    watch.await_answers(OF_EACH // 2)
    storm.refuses = 0.6
    watch.await_answers(OF_EACH // 2 + 150)
    storm.refuses = 0.0
    api.kill_one()
    watch.await_answers(OF_EACH)
    api.kill()
    api.start()


def test_a_thousand_changes_are_done_once_each_through_lost_answers_a_storm_and_killed_processes(
    database_url: str, tmp_path: Path
) -> None:
    with serving(database_url, tmp_path) as api, storming(api.service.port) as storm:
        owner = open_client(api.service)
        level = (goods.default_variant(goods.new_product(owner)), goods.new_warehouse(owner)["id"])
        watch = Watch()
        key = {"key_id": owner.key_id, "secret": owner.secret}
        given = {"base_url": storm.url, **key, "retries": PATIENT, "timeouts": Timeouts(total=90), "hooks": watch.hooks}
        change = {"variant_id": level[0], "warehouse_id": level[1], "delta": 1, "reason": "initial_stock"}
        with ThreadPoolExecutor(2) as both:
            running = [both.submit(adjust, given, change) for adjust in (adjust_in_threads, adjust_in_tasks)]
            rage(api, storm, watch)
            for done in running:
                done.result()
        (held,) = rows(owner, "SELECT quantity FROM stock_levels WHERE account_id = $1")
        movements = rows(owner, "SELECT id FROM stock_movements WHERE account_id = $1")
        told = rows(owner, "SELECT id FROM events WHERE account_id = $1 AND type LIKE '%stock.adjusted%'")
        assert (held["quantity"], len(movements), len(told)) == (2 * OF_EACH,) * 3
        assert watch.counts["answered"] == 2 * OF_EACH
        assert storm.lost > 0 and storm.refused > 0
        # Some answers were lost after the deed, and given again instead of doing it a second time.
        assert watch.counts["replayed"] > 0
        assert watch.counts["repeated"] >= storm.lost + storm.refused
