"""The documentation page needs nothing but the service itself."""

import gzip
import re
from collections.abc import Iterator

import pytest

from tests.http.service import Service, serving


@pytest.fixture(scope="module")
def service(module_database_url: str) -> Iterator[Service]:
    with serving(module_database_url) as running:
        yield running


def _addresses(page: str) -> list[str]:
    return re.findall(r'(?:src|href)="([^"]+)"', page)


def test_every_address_in_the_page_is_served_by_the_service(service: Service) -> None:
    page = service.send("GET", "/docs", []).raw.decode()
    local = [address for address in _addresses(page) if not address.startswith("data:")]
    assert len(local) >= 5
    for address in local:
        assert address.startswith("/") and not address.startswith("//")
        assert service.send("GET", address, []).status == 200


def test_the_page_may_load_nothing_from_elsewhere_and_run_no_inline_script(service: Service) -> None:
    answer = service.send("GET", "/docs", [])
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
    assert not re.search(r"<script(?![^>]*src=)", answer.raw.decode())


def test_files_are_kept_for_ever_under_an_address_that_changes_with_them(service: Service) -> None:
    page = service.send("GET", "/docs", [])
    assert page.headers["cache-control"] == "no-cache"
    script = next(address for address in _addresses(page.raw.decode()) if address.endswith("page.js"))
    assert "immutable" in service.send("GET", script, []).headers["cache-control"]
    edition = script.split("/")[2]
    assert service.send("GET", script.replace(edition, "0" * 16), []).refusal == (404, "NOT_FOUND")
    assert service.send("GET", f"/docs/{edition}/..%2Fpages.py", []).refusal == (404, "NOT_FOUND")


def test_a_browser_that_takes_gzip_gets_the_same_file_smaller(service: Service) -> None:
    page = service.send("GET", "/docs", []).raw.decode()
    bundle = next(address for address in _addresses(page) if address.endswith("bundle.js"))
    plain = service.send("GET", bundle, [])
    packed = service.send("GET", bundle, [("Accept-Encoding", "gzip, br")])
    assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
    assert gzip.decompress(packed.raw) == plain.raw
    assert len(packed.raw) < len(plain.raw) / 2


def test_the_document_needs_no_credential(service: Service) -> None:
    answer = service.send("GET", "/api/v1/openapi.json", [])
    assert answer.status == 200 and answer.json["openapi"] == "3.1.0"
    assert answer.headers["content-type"] == "application/json"
