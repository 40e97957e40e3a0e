"""Sees to it that no address holds more connections of a process than its share (decisions, section 12).

A thread looks at the process's own sockets, and where they are many it ends what one address holds beyond its share.
Answers that nobody reads end by themselves: the kernel closes what it could not hand over for UNREAD_SECONDS.
"""

import os
import socket
import stat
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from fulfilment.infra.auth.client_address import TrustedProxies, address_bucket, parse
from fulfilment.infra.limits.client_connections import Connection, Peer, peer_of, surplus, under_way, without_zone
from fulfilment.infra.process import shutdown_state

SWEEP_SECONDS = 1.0
CROWDED_SWEEP_SECONDS = 0.25
# Looking at a socket takes microseconds; between slices of so many the requests have their turn.
SLICE_SOCKETS = 512
SLICE_PAUSE_SECONDS = 0.001
LOG_SECONDS = 10.0
# When the process ends, a request of which only a part has come is waited for as long as this.
LAST_BODY_SECONDS = 5.0
UNREAD_SECONDS = 30

_FOLDERS = ("/proc/self/fd", "/dev/fd")

_log = structlog.get_logger(__name__)


class Watch:
    """Looks after the connections that this process accepted on `port`, of which it serves `bound` at once."""

    def __init__(self, host: str, port: int, bound: int, proxies: TrustedProxies) -> None:
        self._host = parse(host)
        self._port = port
        self._bound = bound
        self._proxies = proxies
        # By descriptor, in the order in which they were first seen; None is what is no connection of ours.
        self._known: dict[int, tuple[int, Connection | None]] = {}
        self._is_reading_bounded = False
        # Since when, by the monotonic clock, each has had nothing under way while the process ends.
        self._idle_since: dict[Peer, float] = {}
        self._ended: Counter[str] = Counter()
        self._log_at = 0.0

    def start(self) -> None:
        """Look for as long as the process lives."""
        threading.Thread(target=self._run, name="connections", daemon=True).start()

    def _run(self) -> None:
        pause = SWEEP_SECONDS
        while True:
            time.sleep(pause)
            try:
                pause = CROWDED_SWEEP_SECONDS if self.sweep() else SWEEP_SECONDS
            except Exception:
                # Whatever went wrong with one look must not be the end of all looking.
                _log.exception("connections_fault")
                pause = SWEEP_SECONDS

    def sweep(self) -> int:
        """End what is too much; how many connections that were."""
        descriptors = _descriptors()
        if shutdown_state.is_closing():
            return self._close_idle(self._look(descriptors))
        if not self._is_reading_bounded:
            self._is_reading_bounded = any(map(self._bound_reading, descriptors))
        # Below half of the bound nobody holds more than is free.
        if 2 * len(descriptors) <= self._bound:
            self._known.clear()
            return 0
        held = self._look(descriptors)
        ended = [each for each in surplus(held, under_way, self._bound) if self._end(each)]
        self._ended.update(each.peer[0] for each in ended)
        self._tell()
        return len(ended)

    def _close_idle(self, held: list[Connection]) -> int:
        """End what only holds up the end of the process: those that have not sent a whole request for a while."""
        now = time.monotonic()
        idle = {each.peer: each for each in held if each.peer not in under_way}
        self._idle_since = {peer: self._idle_since.get(peer, now) for peer in idle}
        for peer, since in self._idle_since.items():
            if now - since >= LAST_BODY_SECONDS:
                self._end(idle[peer])
        return len(idle)

    def _bound_reading(self, descriptor: int) -> bool:
        """Whether this is our listening socket: the connections that it accepts from now on have its bound."""
        try:
            with _shared(descriptor) as shared:
                if not shared.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN) or not self._is_ours(shared):
                    return False
                # Only Linux has it.
                if hasattr(socket, "TCP_USER_TIMEOUT"):
                    shared.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_SECONDS * 1_000)
                return True
        except OSError:
            return False

    def _look(self, descriptors: list[int]) -> list[Connection]:
        """The accepted connections among the descriptors, the longest known first."""
        for gone in self._known.keys() - set(descriptors):
            del self._known[gone]
        for nth, descriptor in enumerate(descriptors, start=1):
            if nth % SLICE_SOCKETS == 0:
                time.sleep(SLICE_PAUSE_SECONDS)
            try:
                found = os.fstat(descriptor)
            except OSError:
                self._known.pop(descriptor, None)
                continue
            known = self._known.get(descriptor)
            if known is None or known[0] != found.st_ino:
                # A number that is used again is a new one, and so the last.
                self._known.pop(descriptor, None)
                is_socket = stat.S_ISSOCK(found.st_mode)
                self._known[descriptor] = found.st_ino, self._read(descriptor) if is_socket else None
        return [connection for _, connection in self._known.values() if connection is not None]

    def _read(self, descriptor: int) -> Connection | None:
        try:
            with _shared(descriptor) as shared:
                peer = self._peer(shared)
        except OSError:
            return None
        if peer is None:
            return None
        line = None if self._proxies.trusts(peer[0]) else address_bucket(peer[0])
        return Connection(descriptor, peer, line)

    def _end(self, connection: Connection) -> bool:
        """End it, unless the descriptor means another socket by now, or a request has begun on it."""
        try:
            with _shared(connection.descriptor) as shared:
                if self._peer(shared) != connection.peer or connection.peer in under_way:
                    return False
                shared.shutdown(socket.SHUT_RDWR)
        except OSError:
            return False
        return True

    def _peer(self, shared: socket.socket) -> Peer | None:
        """The other side of a connection that was made to our address and port; None for any other socket."""
        # A socket that listens has no peer and raises.
        return peer_of(*shared.getpeername()[:2]) if self._is_ours(shared) else None

    def _is_ours(self, shared: socket.socket) -> bool:
        """Whether it has our address and port.

        The kernel gives an outgoing connection no port on which this address, or every address, is listened on.
        """
        if shared.family not in (socket.AF_INET, socket.AF_INET6):
            return False
        own, port = shared.getsockname()[:2]
        is_any = self._host is None or self._host.is_unspecified
        return port == self._port and (is_any or parse(without_zone(own)) == self._host)

    def _tell(self) -> None:
        if self._ended and time.monotonic() >= self._log_at:
            ((address, _),) = self._ended.most_common(1)
            _log.warning("connections_ended", connections=self._ended.total(), most_of=address, bound=self._bound)
            self._ended.clear()
            self._log_at = time.monotonic() + LOG_SECONDS


@contextmanager
def _shared(descriptor: int) -> Iterator[socket.socket]:
    """What a descriptor means now, for as long as it is looked at, whatever its number comes to mean meanwhile.

    Raises OSError for what is no socket.
    """
    copy = os.dup(descriptor)
    try:
        shared = socket.socket(fileno=copy)
    except OSError:
        os.close(copy)
        raise
    with shared:
        yield shared


def _descriptors() -> list[int]:
    """The open files of this process; none on a system that does not list them."""
    for folder in _FOLDERS:
        try:
            return [int(name) for name in os.listdir(folder)]
        except OSError:
            continue
    return []
