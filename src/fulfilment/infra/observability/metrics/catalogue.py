"""Catalogue of all metrics: name, kind, labels and meaning (docs/metrics.md).

A label has a closed set of values, known from the code: routes, statements, loops, outcomes. It is never a workspace, a
key, a host or an address, since clients could create any number of these.
"""

from typing import Literal

import msgspec

# Buckets in seconds, for requests of less than a millisecond as well as for requests that wait for a courier.
SECONDS = (0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0)
MEMBERS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)

# Label values for everything that the code does not know.
UNMATCHED = "unmatched"
OTHER = "other"

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
# Other responses with status 500 or more are specified errors, such as NEGATIVE_STOCK.
FAILURE_CODES = frozenset({"INTERNAL", "SERVICE_UNAVAILABLE"})
PROCESSES = ("api", "worker")
CONNECTION_STATES = ("in_use", "idle", "unused")
ERROR_KINDS = ("disk_full", "read_only", "timeout", "lock_timeout", "collision", "away", OTHER)
ATTEMPT_OUTCOMES = ("delivered", "refused", "timed_out", "unreachable")
SLOT_STATES = ("used", "free")
COURIER_CALLS = ("couriers", "areas", "rates", "book", "order", "cancel", "track", "track_waybill")
COURIER_OUTCOMES = ("done", "refused", "outage", "unclear", "failed")
FAILURE_KINDS = ("fault", "database")
TRANSACTION_STATEMENTS = {"BEGIN;": "begin", "COMMIT;": "commit", "ROLLBACK;": "rollback"}
# Loops of an API process, and below those of a worker (worker.py).
API_LOOPS = ("heartbeat", "key_use", "request_windows", "address_windows")
WORKER_LOOPS = (
    "listener",
    "fan_out",
    "deliveries",
    "delivery_results",
    "courier_operations",
    "subscriptions",
    "tracking_syncs",
    "batches",
    "checkouts",
    "recoveries",
    "queue_figures",
)

# Aggregation of the values of several processes.
Merge = Literal["sum", "max"]


class Metric(msgspec.Struct, frozen=True):
    """One metric; `buckets` are a histogram's upper bounds."""

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    help: str
    labels: tuple[str, ...] = ()
    buckets: tuple[float, ...] = ()
    merge: Merge = "sum"


def _counter(name: str, help_text: str, *labels: str) -> Metric:
    return Metric(name, "counter", help_text, labels)


def _gauge(name: str, help_text: str, *labels: str, merge: Merge = "sum") -> Metric:
    return Metric(name, "gauge", help_text, labels, merge=merge)


def _histogram(name: str, help_text: str, *labels: str, buckets: tuple[float, ...] = SECONDS) -> Metric:
    return Metric(name, "histogram", help_text, labels, buckets)


REQUESTS = _counter("fulfilment_http_requests_total", "Requests that were answered.", "route", "method", "status")
FAILURES = _counter(
    "fulfilment_http_failures_total",
    "Requests that failed for our reasons: `INTERNAL` or `SERVICE_UNAVAILABLE`.",
    "code",
)
REQUEST_SECONDS = _histogram("fulfilment_http_request_seconds", "From a request's head to its last byte.", "route")
IN_FLIGHT = _gauge("fulfilment_http_requests_in_flight", "Requests that are being answered.", "route")
CONNECTIONS = _gauge("fulfilment_database_connections", "Connections of the pools, by state.", "process", "state")
POOL_WAIT = _histogram(
    "fulfilment_database_pool_wait_seconds", "Time of waiting for a connection, where none was free.", "process"
)
POOL_REFUSALS = _counter(
    "fulfilment_database_pool_refusals_total", "Requests that got no connection in time and failed with 503.", "process"
)
STATEMENT_SECONDS = _histogram(
    "fulfilment_database_statement_seconds", "From sending a statement to its answer.", "statement"
)
DATABASE_ERRORS = _counter(
    "fulfilment_database_errors_total", "Statements that the database refused or lost.", "process", "kind"
)
GROUP_COMMIT_SIZE = _histogram(
    "fulfilment_group_commit_size", "The number of commands that shared a transaction.", buckets=MEMBERS
)
DATABASE_UP = _gauge(
    "fulfilment_database_up", "1 where a worker could read its queue figures the last time.", merge="max"
)
DATABASE_SIZE = _gauge("fulfilment_database_size_bytes", "The size of the database on disk.", merge="max")
OUTBOX = _gauge("fulfilment_outbox_events", "Events not fanned out yet, 10,000 at most.", merge="max")
OUTBOX_OLDEST = _gauge(
    "fulfilment_outbox_oldest_seconds", "The age of the oldest of these events; 0: none.", merge="max"
)
QUEUE = _gauge("fulfilment_webhook_queue_deliveries", "Deliveries that are pending, 10,000 at most.", merge="max")
QUEUE_OLDEST = _gauge(
    "fulfilment_webhook_queue_oldest_seconds",
    "How long the oldest pending delivery has been due; 0: none.",
    merge="max",
)
ATTEMPTS = _counter("fulfilment_webhook_attempts_total", "Attempts to deliver a webhook.", "outcome")
ATTEMPT_SECONDS = _histogram("fulfilment_webhook_attempt_seconds", "How long an attempt took.", "outcome")
SLOTS = _gauge("fulfilment_webhook_slots", "Attempts that may be under way at once, by use.", "state")
COURIER_CALLS_MADE = _counter("fulfilment_courier_calls_total", "Calls to the aggregator.", "kind", "outcome")
COURIER_SECONDS = _histogram("fulfilment_courier_call_seconds", "How long a call to the aggregator took.", "kind")
COURIER_UNCLEAR = _gauge(
    "fulfilment_courier_calls_unclear", "Bookings and cancellations of unclear outcome, 10,000 at most.", merge="max"
)
COURIER_OLDEST = _gauge(
    "fulfilment_courier_call_oldest_unclear_seconds",
    "How long the oldest of these has been unclear; 0: none.",
    merge="max",
)
SWEEP_SUCCESS = _gauge(
    "fulfilment_cleanup_last_success_timestamp_seconds",
    "When a clean-up job last succeeded, or its worker started.",
    "cleanup",
    merge="max",
)
SWEEP_INTERVAL = _gauge(
    "fulfilment_cleanup_interval_seconds", "The interval of a clean-up job.", "cleanup", merge="max"
)
LOOP_SUCCESS = _gauge(
    "fulfilment_loop_last_success_timestamp_seconds",
    "When a loop last completed a run, or its process started.",
    "loop",
    merge="max",
)
LOOP_FAILURES = _counter("fulfilment_loop_failures_total", "Failures of background loops.", "loop", "kind")
LOOP_LAG = _histogram("fulfilment_loop_lag_seconds", "The delay with which the event loop ran a timer.", "process")
STARTS = _counter("fulfilment_process_starts_total", "Processes that began to serve.", "process")
RUNNING = _gauge("fulfilment_processes", "Processes that serve now.", "process")
DISK_FREE = _gauge("fulfilment_data_disk_free_bytes", "The free space on the disk of data_dir.")
DISK_SIZE = _gauge("fulfilment_data_disk_bytes", "The size of the disk of data_dir.")
CLOCK_SKEW = _gauge(
    "fulfilment_clock_skew_seconds",
    "The difference of the node's clock to the database's, in either direction.",
    merge="max",
)
INFO = _gauge("fulfilment_info", "Always 1; the labels name the release and its newest migration.", "release", "schema")

METRICS: dict[str, Metric] = {each.name: each for each in list(globals().values()) if isinstance(each, Metric)}
