"""People who are signed in to the console."""

import re
from typing import Any
from urllib.parse import urlencode

from tests.harness import signed_in as sessions
from tests.harness.service import Answer, Service

# The address of a page that shows a stored form.
FORM_ADDRESS = re.compile(r"[?&]form=form_")


def session_headers(
    service: Service, account_id: str, role: str = "owner", *others: str, **about: Any
) -> list[tuple[str, str]]:
    """The headers of a person with that role in the workspace; the person may choose the `others` too.

    More claims `about` the person go to `tests.harness.signed_in`.
    """
    session = sessions.signed_in(service.database_url, role, account_id, *others, **about)
    return [("Cookie", f"svc-session={session}"), ("Accept-Language", "en")]


def get_page(service: Service, address: str, headers: list[tuple[str, str]]) -> Answer:
    """A page, as a browser asks for it."""
    return service.send("GET", address, headers)


def submit_form(service: Service, address: str, headers: list[tuple[str, str]], fields: dict[str, Any]) -> Answer:
    """A form, as a browser sends it from one of our pages: where it comes back, the page that shows it again."""
    answer = post_form(service, address, headers, fields)
    location = answer.headers.get("location", "")
    return get_page(service, location, headers) if FORM_ADDRESS.search(location) else answer


def post_form(service: Service, address: str, headers: list[tuple[str, str]], fields: dict[str, Any]) -> Answer:
    """The bare answer to a form, before a browser follows where it leads."""
    form_headers = [("Sec-Fetch-Site", "same-origin"), ("Content-Type", "application/x-www-form-urlencoded")]
    return service.send("POST", address, headers + form_headers, urlencode(fields, doseq=True).encode())
