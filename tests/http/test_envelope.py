"""Every answer is in the envelope and carries its request id (specification, Response envelope)."""

import re

import pytest

from tests.http.service import Client, Service

REQUEST_ID = re.compile(r"req_[0-9A-HJKMNP-TV-Z]{26}")
TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def test_success_has_data_no_error_and_meta(client: Client) -> None:
    answer = client("GET", "/api/v1/warehouses")
    assert set(answer.json) == {"data", "error", "meta"} and answer.json["error"] is None
    assert REQUEST_ID.fullmatch(answer.json["meta"]["requestId"])
    assert TIMESTAMP.fullmatch(answer.json["meta"]["timestamp"])


def test_a_refusal_has_no_data_and_a_code_and_a_message(client: Client) -> None:
    body = client("GET", "/api/v1/products/prod_unknown").json
    assert body["data"] is None and set(body["error"]) == {"code", "message"}
    assert REQUEST_ID.fullmatch(body["meta"]["requestId"])


@pytest.mark.parametrize(
    ("method", "target"),
    [
        ("GET", "/api/v1/health"),
        ("GET", "/api/v1/nothing"),
        ("PUT", "/api/v1/health"),
        ("GET", "/api/v1/products"),
        ("GET", "/"),
        ("GET", "*"),
    ],
)
def test_the_request_id_stands_in_the_header_too(service: Service, method: str, target: str) -> None:
    answer = service.send(method, target, [])
    assert answer.headers["x-request-id"] == answer.json["meta"]["requestId"]
    assert answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    "target",
    [
        "/",
        "/api",
        "/api/v1",
        "/api/v1/nothing",
        "/api/v2/products",
        "/API/V1/products",
        "/api/v1/products/a/b/c",
        "/api/v1/%70roducts",
        "/api/v1/products%2F1",
        "/%",
        "/%zz",
        "/%00",
        "/%ff%fe",
        "/" + "a" * 5_000,
        "/docs/x/../../etc/passwd",
        "/schema",
        "/schema/openapi.json",
    ],
)
def test_an_unknown_route_is_not_found_in_the_envelope(service: Service, target: str) -> None:
    assert service.send("GET", target, []).refusal == (404, "NOT_FOUND")


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY", "get"])
def test_a_wrong_method_is_refused_with_the_right_ones(service: Service, method: str) -> None:
    answer = service.send(method, "/api/v1/products", [])
    assert answer.refusal == (405, "METHOD_NOT_ALLOWED")
    assert answer.headers["allow"] == "GET, POST"


def test_a_wrong_method_is_refused_on_a_path_with_an_id(service: Service) -> None:
    answer = service.send("POST", "/api/v1/products/prod_1", [])
    assert answer.refusal == (405, "METHOD_NOT_ALLOWED") and "GET" in answer.headers["allow"]


def test_an_answer_without_a_body_is_asked_for_with_head_and_gets_none(service: Service) -> None:
    raw = service.exchange(b"HEAD /api/v1/products HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    head, _, body = raw.partition(b"\r\n\r\n")
    assert b" 405 " in head.split(b"\r\n")[0] and body == b""


@pytest.mark.parametrize(
    "id",
    ["%FF", "%C3%28", "a%00b", "%ED%A0%80", "a%2Fb", "%F0%9F%92%A9", "a" * 4_000, "%27%20OR%201%3D1", ".."],
)
def test_an_id_that_cannot_be_one_is_simply_not_found(client: Client, id: str) -> None:
    answer = client("GET", f"/api/v1/products/{id}")
    assert answer.refusal == (404, "NOT_FOUND")


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("limit=x", "limit"),
        ("limit=1.5", "limit"),
        ("limit=", "limit"),
        ("limit=" + "9" * 400, "limit"),
        ("limit=-9223372036854775809", "limit"),
        ("cursor=x", "cursor"),
        ("cursor=", "cursor"),
        ("cursor=W10", "cursor"),
        ("cursor=WzFd", "cursor"),
        ("cursor=WyJcdTAwMDAiXQ", "cursor"),
        ("cursor=" + "A" * 4_000, "cursor"),
        ("cursor=%00", "cursor"),
        ("archived=maybe", "archived"),
        ("archived=%FF", None),
        ("=&&&=", None),
    ],
)
def test_bad_query_parameters_are_validation_with_their_name(client: Client, query: str, field: str | None) -> None:
    answer = client("GET", f"/api/v1/products?{query}")
    if query == "=&&&=":
        assert answer.status == 200
        return
    assert answer.refusal == (400, "VALIDATION") and answer.field == field


def test_a_surrogate_in_a_cursor_is_a_bad_cursor(client: Client) -> None:
    for cursor in ("WyJcdWQ4MDAiXQ", "WyLtoIAiXQ"):
        answer = client("GET", f"/api/v1/products?cursor={cursor}")
        assert answer.refusal == (400, "VALIDATION") and answer.field == "cursor"


def test_unknown_query_parameters_are_ignored(client: Client) -> None:
    assert client("GET", "/api/v1/products?colour=red&archived=true").status == 200
