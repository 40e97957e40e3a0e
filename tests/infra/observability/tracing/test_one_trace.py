"""One trace, from the request over the commit and the fan-out to each attempt, in two processes and on real sockets."""

import json
import secrets
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

import psycopg

from tests.harness.goods import change, default_variant, new_product, new_warehouse
from tests.harness.service import Client, Service
from tests.infra.observability.tracing.collector import Collector, Told, patient, traceparent
from tests.webhooks.inbox import Received, receiving
from tests.webhooks.working import Worker, create_event, register

PARENT = "00f067aa0ba902b7"
STORED = "SELECT count(*) FILTER (WHERE trace IS NOT NULL), count(*) FROM events WHERE account_id = %s"


def within(spans: list[Told], span: Told) -> list[str]:
    """The names of what a span is within, from the inside to the outside."""
    by_id = {each.id: each for each in spans}
    names = []
    while span.parent in by_id:
        span = by_id[span.parent]
        names.append(span.name)
    assert span.parent == PARENT
    return names


def test_a_request_its_commit_its_fan_out_and_every_attempt_are_one_trace(
    collector: Collector, shop: Client, worker: Worker
) -> None:
    answers = iter((503, 204))
    trace = secrets.token_hex(16)
    with receiving(lambda _: next(answers)) as inbox:
        register(shop, inbox.url(), "svc.product.created.v1")
        answer = shop("POST", "/api/v1/products", {"name": "Kopi"}, headers=traceparent(trace))
        attempts = collector.named(trace, "webhook attempt", 2)
        received: list[Received] = inbox.wait_for(2)
    (request,) = collector.named(trace, "POST /api/v1/products")
    (fan_out,) = collector.named(trace, "fan out")
    spans = collector.of(trace)
    assert request.parent == PARENT and request.kind == 2 and request.component == "api"
    assert request.attributes["http.response.status_code"] == 201
    assert request.attributes["fulfilment.request_id"] == answer.headers["x-request-id"]
    assert request.attributes["fulfilment.workspace"] == shop.account_id
    assert within(spans, fan_out) == ["group_commit", request.name] and fan_out.component == "worker"
    assert [within(spans, attempt) for attempt in attempts] == [["fan out", "group_commit", request.name]] * 2
    assert [attempt.attributes["fulfilment.attempt"] for attempt in attempts] == [1, 2]
    assert [attempt.is_error for attempt in attempts] == [True, False]
    assert [attempt.attributes["http.response.status_code"] for attempt in attempts] == [503, 204]
    (settled,) = [span for span in spans if span.name.startswith("outbox.batched_flush")]
    assert within(spans, settled) == ["transaction", "group_commit", request.name]
    # Receivers are told, since that is configured, of the attempt that they were sent.
    assert [each.headers["traceparent"] for each in received] == [f"00-{trace}-{one.id}-01" for one in attempts]


def test_what_is_told_says_who_tells_it_as_the_usual_variables_ask(collector: Collector, shop: Client) -> None:
    trace = secrets.token_hex(16)
    shop("GET", "/api/v1/products", headers=traceparent(trace))
    (span,) = collector.named(trace, "GET /api/v1/products")
    resource = span.attributes["resource"]
    assert resource["service.name"] == "shop-backend" and resource["deployment.environment.name"] == "test"
    assert set(collector.paths) == {"/v1/traces"}
    assert {headers["x-tenant"] for headers in collector.headers} == {"our own"}
    assert {headers["content-encoding"] for headers in collector.headers} == {"gzip"}


def test_requests_that_share_a_commit_keep_their_own_traces_and_name_the_shared_one(
    collector: Collector, shop: Client
) -> None:
    variant, warehouse = default_variant(new_product(shop)), new_warehouse(shop)["id"]
    traces = [secrets.token_hex(16) for _ in range(12)]

    def move(trace: str) -> int:
        body = change(variant, warehouse, 5)
        return shop("POST", "/api/v1/stock/adjust", body, headers=traceparent(trace)).status

    with ThreadPoolExecutor(len(traces)) as together:
        assert list(together.map(move, traces)) == [200] * len(traces)
    for trace in traces:
        collector.named(trace, "group_commit")
        collector.named(trace, "POST /api/v1/stock/adjust")
    with psycopg.connect(shop.service.database_url) as database:
        kept = database.execute(
            "SELECT trace FROM events WHERE account_id = %s AND type LIKE '%%stock.adjusted%%'", [shop.account_id]
        ).fetchall()
    convoys = {trace: collector.named(trace, "group_commit")[0] for trace in traces}
    # Each event belongs to its own request, whichever requests shared its commit.
    marks = sorted(bytes(mark).hex() for (mark,) in kept if mark is not None)
    assert marks == sorted(trace + convoy.id for trace, convoy in convoys.items())
    # A request that did not lead the batch links to the leading one.
    assert all(set(convoy.links) <= set(traces) for convoy in convoys.values())
    led = [trace for trace in traces if any(span.name == "transaction" for span in collector.of(trace))]
    followed = [trace for trace in traces if convoys[trace].links]
    assert set(led) | set(followed) == set(traces) and led


def test_nothing_is_stored_for_what_is_not_sampled_and_no_receiver_is_told(
    collector: Collector, shop: Client, worker: Worker
) -> None:
    with receiving() as inbox:
        register(shop, inbox.url())
        create_event(shop)
        (received,) = inbox.wait_for(1)
    assert "traceparent" not in received.headers
    with psycopg.connect(shop.service.database_url) as database:
        traced, stored = database.execute(STORED, [shop.account_id]).fetchone()
    assert traced == 0 and stored > 0


def test_a_line_of_the_log_names_the_trace_whether_it_is_sampled_or_not(
    collector: Collector, traced: Service, shop: Client
) -> None:
    sampled, other = secrets.token_hex(16), secrets.token_hex(16)
    shop("GET", "/api/v1/products", headers=traceparent(sampled))
    shop("GET", "/api/v1/products", headers=traceparent(other, flags="00"))
    (request,) = collector.named(sampled, "GET /api/v1/products")
    lines = [json.loads(line) for line in traced.log.read_text().splitlines() if sampled in line or other in line]
    assert [(line["event"], line["trace_id"], line.get("span_id")) for line in lines] == [
        ("request", sampled, request.id),
        ("request", other, None),
    ]
    assert not collector.of(other)


def test_what_the_worker_logs_within_an_attempt_names_its_trace(
    collector: Collector, shop: Client, worker: Worker
) -> None:
    trace = secrets.token_hex(16)
    with breaking_off() as url:
        register(shop, url)
        shop("POST", "/api/v1/products", {"name": "Kopi"}, headers=traceparent(trace))
        (attempt,) = collector.named(trace, "webhook attempt")
    line = patient(lambda: next((line for line in worker.log.read_text().splitlines() if trace in line), None))
    said = json.loads(line)
    assert (said["event"], said["trace_id"], said["span_id"]) == ("webhook_body_truncated", trace, attempt.id)


@contextmanager
def breaking_off() -> Iterator[str]:
    """The address of a receiver that breaks off in the middle of each answer, of which the worker makes a line."""

    def receive() -> None:
        with suppress(OSError):
            while True:
                connection, _ = listener.accept()
                with connection:
                    connection.recv(65_536)
                    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=receive, daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/hook"
        listener.shutdown(socket.SHUT_RDWR)
