"""Logs name the request and never show a secret, whichever component writes them."""

import io
import json
import logging
import re
import sys
from collections.abc import Iterator

import pytest
import structlog

from fulfilment import settings
from fulfilment.infra.observability import logs

SECRETS = (
    "svcsk_Zm9vYmFy-_x",
    "whsec_c2VjcmV0",
    "biteship_live.eyJhbGciOi.x",
    "sk_live_4eC39HqLyjWD",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
)


@pytest.fixture
def written(request, monkeypatch) -> Iterator[io.StringIO]:
    """Standard error of a process with the logs configured."""
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    handlers = logging.root.handlers[:]
    monkeypatch.setattr(logs, "fast_request_log", logs.FastRequestLog())
    logs.configure(settings.load({"FULFILMENT_LOG_FORMAT": getattr(request, "param", "json")}), "api")
    yield sys.stderr
    logging.root.handlers[:] = handlers
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()
    logging.captureWarnings(False)


def lines(written: io.StringIO) -> list[dict]:
    logging.root.handlers[0].flush()
    return [json.loads(line) for line in written.getvalue().splitlines()]


def test_an_event_carries_the_request_and_the_component(written):
    structlog.contextvars.bind_contextvars(request_id="req_1")
    structlog.get_logger("here").info("answered", status=200)
    logging.getLogger("a.library").warning("was %s", "slow")
    ours, theirs = lines(written)
    assert (ours["event"], ours["status"], ours["component"]) == ("answered", 200, "api")
    assert (theirs["event"], theirs["level"]) == ("was slow", "warning")
    assert ours["request_id"] == theirs["request_id"] == "req_1"


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("written", ["json", "text"], indirect=True)
def test_a_secret_is_hidden_wherever_it_stands(written, secret):
    log = structlog.get_logger("here")
    log.info(f"got {secret}", detail={"list": [secret, (secret,)], "bytes": secret.encode()})
    logging.getLogger("a.library").error("failed with %s", secret, extra={"extra": secret})
    try:
        raise ValueError(secret)
    except ValueError:
        log.exception("broken")
        logging.getLogger("a.library").exception("broken")
    logging.root.handlers[0].flush()
    said = written.getvalue()
    assert secret not in said
    assert "[redacted]-" not in said
    assert said.count(logs.REDACTED) >= 6


@pytest.mark.parametrize(
    "name",
    ["secret", "apiKey", "api_key", "Authorization", "password", "x_signature", "accessToken", "set-cookie"],
)
def test_a_value_whose_name_is_secret_is_hidden_whatever_it_looks_like(written, name):
    structlog.get_logger("here").info("got", **{name: "plain", "nested": {name: ["plain"]}})
    (event,) = lines(written)
    assert event[name] == logs.REDACTED
    assert event["nested"] == {name: logs.REDACTED}


def test_addresses_lose_passwords_and_tokens_and_nothing_else(written):
    structlog.get_logger("here").info(
        "got", db="postgresql://me:hunter2@db:5432/x", path="/api/v1/inbound/aggregator/t0ken?x=1", header="Bearer abc"
    )
    (event,) = lines(written)
    assert event["db"] == "postgresql://[redacted]@db:5432/x"
    assert event["path"] == "/api/v1/inbound/aggregator/[redacted]?x=1"
    assert event["header"] == "Bearer [redacted]"


def test_the_public_half_of_a_key_is_shown(written):
    structlog.get_logger("here").info("got", key_id="svc_key_0123456789abcdef", idempotency_key="order-1")
    (event,) = lines(written)
    assert (event["key_id"], event["idempotency_key"]) == ("svc_key_0123456789abcdef", "order-1")


def test_a_frequent_event_is_the_line_that_structlog_makes(written):
    said = {"method": "GET", "route": None, "status": 200, "ms": 0.4, "client": "2001:db8::1", "token": "hunter2"}
    said |= {"key_id": "svc_key_0123456789abcdef", "word": f"süß {SECRETS[0]}"}
    structlog.contextvars.bind_contextvars(request_id="req_1")
    log = structlog.get_logger("here")
    logs.fast_request_log.write(log, "request", "req_1", dict(said))
    log.info("request", **said)
    quick, ordinary = lines(written)
    assert quick.pop("timestamp") <= ordinary.pop("timestamp")
    assert quick == ordinary
    assert SECRETS[0] not in written.getvalue() and "hunter2" not in written.getvalue()
    assert "süß" in written.getvalue()


@pytest.mark.parametrize("written", ["text"], indirect=True)
def test_as_text_a_frequent_event_goes_the_way_of_all_others(written):
    logs.fast_request_log.write(structlog.get_logger("here"), "request", "req_1", {"status": 200})
    logging.root.handlers[0].flush()
    assert "request" in written.getvalue() and "status=200" in written.getvalue()


@pytest.mark.parametrize("written", ["text"], indirect=True)
def test_as_text_each_event_is_one_short_line_for_people(written):
    said = {"method": "POST", "route": "/api/v1/shipments", "status": 409, "ms": 12.5, "code": "INVALID_STATE"}
    said |= {"client": "127.0.0.1", "key_id": "svc_key_0123456789abcdef", "workspace": "acc_1"}
    logs.fast_request_log.write(structlog.get_logger("here"), "request", "req_1", dict(said))
    structlog.get_logger("here").warning("catalogue_not_refreshed", error="The courier is away.", rows=["a", "b"])
    structlog.get_logger("here").info("told", text="x" * 10_000 + "\nmore", nothing=None)
    logging.root.handlers[0].flush()
    request, warning, long = written.getvalue().splitlines()
    assert re.fullmatch(r"\d\d:\d\d:\d\d api +POST /api/v1/shipments 409 12\.5 ms INVALID_STATE", request)
    assert re.fullmatch(
        r"\d\d:\d\d:\d\d api +WARNING catalogue not refreshed error=The courier is away\. rows=a, b", warning
    )
    assert len(long) < 160 and long.endswith("…")


def test_below_the_level_info_it_is_not_asked_for():
    frequent = logs.FastRequestLog()
    frequent.configure(settings.load({"FULFILMENT_LOG_LEVEL": "warning"}), "api")
    assert not frequent.is_enabled
    frequent.configure(settings.load({"FULFILMENT_LOG_LEVEL": "debug"}), "api")
    assert frequent.is_enabled
