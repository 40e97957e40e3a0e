"""Tracking pages of a buyer, and shorthands that move the parcels on them."""

from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

from tests.harness.parcels import DESTINATION, ORIGIN, confirm, fund, new_shipment, shipment
from tests.harness.service import Answer, Client, Service
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually

INSTANT = {
    "courierCode": "gojek",
    "courierServiceCode": "instant",
    "courierType": "instant",
    "origin": {**ORIGIN, "city": "Jakarta Selatan", "lat": -6.2436, "lng": 106.8003},
    "destination": {**DESTINATION, "city": "Jakarta", "postalCode": "12110", "lat": -6.26, "lng": 106.81},
}


def link_of(client: Client, id: str) -> str:
    """The path of the shipment's page, as the API tells it."""
    return urlsplit(shipment(client, id)["trackingPageUrl"]).path


def open_page(service: Service, path: str) -> Answer:
    """The page as a browser asks for it: without any credential."""
    return service.send("GET", path, [("Accept", "text/html")])


def booked_as(client: Client, **fields: Any) -> dict[str, Any]:
    """A booked shipment with these fields."""
    fund(client)
    answer = confirm(client, new_shipment(client, **fields)["id"])
    assert answer.status == 200, answer.raw
    return answer.data["shipment"]


def moved(client: Client, courier: Courier, sent: dict[str, Any], *statuses: str, note: str | None = None) -> None:
    """Have the courier report each of these, and wait until the service has applied them all."""
    before = len(shipment(client, sent["id"])["events"])
    for status in statuses:
        courier.report(sent["aggregatorOrderId"], status, note=note)
    # A courier repeats a cancellation of ours in a report of its own.
    eventually(lambda: len(shipment(client, sent["id"])["events"]) >= before + len(statuses))


class Page(HTMLParser):
    """The text, the elements and the links of a page."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.status = answer.status
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(answer.raw.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if data.strip() and self.elements[-1][0] != "style":
            self.texts.append(data.strip())

    @property
    def text(self) -> str:
        return " ".join(self.texts)

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def page_of(client: Client, id: str) -> Page:
    """The page of a shipment, read."""
    page = Page(open_page(client.service, link_of(client, id)))
    assert page.status == 200
    return page
