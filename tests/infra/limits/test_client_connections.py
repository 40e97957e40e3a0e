"""Connections without a whole request head are closed in time, so that others find a place."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from tests.infra.limits.holding import HEAD, OK, crowd, holding, status_line

BOUND = 120
MANY = 2 * BOUND
STRANGER = "127.0.0.2"
HALF_HEAD = HEAD[:-2] + b"X-More: "


@contextmanager
def dripping(held: list[socket.socket]) -> Iterator[None]:
    """One more byte on each of them, again and again."""
    is_over = threading.Event()

    def drip() -> None:
        while not is_over.wait(0.05):
            for connection in held:
                with suppress(OSError):
                    connection.send(b"x")

    thread = threading.Thread(target=drip)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


@pytest.mark.parametrize("said", [b"", HALF_HEAD], ids=["nothing", "half a head"])
def test_a_connection_that_does_not_say_a_whole_head_in_time_is_closed(said: bytes) -> None:
    with holding(BOUND, keep_alive_seconds=1) as started, started.connect(say=said) as silent:
        with started.connect(say=HALF_HEAD) as slow, dripping([slow]):
            assert (status_line(silent), status_line(slow)) == (b"", b"")
        with started.connect(say=HEAD) as idle:
            assert status_line(idle) == OK
            assert status_line(idle) == b""


def test_more_dripping_connections_than_are_served_keep_a_stranger_out_for_no_longer_than_a_head_may_take() -> None:
    with holding(BOUND, keep_alive_seconds=1) as started, crowd(started, MANY, HALF_HEAD) as held, dripping(held):
        assert [started.ask(STRANGER) for _ in range(20)] == [OK] * 20


def test_where_few_files_may_be_open_fewer_connections_are_served_and_files_are_left() -> None:
    with holding(8_192, keep_alive_seconds=1, open_files=300) as started, crowd(started, 600, HALF_HEAD):
        assert [started.ask(STRANGER) for _ in range(20)] == [OK] * 20
