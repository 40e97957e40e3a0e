"""What people type into the console's forms."""

import contextlib
from datetime import date
from typing import Any

from fulfilment.console.batches import asking
from fulfilment.console.credit import view as credit
from fulfilment.console.drafting import entry
from fulfilment.console.shipments import view as shipments
from fulfilment.console.wording import amounts, details
from fulfilment.console.wording.show import Show
from fulfilment.http import page
from fulfilment.http.errors import ApiError
from fulfilment.http.form import MEDIA_TYPE, Form
from fulfilment.http.request import Request
from tests.linear.search import Grammar, plain

FORMS = Grammar(
    plain("a=b&", "&", "=", "%", "+", "%C3", "%00", "a", "é", "id=a&", "filter-q=a&"),
    ["", "key=a&", "what-0=a&", "filter-"],
    ["", "&"],
)
AMOUNTS = Grammar(plain("1", ".", ",", " ", "000", "Rp", "-", "٣", "é"), ["", "Rp ", "$"], ["", " IDR", ",5"])
DAYS = Grammar(plain("2026-11-23", "-", "1", "T", "é", "W"), ["", "2026-11-23"], ["", "Z"])
RATES = Grammar(plain("|", "1", "jne", "a", "é"), ["", "jne|reg|standard|1|"], ["", "|0"])
ORIGINS = Grammar(plain("a", ":", "/", "[", "]", "://", ".", "é"), ["", "https://", "http://["], ["", "]", "://"])

# Texts of the service with slots, in which somebody else's words stand.
REFUSALS = Grammar(
    plain("'", "' of '", ", got '", "1", " ", ": ", "The payment provider opened no checkout: ", "é"),
    ["", "'", "Invalid enum value ", "The courier says: ", "The payment provider opened no checkout: "],
    ["", ".", "'.", " This is being found out."],
)


class _Frame:
    """As much of a frame as days need."""

    show = Show("en", "Asia/Jakarta", "IDR")

    def say(self, text: str, **_values: Any) -> str:
        return text


def _request(body: bytes = b"", **headers: str) -> Request:
    given = {name.replace("_", "-"): [value.encode()] for name, value in headers.items()}
    return Request("POST", b"/console", b"", given, body, None)


def read_form(text: str) -> None:
    with contextlib.suppress(ApiError):
        form = Form.of(_request(text.encode(), content_type=MEDIA_TYPE))
        asking.list_of(form)
        entry.Entry.of(form).items("IDR")


def read_amount(text: str) -> None:
    amounts.read(text, "IDR")
    amounts.read(text, "USD")


def read_day(text: str) -> None:
    with contextlib.suppress(ApiError):
        shipments._day(_Frame(), text, "from")
    credit.period_of(_Frame(), credit.CreditQuery(from_=text, to=text))
    credit._is_plain_day(text)


def tell_refusal(text: str) -> None:
    details.tell(text, str)


def read_rate(text: str) -> None:
    with contextlib.suppress(ApiError):
        entry.chosen(text)
    named = {"courierCode": "jne", "courierServiceCode": "reg", "courierType": "standard"}
    entry.same_service(text, [named | {"price": 1, "insurance": 0}])


def read_origin(text: str) -> None:
    page.is_of_own_page(_request(origin=text, host="a"))
    page.is_of_own_page(_request(origin="a", host=text))


def show_day(text: str) -> None:
    with contextlib.suppress(ValueError):
        _Frame.show.day(text)
    _Frame.show.day(date(2026, 11, 23))
