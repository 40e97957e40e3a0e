"""A reader of the log may stand still or go away, and the service never waits for it."""

import json
import logging
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper

import pytest
import structlog

from fulfilment import settings
from fulfilment.infra.observability import log_writer, logs
from fulfilment.infra.observability.log_writer import LogQueueHandler
from tests.harness.service import serving
from tests.harness.workspaces import open_client

DROPPED = "log_lines_dropped"


class Pipe:
    """A pipe for the log, and the end where the test reads it."""

    def __init__(self) -> None:
        self.reading, writing = os.pipe()
        self.stream: TextIOWrapper = os.fdopen(writing, "w", encoding="utf-8")

    def read_until(self, end: str) -> list[str]:
        """Whole lines, up to those with `end` in them."""
        raw = b""
        while end.encode() not in raw or not raw.endswith(b"\n"):
            raw += os.read(self.reading, 65_536)
        return raw.decode().splitlines()


@contextmanager
def writing() -> Iterator[tuple[logging.Logger, LogQueueHandler, Pipe]]:
    pipe = Pipe()
    writer = LogQueueHandler(pipe.stream)
    log = logging.Logger("test")
    log.addHandler(writer)
    yield log, writer, pipe
    writer.close()


def test_lines_come_whole_and_in_their_order():
    with writing() as (log, _, pipe):
        said = [f"{number} " + "é" * (number % 3_000) for number in range(2_000)]
        for line in said:
            log.info(line)
            if line.startswith("1000 "):
                read = pipe.read_until("\n900 ")
        log.info("end")
        read = [*read, *pipe.read_until("\nend\n")]
    assert "".join(read) == "".join([*said, "end"])


def test_a_writer_to_which_nothing_was_said_is_given_up_at_once(monkeypatch: pytest.MonkeyPatch):
    # Longer than any test may take.
    monkeypatch.setattr(log_writer, "FLUSH_SECONDS", 100_000.0)
    writer = LogQueueHandler(Pipe().stream)
    writer.close()
    writer.flush()


def test_while_nobody_reads_nobody_waits_and_what_was_dropped_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(log_writer, "MAX_QUEUED_LINES", 1_000)
    with writing() as (log, _, pipe):
        # A pipe takes 65,536 bytes.
        for number in range(5_000):
            log.info("%d %s", number, "x" * 90)
        read = pipe.read_until(DROPPED)
    numbers = [int(line.partition(" ")[0]) for line in read if line[:1].isdigit()]
    assert numbers == sorted(set(numbers))
    assert 500 < len(numbers) < 5_000


def test_a_line_of_its_own_says_how_many_were_dropped(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(log_writer, "MAX_QUEUED_LINES", 5)
    pipe = Pipe()
    monkeypatch.setattr("sys.stderr", pipe.stream)
    handlers = logging.root.handlers[:]
    logs.configure(settings.load({"FULFILMENT_LOG_FORMAT": "json"}), "api")
    try:
        for _ in range(3_000):
            structlog.get_logger("here").info("said", text="x" * 900)
        read: list[dict] = []
        while sum(line.get("count", 1) for line in read) < 3_000:
            read += [json.loads(line) for line in pipe.read_until("\n")]
    finally:
        logging.root.handlers[0].close()
        logging.root.handlers[:] = handlers
        structlog.reset_defaults()
        logging.captureWarnings(False)
    told = [line for line in read if line["event"] == DROPPED]
    assert sum(line["count"] for line in told) + len(read) - len(told) == 3_000
    assert {line["level"] for line in told} == {"warning"}


def test_where_the_reader_has_gone_lines_are_dropped_and_nothing_fails():
    with writing() as (log, writer, pipe):
        os.close(pipe.reading)
        for _ in range(1_000):
            log.info("x" * 100)
        writer.flush()
        log.info("once more")
        writer.flush()
        assert writer.queue.empty()


@pytest.mark.parametrize("end", ["blocked", "closed"])
def test_requests_are_answered_whatever_becomes_of_the_log(module_database_url: str, end: str):
    pipe = Pipe()
    # The pipe is not read, and it takes 65,536 bytes.
    with serving(module_database_url, log_to=pipe.stream.fileno(), log_level="debug") as service:
        client = open_client(service)
        if end == "closed":
            os.close(pipe.reading)
        for _ in range(400):
            assert client("GET", "/api/v1/products").status == 200
    # It was told to stop, and did.
    assert service.process.returncode not in (None, -signal.SIGKILL)
