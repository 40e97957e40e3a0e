"""Keeps the embedded PostgreSQL running: when it has died, however that came, it is started again."""

import threading
import time

import structlog

from fulfilment.infra.database.embedded.server import EmbeddedServer

POLL_SECONDS = 0.5
FIRST_DELAY_SECONDS = 0.5
MAX_DELAY_SECONDS = 8.0
# A server that ran this long was well, and its next end is a new story.
HEALTHY_AFTER_SECONDS = 60.0
# Starting, it waits for nothing longer; whoever leaves does not wait for that.
STOP_TIMEOUT_SECONDS = 10.0

_log = structlog.get_logger(__name__)


class EmbeddedServerMonitor:
    """From `begin` to `end` it looks after a server that this process uses, in a thread.

    Any number of processes may look after the same server: one of them starts it, the others find it running.
    """

    def __init__(self, server: EmbeddedServer) -> None:
        self._server = server
        self._ending = threading.Event()
        self._looking = threading.Thread(target=self._run, daemon=True, name="caretaker")
        self._delay_seconds = FIRST_DELAY_SECONDS
        self._tried_at: float | None = None

    def start(self) -> None:
        self._looking.start()

    def stop(self) -> None:
        self._ending.set()
        self._looking.join(STOP_TIMEOUT_SECONDS)

    def _run(self) -> None:
        while not self._ending.wait(POLL_SECONDS):
            if not self._server.is_running() and self._is_restart_due():
                self._restart()

    def _is_restart_due(self) -> bool:
        """At once where it ran long enough, else after a pause that grows."""
        if self._tried_at is None or time.monotonic() - self._tried_at >= HEALTHY_AFTER_SECONDS:
            self._delay_seconds = FIRST_DELAY_SECONDS
            return True
        if time.monotonic() - self._tried_at < self._delay_seconds:
            return False
        self._delay_seconds = min(2 * self._delay_seconds, MAX_DELAY_SECONDS)
        return True

    def _restart(self) -> None:
        self._tried_at = time.monotonic()
        before = self._server.pid
        try:
            if self._server.restart():
                _log.error("embedded_server_restarted", ended=before, pid=self._server.pid)
        except Exception as problem:
            # A disk that is full or a folder that is away comes back, or else somebody reads this line.
            _log.error(
                "the embedded PostgreSQL has ended and cannot be started",
                problem=str(problem),
                trying_again_in_seconds=self._delay_seconds,
            )
