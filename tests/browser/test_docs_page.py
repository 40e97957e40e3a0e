"""The documentation in a real browser."""

from tests.browser.browser import Browser
from tests.harness.waiting import eventually
from tests.http.service import Service


def test_it_shows_every_group_of_routes_and_asks_nobody_else(sized: Browser, api: Service) -> None:
    sized.open(f"http://127.0.0.1:{api.port}/docs")
    eventually(lambda: {"Shipments", "Webhooks"} <= set(sized.texts(".opblock-tag span")))
    assert sized.complaints() == []
    assert sized.hosts_asked() == {f"127.0.0.1:{api.port}"}
