"""Workers, each of which is replaced when it ends."""

import random
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from tests.webhooks.working import STOPPED_WITHIN_SECONDS, Worker, eventually, working

WORKERS = 2


class Crew:
    """Real worker processes on one database."""

    def __init__(self, database_url: str, stack: ExitStack, **settings: str):
        self._url = database_url
        self._stack = stack
        self._settings = settings
        self._workers: list[Worker] = []
        self._ended: list[Worker] = []
        self.gather()

    def gather(self) -> None:
        """Hire as many as there should be."""
        while len(self._workers) < WORKERS:
            self._workers.append(self._stack.enter_context(working(self._url, **self._settings)))

    def kill_one(self, choice: random.Random | None = None) -> None:
        """`kill -9` of the oldest, or of any."""
        self._take_away(choice).kill()
        self.gather()

    def stop_one(self, choice: random.Random | None = None) -> None:
        """Tell one to stop, and wait until it has."""
        self._stop(self._take_away(choice))
        self.gather()

    def dismiss(self) -> None:
        """Stop all of them, once they have begun, and replace none."""
        self.await_working()
        while self._workers:
            self._stop(self._take_away(None))

    def await_working(self) -> None:
        """Wait until each of them has begun."""
        eventually(lambda: all(map(_has_begun, self._workers)))

    def faults(self) -> list[str]:
        """Errors in the logs of all workers."""
        logged = [line for worker in self._ended + self._workers for line in worker.log.read_text().splitlines()]
        return [line for line in logged if '"level": "error"' in line or "Traceback" in line]

    def _take_away(self, choice: random.Random | None) -> Worker:
        worker = self._workers.pop(choice.randrange(len(self._workers)) if choice else 0)
        self._ended.append(worker)
        return worker

    def _stop(self, worker: Worker) -> None:
        worker.process.send_signal(signal.SIGTERM)
        assert worker.process.wait(STOPPED_WITHIN_SECONDS) == 0, worker.log.read_text()[-4_000:]


def _has_begun(worker: Worker) -> bool:
    log = worker.log.read_text()
    assert worker.process.poll() is None, log[-4_000:]
    return '"worker_started"' in log


@contextmanager
def crew(database_url: str, **settings: str) -> Iterator[Crew]:
    """Workers while the context lasts; `settings` are FULFILMENT_* in lower case."""
    with ExitStack() as stack:
        yield Crew(database_url, stack, **settings)
