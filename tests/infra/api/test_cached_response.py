"""The API's description is sent compressed, and only to a client without the current version."""

import gzip

import pytest

from tests.harness.service import Answer, Service

PATH = "/api/v1/openapi.json"


def ask(service: Service, **headers: str) -> Answer:
    return service.send("GET", PATH, [(name.replace("_", "-"), value) for name, value in headers.items()])


def test_it_is_compressed_for_whoever_takes_that(service: Service) -> None:
    plain, compressed = ask(service), ask(service, Accept_Encoding="br, gzip")
    assert "content-encoding" not in plain.headers and compressed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(compressed.raw) == plain.raw and len(compressed.raw) * 10 < len(plain.raw)
    assert plain.headers["vary"] == compressed.headers["vary"] == "Accept-Encoding"
    assert plain.headers["content-type"] == compressed.headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    "accepted, encoding",
    [
        ("gzip", "gzip"),
        ("GZIP;q=0.5", "gzip"),
        ("*", "gzip"),
        ("gzip;q=0", None),
        ("*, gzip;q=0.0", None),
        ("br", None),
    ],
)
def test_a_weight_of_0_means_no(service: Service, accepted: str, encoding: str | None) -> None:
    assert ask(service, Accept_Encoding=accepted).headers.get("content-encoding") == encoding


@pytest.mark.parametrize("accepted", ["gzip", "identity"])
def test_whoever_has_it_is_told_so_and_no_more(service: Service, accepted: str) -> None:
    etag = ask(service, Accept_Encoding=accepted).headers["etag"]
    assert etag.startswith('"') and etag.endswith('"')
    for has in (etag, f'"other", W/{etag}', "*"):
        again = ask(service, Accept_Encoding=accepted, If_None_Match=has)
        assert again.status == 304 and again.raw == b"" and "content-length" not in again.headers
        assert (again.headers["etag"], again.headers["vary"]) == (etag, "Accept-Encoding")
    assert ask(service, Accept_Encoding=accepted, If_None_Match='"other"').status == 200


def test_each_encoding_has_a_tag_of_its_own(service: Service) -> None:
    tags = {ask(service, Accept_Encoding=accepted).headers["etag"] for accepted in ("gzip", "identity")}
    assert len(tags) == 2


@pytest.mark.parametrize("strange", ["gzip;q=", "gzip;q=²", ";;,,=", "gzip;" + "q" * 3_000, "," * 5_000])
def test_a_strange_list_is_no_fault(service: Service, strange: str) -> None:
    assert ask(service, Accept_Encoding=strange.encode().decode("latin-1"), If_None_Match="*").status == 304
    assert service.faults() == []
