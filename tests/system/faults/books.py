"""The rows that a soak left in the database, checked against each other and against the receivers' requests."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Self

import msgspec
import psycopg
from psycopg.rows import dict_row

from fulfilment.webhooks.stats import DURATION_BOUNDS_MS
from tests.system.faults.stands import Seen, Stand

Row = dict[str, Any]

# A lane that another worker holds rows of is looked at again a moment later.
LANE_SLACK = timedelta(seconds=0.1)
# An outcome may wait so long to be stored, so that the failure that is stored first need not have happened first.
STORED_WITHIN = timedelta(seconds=10)
DATED_WITHIN = timedelta(seconds=1)

_TABLES = (
    "events",
    "outbox",
    "webhook_endpoints",
    "webhook_deliveries",
    "webhook_queue",
    "webhook_queue_endpoints",
    "webhook_hourly_stats",
)
_ATTEMPTS = """
    SELECT a.*, d.endpoint_id, a.attempted_at + a.duration_ms * interval '1 millisecond' AS ended_at
      FROM webhook_attempts a JOIN webhook_deliveries d ON d.account_id = a.account_id AND d.id = a.delivery_id
     ORDER BY a.delivery_id, a.number
"""


class Books(msgspec.Struct):
    """All rows about webhooks, at one moment."""

    at: datetime
    tables: dict[str, list[Row]]
    attempts: list[Row]

    @classmethod
    def read(cls, connection: psycopg.Connection) -> Self:
        cursor = connection.cursor(row_factory=dict_row)
        tables = {name: cursor.execute(f"SELECT * FROM {name}").fetchall() for name in _TABLES}
        return cls(cursor.execute("SELECT now()").fetchone()["now"], tables, cursor.execute(_ATTEMPTS).fetchall())

    @property
    def deliveries(self) -> list[Row]:
        return self.tables["webhook_deliveries"]

    def deliveries_of(self, endpoint_id: str) -> list[Row]:
        return [delivery for delivery in self.deliveries if delivery["endpoint_id"] == endpoint_id]

    def attempts_of(self, endpoint_id: str) -> list[Row]:
        return [attempt for attempt in self.attempts if attempt["endpoint_id"] == endpoint_id]


def mistakes(books: Books, stands: dict[str, Stand]) -> list[str]:
    """Everything that is not as it should be; `stands` are the receivers by their endpoint's id."""
    return [
        *_wrongly_fanned_out(books),
        *_wrong_deliveries(books),
        *_wrong_queue(books),
        *_wrong_counts_of_failures(books),
        *_wrong_statistics(books),
        *_wrong_requests(books, stands),
    ]


def _wrongly_fanned_out(books: Books) -> Iterator[str]:
    """There is one delivery for each event and endpoint that asked for it, and no other."""
    wanted = {
        (endpoint["id"], event["id"])
        for endpoint in books.tables["webhook_endpoints"]
        for event in books.tables["events"]
        if event["account_id"] == endpoint["account_id"]
        and event["occurred_at"] >= endpoint["active_since"]
        and ("*" in endpoint["events"] or event["type"] in endpoint["events"])
    }
    made = [(delivery["endpoint_id"], delivery["event_id"]) for delivery in books.deliveries]
    yield from (f"no delivery for {pair}" for pair in wanted - set(made))
    yield from (f"a delivery without a subscription: {pair}" for pair in set(made) - wanted)
    if len(made) > len(set(made)):
        yield f"{len(made) - len(set(made))} deliveries were made twice"
    yield from (f"left in the outbox: {row}" for row in books.tables["outbox"])


def _wrong_deliveries(books: Books) -> Iterator[str]:
    """The attempts are numbered without a gap, none follows a success, and the row tells what came of the last."""
    attempts = defaultdict(list)
    for attempt in books.attempts:
        attempts[attempt["delivery_id"]].append(attempt)
    for delivery in books.deliveries:
        tried = attempts[delivery["id"]]
        if [attempt["number"] for attempt in tried] != list(range(1, delivery["attempts"] + 1)):
            yield f"attempts are not 1 to {delivery['attempts']}: {tried}"
        if any(attempt["is_success"] for attempt in tried[:-1]):
            yield f"tried again after a success: {tried}"
        if _told(delivery) != _told_by(tried[-1] if tried else None):
            yield f"{delivery} does not tell of its last attempt: {tried[-1:]}"
        if (delivery["delivered_at"] is not None) != (delivery["status"] == "sent"):
            yield f"delivered or not: {delivery}"


def _told(delivery: Row) -> tuple:
    columns = ("status", "last_attempt_at", "next_retry_at", "response_code", "last_error", "duration_ms")
    return tuple(delivery[name] for name in columns)


def _told_by(last: Row | None) -> tuple:
    if last is None:
        return "pending", None, None, None, None, None
    status = "sent" if last["is_success"] else "failed" if last["next_retry_at"] is None else "pending"
    columns = ("attempted_at", "next_retry_at", "response_code", "error", "duration_ms")
    return status, *(last[name] for name in columns)


def _wrong_queue(books: Books) -> Iterator[str]:
    """Exactly the pending deliveries are queued; a lane comes up when something in it is due."""
    queued = {row["delivery_id"] for row in books.tables["webhook_queue"]}
    pending = {delivery["id"] for delivery in books.deliveries if delivery["status"] == "pending"}
    yield from (f"pending, but not queued: {id}" for id in pending - queued)
    yield from (f"queued, but not pending: {id}" for id in queued - pending)
    due: dict[str, datetime] = {}
    for row in books.tables["webhook_queue"]:
        due[row["endpoint_id"]] = min(row["due_at"], due.get(row["endpoint_id"], row["due_at"]))
    lanes = {lane["endpoint_id"]: lane["due_at"] for lane in books.tables["webhook_queue_endpoints"]}
    for endpoint_id, at in due.items():
        if lanes[endpoint_id] is None or lanes[endpoint_id] > max(at, books.at) + LANE_SLACK:
            yield f"the lane of {endpoint_id} comes up at {lanes[endpoint_id]}, though something is due at {at}"


def _wrong_counts_of_failures(books: Books) -> Iterator[str]:
    """Failures in a row: none for an endpoint that took everything; each attempt for an endpoint that took nothing.

    The receivers of a soak are of these two kinds whenever nothing is under way.
    """
    for endpoint in books.tables["webhook_endpoints"]:
        counted = endpoint["consecutive_failures"], endpoint["failing_since"]
        ends = [attempt["ended_at"] for attempt in books.attempts_of(endpoint["id"])]
        if all(delivery["status"] == "sent" for delivery in books.deliveries_of(endpoint["id"])):
            is_right = counted == (0, None)
        else:
            earliest = [at for at in ends if at - min(ends) <= STORED_WITHIN]
            # The attempt is dated by its process, the endpoint by the database.
            is_near = counted[1] is not None and any(abs(counted[1] - at) <= DATED_WITHIN for at in earliest)
            is_right = counted[0] == len(ends) and is_near
        if not is_right:
            yield f"{endpoint['url']} failed {len(ends)} times since {min(ends, default=None)}, but has {counted}"
        if not endpoint["active"]:
            yield f"{endpoint['url']} was switched off"


def _wrong_statistics(books: Books) -> Iterator[str]:
    """The hours say what the attempts do."""
    counted: dict[tuple, tuple[int, datetime]] = {}
    for attempt in books.attempts:
        at = attempt["attempted_at"]
        outcome = "sent" if attempt["is_success"] else "failed" if attempt["next_retry_at"] is None else "retried"
        hour = at.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
        key = attempt["endpoint_id"], hour, outcome, bisect_left(DURATION_BOUNDS_MS, attempt["duration_ms"])
        number, last_at = counted.get(key, (0, at))
        counted[key] = number + 1, max(last_at, at)
    kept = {
        (row["endpoint_id"], row["hour"], row["outcome"], row["duration_bucket"]): (row["attempts"], row["last_at"])
        for row in books.tables["webhook_hourly_stats"]
    }
    for key in counted.keys() | kept.keys():
        if counted.get(key) != kept.get(key):
            yield f"{key}: {counted.get(key)} by the attempts, {kept.get(key)} by the statistics"


def _wrong_requests(books: Books, stands: dict[str, Stand]) -> Iterator[str]:
    """Every request was signed and named its delivery; every recorded answer belongs to a request that was seen."""
    answered = defaultdict(set)
    for attempt in books.attempts:
        if attempt["response_code"] is not None:
            answered[attempt["delivery_id"]].add(attempt["number"])
    digests = defaultdict(set)
    for endpoint_id, stand in stands.items():
        seen = defaultdict(set)
        for each in stand.seen:
            seen[each.delivery_id].add(each.attempt)
            digests[each.event_id].add(each.digest)
        rows = {row["id"]: row for row in books.deliveries_of(endpoint_id)}
        yield from _strange(rows, stand.seen)
        for id, row in rows.items():
            if not answered[id] <= seen[id]:
                yield f"{row} has answers to attempts that were not seen: {answered[id] - seen[id]}"
            if seen[id] - set(range(1, row["attempts"] + 1 + (row["status"] == "pending"))):
                yield f"{row} was attempted under the numbers {sorted(seen[id])}"
    yield from (f"{event_id} was sent with {len(each)} bodies" for event_id, each in digests.items() if len(each) > 1)


def _strange(rows: dict[str, Row], seen: Iterable[Seen]) -> Iterator[str]:
    for each in seen:
        row = rows.get(each.delivery_id)
        if not each.is_genuine or row is None or (row["event_id"], row["type"]) != (each.event_id, each.type):
            yield f"a strange request: {each}, of {row}"
