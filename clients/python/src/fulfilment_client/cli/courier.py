"""The courier simulator's controls, and the proof that the service asks this simulator and no real courier."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

import httpx

from ..errors import FulfilmentError
from .refusal import Refusal

if TYPE_CHECKING:
    from ..client import Fulfilment

_TIMEOUT_SECONDS = 10.0
_OWN_NAMES = frozenset({"127.0.0.1", "localhost", "::1"})


class Simulator:
    """Raises Refusal wherever the simulator does not do what it is told."""

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/")
        # It listens on this machine only, where no proxy has any business.
        self._http = httpx.Client(timeout=_TIMEOUT_SECONDS, trust_env=False)

    def __enter__(self) -> Simulator:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def require(self, service_url: str) -> None:
        """Raise Refusal unless a simulator is there, and reports to this service."""
        told = self._ask("GET", "health").get("webhook")
        if not told:
            raise Refusal(f"the courier simulator at {self._url} reports to nobody: it is not the service's.")
        if not _is_same(str(told), service_url):
            raise Refusal(
                f"the courier simulator at {self._url} reports to {_place(str(told))}, not to {service_url}: "
                "it is another service's. --simulator says where the right one is."
            )

    def require_asked_by(self, client: Fulfilment) -> None:
        """Raise Refusal unless what the service asks its courier arrives here, and not at a real one."""
        sought = f"trigger {secrets.token_hex(8)}"
        try:
            client.shipping.search_areas(q=sought)
        except FulfilmentError as problem:
            raise Refusal(f"the service cannot ask its courier ({problem}); nothing was triggered.") from None
        if sought not in cast("list[str]", self._ask("GET", "health").get("searched") or []):
            raise Refusal(
                f"the service asks another courier than the simulator at {self._url}, perhaps a real one: "
                "nothing was triggered. Events can be triggered in development mode."
            )

    def order_of(self, shipment_id: str) -> str | None:
        """The order that was booked for a shipment."""
        found = cast("list[dict[str, Any]]", self._ask("GET", f"orders?reference_id={shipment_id}")["orders"])
        return str(found[0]["id"]) if found else None

    def report(self, order_id: str, what: str, body: dict[str, Any]) -> None:
        """Move an order; `what` is `status`, `price` or `waybill`."""
        self._ask("POST", f"orders/{order_id}/{what}", body)

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        try:
            answer = self._http.request(method, f"{self._url}/_control/{path}", json=body)
            told: Any = answer.json() if answer.is_success else None
        except (httpx.HTTPError, httpx.InvalidURL, ValueError):
            told = None
        if not isinstance(told, dict):
            raise Refusal(
                f"no courier simulator answers at {self._url}. Events are triggered in development mode only, where "
                "`make serve` starts one; --simulator says where it is."
            )
        return cast("dict[str, Any]", told)


def _is_same(report_url: str, service_url: str) -> bool:
    told, service = urlsplit(report_url), urlsplit(service_url)
    if (told.port or 80, service.scheme) != (service.port or 80, told.scheme):
        return False
    return told.hostname == service.hostname or {told.hostname, service.hostname} <= _OWN_NAMES


def _place(url: str) -> str:
    """Where an address is, without its path, in which there is a token."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
