"""Answers, lists, files and refusals as a caller meets them."""

from __future__ import annotations

import logging
import os
import pickle
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from fulfilment_client import Fulfilment, Hooks, RequestInfo, ResponseInfo, Retries, errors

if TYPE_CHECKING:
    from .conftest import Scripted


def test_a_list_goes_on_to_its_end_and_a_page_can_be_looked_at(server: Scripted) -> None:
    first = server.data([{"id": "1"}], cursor="c1", hasMore=True, total=2)
    last = server.data([{"id": "2"}], cursor=None, hasMore=False, total=2)
    server.say(first, last)
    page = server.client().shipments.list(status="pending")
    assert (page.data, page.cursor, page.has_more, page.total) == ([{"id": "1"}], "c1", True, 2)
    assert [row["id"] for row in page] == ["1", "2"]
    assert server.asked[1].target == "/api/v1/shipping/shipments?cursor=c1&status=pending"


def test_a_list_that_leads_to_itself_is_not_read_for_ever(server: Scripted) -> None:
    server.say(server.data([{"id": "1"}], cursor="c1", hasMore=True))
    with pytest.raises(errors.UnexpectedAnswer, match="itself"):
        list(server.client().shipments.list())


def test_fields_and_values_of_a_newer_service_are_passed_on(server: Scripted) -> None:
    server.say(server.data({"product": {"id": "1", "type": "subscription", "colour": {"name": "red"}}, "more": 1}))
    product: Any = server.client().products.get("prod_1")
    assert product == {"id": "1", "type": "subscription", "colour": {"name": "red"}}


def test_a_refusal_is_of_the_class_of_its_code_and_of_its_status(server: Scripted) -> None:
    server.say(server.refused(409, "STOCK_INSUFFICIENT", field="items.1"))
    with pytest.raises(errors.StockInsufficient) as refused:
        server.client().shipments.confirm_pickup("ship_1")
    problem = refused.value
    assert isinstance(problem, errors.ConflictError)
    assert (problem.status, problem.code, problem.field) == (409, "STOCK_INSUFFICIENT", "items.1")
    assert (problem.request_id, problem.message, problem.retry_after) == ("req_2", "No.", None)
    assert str(problem) == "409 STOCK_INSUFFICIENT (items.1): No. [req_2]"


def test_one_code_under_two_statuses_is_caught_by_either(server: Scripted) -> None:
    for status, family in ((403, errors.PermissionDeniedError), (410, errors.GoneError)):
        server.say(server.refused(status, "EXPIRED"))
        with pytest.raises(errors.Expired) as refused:
            server.client().deliveries.download("dlv_1")
        assert isinstance(refused.value, family)
    server.say(server.refused(400, "VALIDATION_ERROR"))
    with pytest.raises(errors.Validation):
        server.client().shipping.get_origin()


@pytest.mark.parametrize(
    ("status", "family"),
    [(409, errors.ConflictError), (418, errors.ApiError), (500, errors.ServerError), (507, errors.ServerError)],
)
def test_a_code_that_is_not_known_yet_is_of_its_family(status: int, family: type[Exception], server: Scripted) -> None:
    server.say(server.refused(status, "BRAND_NEW"))
    with pytest.raises(family) as refused:
        server.client().products.get("prod_1")
    assert isinstance(refused.value, errors.ApiError) and refused.value.code == "BRAND_NEW"


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b'"text"', b"[" * 100_000, b'{"error": 5}'])
def test_a_refusal_of_something_else_than_the_service_has_no_code(body: bytes, server: Scripted) -> None:
    server.say(server.Said(500, body))
    with pytest.raises(errors.ServerError) as refused:
        server.client().products.get("prod_1")
    assert (refused.value.code, refused.value.request_id) == ("", None)


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b'{"product": {}}', b"\xff"])
def test_a_success_of_something_else_is_no_answer(body: bytes, server: Scripted) -> None:
    server.say(server.Said(200, body))
    with pytest.raises(errors.UnexpectedAnswer) as strange:
        server.client().products.get("prod_1")
    assert (strange.value.status, strange.value.body) == (200, body)


def test_a_redirect_is_not_followed(server: Scripted) -> None:
    server.say(server.Said(302, b"", {"Location": "http://127.0.0.1:9/"}))
    with pytest.raises(errors.UnexpectedAnswer, match="redirect"):
        server.client().products.get("prod_1")
    assert len(server.asked) == 1


def test_a_file_is_saved_whole_or_not_at_all(server: Scripted, tmp_path: Path) -> None:
    path = tmp_path / "label.pdf"
    path.write_bytes(b"before")
    client = server.client()
    server.say(server.Said(200, b"%PDF" * 20_000, cut=20_000))
    with pytest.raises(errors.ConnectionFailed), client.shipments.download_label("ship_1") as label:
        label.save(path)
    assert path.read_bytes() == b"before"
    server.say(server.Said(200, b"%PDF" * 20_000, {"Content-Type": "application/pdf"}))
    with client.shipments.download_label("ship_1", show_items=False) as label:
        assert label.media_type == "application/pdf"
        assert label.save(path) == path
    assert path.read_bytes() == b"%PDF" * 20_000
    assert list(tmp_path.iterdir()) == [path]
    assert server.asked[1].target.endswith("?showItems=false")


def test_a_file_that_is_refused_raises_where_its_with_begins(server: Scripted) -> None:
    server.say(server.refused(404, "NOT_FOUND"))
    with pytest.raises(errors.NotFound), server.client().shipments.download_label("ship_1"):
        raise AssertionError("there is no file")


def test_an_update_leaves_what_is_not_given_and_clears_what_is_none(server: Scripted) -> None:
    server.say(server.data({"product": {}}))
    client = server.client()
    client.products.update("prod_1", sku=None)
    client.products.create(name="Kaos", sku=None)
    client.shipments.cancel("ship_1")
    assert [asked.body for asked in server.asked] == [b'{"sku":null}', b'{"name":"Kaos"}', b""]


def test_moments_are_sent_with_their_zone(server: Scripted) -> None:
    server.say(server.data({"movements": []}))
    client = server.client()
    client.stock.list_movements(from_=datetime(2026, 11, 22, tzinfo=timezone.utc))
    assert server.asked[0].target.endswith("?from=2026-11-22T00%3A00%3A00%2B00%3A00")
    with pytest.raises(ValueError, match="time zone"):
        client.stock.list_movements(from_=datetime(2026, 11, 22))


@pytest.mark.parametrize("id", ["", ".", ".."])
def test_an_id_that_would_be_another_path_is_not_sent(id: str, server: Scripted) -> None:
    with pytest.raises(ValueError, match="id"):
        server.client().products.get(id)
    assert server.asked == []


@pytest.mark.parametrize(
    "url",
    [
        "api.example.com",
        "ftp://a.b",
        "https://u:p@a.b",
        "https://a.b/shop",
        "https://a.b?x=1",
        "https://",
        "https://a:b",
    ],
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="base_url"):
        Fulfilment(url)


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://API.example.com:443/", "api.example.com"),
        ("http://api.example.com:8443/api/v1", "api.example.com:8443"),
        ("http://[::1]:8080", "[::1]:8080"),
        ("https://bücher.example", "xn--bcher-kva.example"),
    ],
)
def test_the_host_that_is_signed_is_the_one_that_is_sent(url: str, host: str) -> None:
    settings = Fulfilment(url, key_id="k", secret="s")._settings
    assert settings.host == host
    assert httpx.Request("GET", settings.base_url).headers["host"] == host


def test_a_credential_is_whole_and_one() -> None:
    credentials: list[dict[str, Any]] = [
        {"key_id": "k"},
        {"secret": "s"},
        {"key_id": "k", "secret": "s", "token": "t"},
        {"key_id": "", "secret": ""},
    ]
    for given in credentials:
        with pytest.raises(ValueError, match="key_id"):
            Fulfilment("https://a.b", **given)


def test_what_is_public_is_sent_without_a_credential_and_the_rest_needs_one(server: Scripted) -> None:
    server.say(server.data({"valid": True}))
    assert Fulfilment(server.url).licenses.validate(key="K")["valid"]
    server.client().licenses.validate(key="K")
    assert all("authorization" not in asked.headers for asked in server.asked)
    with pytest.raises(ValueError, match="credential"):
        Fulfilment(server.url).products.list()


def test_hooks_see_each_attempt_and_one_that_raises_changes_nothing(
    server: Scripted, caplog: pytest.LogCaptureFixture
) -> None:
    server.say(server.refused(503, "SERVICE_UNAVAILABLE"), server.data({"product": {}}))
    requests: list[RequestInfo] = []
    responses: list[ResponseInfo] = []

    def fail(told: object) -> None:
        raise RuntimeError("the hook's own")

    hooks = Hooks(on_request=requests.append, on_response=responses.append, on_retry=fail)
    server.client(hooks=hooks).products.get("prod_1")
    assert [told.attempt for told in requests] == [1, 2]
    assert [(told.status, told.request_id) for told in responses] == [(503, "req_2"), (200, "req_1")]
    assert requests[0].path == "/api/v1/products/{id}"
    assert "the hook's own" in caplog.text


def test_neither_logs_nor_representations_hold_a_secret_or_what_was_sent(
    server: Scripted, caplog: pytest.LogCaptureFixture
) -> None:
    server.say(server.refused(503, "SERVICE_UNAVAILABLE"), server.data({"apiKey": {}, "secret": "svcsk_new"}))
    client = server.client()
    with caplog.at_level(logging.DEBUG, "fulfilment_client"):
        client.api_keys.create(name="Private name")
        client.licenses.validate(key="LICENSE-KEY")
    # Those of httpx are its own; the README says what they hold.
    ours = [record.getMessage() for record in caplog.records if record.name.startswith("fulfilment_client")]
    said = "\n".join([*ours, repr(client), repr(client._settings), str(vars(client))])
    assert "attempt 1" in said
    for secret in ("svcsk_", "Private name", "LICENSE-KEY", "signature="):
        assert secret not in said


@pytest.mark.parametrize("token", ["geheim\n", "geheim\r\nX-Other: 1", "gehe\0im", "geh\u00e9im", "ge heim", ""])
def test_a_token_that_no_header_can_carry_is_neither_sent_nor_shown(
    token: str, server: Scripted, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    server.say(server.data({"products": []}))
    with pytest.raises(ValueError) as at_once:
        Fulfilment(server.url, token=token)
    client = Fulfilment(server.url, token=lambda: token, retries=Retries(first_wait_seconds=0.001))
    with client, pytest.raises(ValueError) as later:
        client.products.list()
    assert not server.asked
    for problem in (at_once, later):
        assert "gehe" not in str(problem.value) + caplog.text


@pytest.mark.parametrize("account", ["acc_1\n", "acc_\u00e9", ""])
def test_a_workspace_that_no_header_can_carry_is_refused_at_once(account: str, server: Scripted) -> None:
    for name in ("on_behalf_of", "workspace"):
        with pytest.raises(ValueError, match=name):
            server.client(**{name: account})
    for copy in (server.client().on_behalf_of, server.client().in_workspace):
        with pytest.raises(ValueError, match="visible"):
            copy(account)


@pytest.mark.parametrize(
    "error",
    [
        errors.ApiError("No.", status=409, code="NEW", field="sku", retry_after=2.0),
        errors.StockInsufficient("No.", status=409, code="STOCK_INSUFFICIENT", idempotency_key="k"),
        errors.UnexpectedAnswer("No.", status=200, body=b"<html>"),
        errors.TimedOut("No.", idempotency_key="k"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_comes_whole_out_of_another_process(error: errors.FulfilmentError) -> None:
    come = pickle.loads(pickle.dumps(error))
    assert (type(come), str(come), vars(come)) == (type(error), str(error), vars(error))


def test_a_file_is_saved_without_touching_the_mask_that_all_threads_share(
    server: Scripted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mask = os.umask(0o027)
    monkeypatch.setattr(os, "umask", None)
    server.say(server.Said(200, b"%PDF"))
    try:
        with server.client().shipments.download_label("shp_1") as label:
            saved = label.save(tmp_path / "label.pdf")
    finally:
        monkeypatch.undo()
        os.umask(mask)
    assert saved.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("held", [None, {}, "x"])
def test_an_answer_without_what_was_asked_for_says_so_and_tells_the_key(held: object, server: Scripted) -> None:
    server.say(server.data(held))
    with pytest.raises(errors.UnexpectedAnswer) as told:
        server.client().products.create(name="Kaos", sku="K-1")
    assert told.value.idempotency_key == server.asked[0].headers["idempotency-key"]
    with pytest.raises(errors.UnexpectedAnswer):
        server.client().products.list()


def test_lines_end_with_a_line_feed_alone(server: Scripted) -> None:
    rows = ['{"name": "Kaos\u2028Hitam\u0085\x0b\x1c"}', "", '{"name": "\u00e9"}' * 30_000, "the last"]
    server.say(server.Said(200, "\n".join(rows).encode()), server.Said(200, b"a\r\nb\r\n"), server.Said(200, b""))
    for lines in (rows, ["a", "b"], []):
        with server.client().audit_log.export() as export:
            assert list(export.iter_lines()) == lines
