"""People who are signed in to the console."""

from typing import Any
from urllib.parse import urlencode

from tests.harness import signed_in as sessions
from tests.http.service import Answer, Service


def signed_in(
    service: Service, account_id: str, role: str = "owner", *others: str, **about: Any
) -> list[tuple[str, str]]:
    """The headers of somebody of that role in the workspace, and in the `others` they may choose too.

    What is said `about` them beside that is for `tests.harness.signed_in`.
    """
    session = sessions.signed_in(service.database_url, role, account_id, *others, **about)
    return [("Cookie", f"svc-session={session}"), ("Accept-Language", "en")]


def opened(service: Service, address: str, headers: list[tuple[str, str]]) -> Answer:
    """A page, as a browser asks for it."""
    return service.send("GET", address, headers)


def submitted(service: Service, address: str, headers: list[tuple[str, str]], fields: dict[str, Any]) -> Answer:
    """A form, as a browser sends it from one of our pages."""
    own = [("Sec-Fetch-Site", "same-origin"), ("Content-Type", "application/x-www-form-urlencoded")]
    return service.send("POST", address, headers + own, urlencode(fields, doseq=True).encode())
