"""Monitor of the embedded PostgreSQL: restarts the server after it has died for any reason."""

import threading
import time

import structlog

from fulfilment.infra.database.embedded.server import EmbeddedServer

POLL_SECONDS = 0.5
FIRST_DELAY_SECONDS = 0.5
MAX_DELAY_SECONDS = 8.0
# A server that ran this long was healthy, so the back-off starts again.
HEALTHY_AFTER_SECONDS = 60.0
# `stop` does not wait longer for a restart under way.
STOP_TIMEOUT_SECONDS = 10.0

_log = structlog.get_logger(__name__)


class EmbeddedServerMonitor:
    """Monitors a server that this process uses, from `start` to `stop`, in a thread.

    Any number of processes may monitor the same server: one of them restarts it, and the others find it running.
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
        """True at once after a healthy run, otherwise after an exponentially growing delay."""
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
            # A full disk or a missing folder may recover; otherwise the operator reads this line.
            _log.error(
                "the embedded PostgreSQL has ended and cannot be started",
                problem=str(problem),
                trying_again_in_seconds=self._delay_seconds,
            )
