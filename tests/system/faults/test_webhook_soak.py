"""Webhook workers killed at random under steady events, with receivers of every kind: nothing is lost or miscounted."""

import copy
from collections.abc import Callable

import msgspec
import pytest

from tests.system.faults import soak
from tests.system.faults.books import Books, mistakes
from tests.system.faults.soak import Report
from tests.system.faults.stands import Stand

SECONDS = 6.0
SEED = 20

Spoil = Callable[[Books], object]


@pytest.fixture(scope="module")
def report(durable_url: str) -> Report:
    return soak.run(durable_url, SECONDS, SEED)


def test_every_event_arrives_and_the_books_are_right_whoever_is_killed(report: Report) -> None:
    assert report.mistakes == []


def test_it_was_a_soak_of_everything(report: Report) -> None:
    figures = report.figures
    assert min(figures["workers killed"], figures["workers told to stop"]) >= 1
    assert figures["deliveries that failed and were recovered"] > 0
    assert figures["attempts recorded"] > figures["deliveries"] > figures["events"] > 0


def _row(books: Books, table: str, **changes: object) -> None:
    books.tables[table][0].update(changes)


def _queue(books: Books, delivery: dict[str, object]) -> None:
    row = {"delivery_id": delivery["id"], "endpoint_id": delivery["endpoint_id"], "due_at": books.at}
    books.tables["webhook_queue"].append(row)


SPOILED: dict[str, Spoil] = {
    "attempt lost": lambda books: books.attempts.pop(),
    "attempt of another number": lambda books: books.attempts[0].update(number=2),
    "attempt of another outcome": lambda books: books.attempts[0].update(
        is_success=not books.attempts[0]["is_success"]
    ),
    "delivery lost": lambda books: books.deliveries.pop(),
    "delivery made twice": lambda books: books.deliveries.append(books.deliveries[0]),
    "attempts miscounted": lambda books: _row(books, "webhook_deliveries", attempts=9),
    "another status": lambda books: _row(books, "webhook_deliveries", status="failed"),
    "another error": lambda books: _row(books, "webhook_deliveries", last_error="HTTP 503"),
    "another duration": lambda books: _row(books, "webhook_deliveries", duration_ms=-1),
    "not delivered": lambda books: _row(books, "webhook_deliveries", delivered_at=None),
    "pending, but not queued": lambda books: _row(books, "webhook_deliveries", status="pending"),
    "sent, but queued": lambda books: _queue(books, books.deliveries[0]),
    "event not fanned out": lambda books: books.tables["outbox"].append({"position": 1}),
    "failure too many": lambda books: _row(books, "webhook_endpoints", consecutive_failures=1),
    "failing since": lambda books: _row(books, "webhook_endpoints", failing_since=books.at),
    "switched off": lambda books: _row(books, "webhook_endpoints", active=False),
    "hour miscounted": lambda books: _row(books, "webhook_hourly_stats", attempts=0),
    "hour too late": lambda books: _row(books, "webhook_hourly_stats", last_at=books.at),
    "hour lost": lambda books: books.tables["webhook_hourly_stats"].pop(),
}


@pytest.mark.parametrize("spoil", SPOILED.values(), ids=SPOILED.keys())
def test_books_that_are_not_right_are_noticed(report: Report, spoil: Spoil) -> None:
    books = copy.deepcopy(report.books)
    spoil(books)
    assert mistakes(books, report.stands) != []


@pytest.mark.parametrize(
    "changes",
    [
        {"is_genuine": False},
        {"digest": b""},
        {"attempt": 99},
        {"type": "svc.product.archived.v1"},
        {"event_id": "evt_0"},
        {"delivery_id": "d0"},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_requests_that_are_not_right_are_noticed(report: Report, changes: dict[str, object]) -> None:
    endpoint_id, stand = next(iter(report.stands.items()))
    altered = Stand(stand.manner)
    altered.seen = [msgspec.structs.replace(stand.seen[0], **changes), *stand.seen]
    assert mistakes(report.books, report.stands | {endpoint_id: altered}) != []


def test_an_answer_to_a_request_that_never_came_is_noticed(report: Report) -> None:
    endpoint_id, stand = next(iter(report.stands.items()))
    assert mistakes(report.books, report.stands | {endpoint_id: Stand(stand.manner)}) != []
