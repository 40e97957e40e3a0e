"""Webhook workers killed at random under steady events, with receivers of every kind: nothing is lost or miscounted."""

import copy
from collections.abc import Callable

import msgspec
import pytest

from tests.faults import soak
from tests.faults.books import Books, mistakes
from tests.faults.soak import Report
from tests.faults.stands import Stand

SECONDS = 8.0
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


@pytest.mark.parametrize(
    "spoil",
    [
        lambda books: books.attempts.pop(),
        lambda books: books.attempts[0].update(is_success=not books.attempts[0]["is_success"]),
        lambda books: books.attempts[0].update(number=2),
        lambda books: books.deliveries.pop(),
        lambda books: books.deliveries.append(books.deliveries[0]),
        lambda books: _row(books, "webhook_deliveries", attempts=9),
        lambda books: _row(books, "webhook_deliveries", status="failed"),
        lambda books: _row(books, "webhook_deliveries", last_error="HTTP 503"),
        lambda books: _row(books, "webhook_deliveries", duration_ms=-1),
        lambda books: _row(books, "webhook_deliveries", delivered_at=None),
        lambda books: books.tables["webhook_queue"].append(_queued(books)),
        lambda books: books.tables["outbox"].append({"position": 1}),
        lambda books: _row(books, "webhook_endpoints", consecutive_failures=1),
        lambda books: _row(books, "webhook_endpoints", failing_since=books.at),
        lambda books: _row(books, "webhook_endpoints", active=False),
        lambda books: _row(books, "webhook_hours", attempts=0),
        lambda books: _row(books, "webhook_hours", last_at=books.at),
        lambda books: books.tables["webhook_hours"].pop(),
    ],
)
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
)
def test_requests_that_are_not_right_are_noticed(report: Report, changes: dict[str, object]) -> None:
    endpoint_id, stand = next(iter(report.stands.items()))
    altered = Stand(stand.manner)
    altered.seen = [msgspec.structs.replace(stand.seen[0], **changes), *stand.seen]
    assert mistakes(report.books, report.stands | {endpoint_id: altered}) != []


def test_an_answer_to_a_request_that_never_came_is_noticed(report: Report) -> None:
    endpoint_id, stand = next(iter(report.stands.items()))
    assert mistakes(report.books, report.stands | {endpoint_id: Stand(stand.manner)}) != []


def _queued(books: Books) -> dict[str, object]:
    delivery = books.deliveries[0]
    return {"delivery_id": delivery["id"], "endpoint_id": delivery["endpoint_id"], "due_at": books.at}
