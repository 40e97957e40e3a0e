"""Input that people type into the console's forms."""

import contextlib
from datetime import date
from types import SimpleNamespace
from typing import Any

from fulfilment.console.bulk_jobs import view
from fulfilment.console.credit import view as credit
from fulfilment.console.i18n import error_messages, formatter
from fulfilment.console.i18n.formatter import Formatter
from fulfilment.console.new_shipment import entry
from fulfilment.console.shipments import view as shipments
from fulfilment.infra.api import internal_client
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.form import MEDIA_TYPE, Form
from fulfilment.infra.api.request import Request
from tests.system.linear.search import Grammar, plain

FORMS = Grammar(
    plain("a=b&", "&", "=", "%", "+", "%C3", "%00", "a", "é", "id=a&", "filter-q=a&"),
    ["", "key=a&", "what-0=a&", "filter-"],
    ["", "&"],
)
AMOUNTS = Grammar(plain("1", ".", ",", " ", "000", "Rp", "-", "٣", "é"), ["", "Rp ", "$"], ["", " IDR", ",5"])
DAYS = Grammar(plain("2026-11-23", "-", "1", "T", "é", "W"), ["", "2026-11-23"], ["", "Z"])
RATES = Grammar(plain("|", "1", "jne", "a", "é"), ["", "jne|reg|standard|1|"], ["", "|0"])
ORIGINS = Grammar(plain("a", ":", "/", "[", "]", "://", ".", "é"), ["", "https://", "http://["], ["", "]", "://"])

# Texts of the service with slots for words of other systems.
REFUSALS = Grammar(
    plain("'", "' of '", ", got '", "1", " ", ": ", "The payment provider opened no checkout: ", "é"),
    ["", "'", "Invalid enum value ", "The courier says: ", "The payment provider opened no checkout: "],
    ["", ".", "'.", " This is being found out."],
)


class _PageLayout:
    """As much of a frame as days need."""

    formatter = Formatter("en", "Asia/Jakarta", "IDR")

    def gettext(self, text: str, **_values: Any) -> str:
        return text


class _LayoutWithCurrency(_PageLayout):
    """As much of a frame as numbers need."""

    workspace = SimpleNamespace(currency="IDR")

    def gettext(self, text: str, **values: Any) -> str:
        return text % values if values else text


def _request(body: bytes = b"", **headers: str) -> Request:
    given = {name.replace("_", "-"): [value.encode()] for name, value in headers.items()}
    return Request("POST", b"/console", b"", given, body, None)


def read_form(text: str) -> None:
    with contextlib.suppress(ApiError):
        form = Form.parse(_request(text.encode(), content_type=MEDIA_TYPE))
        view.parse_list_query(form)
        entry.NewShipmentForm.from_form(form).items(_LayoutWithCurrency())


def read_amount(text: str) -> None:
    formatter.parse_money(text, "IDR")
    formatter.parse_money(text, "USD")


def read_day(text: str) -> None:
    with contextlib.suppress(ApiError):
        shipments._parse_day(_PageLayout(), text, "from")
    credit.parse_period(_PageLayout(), credit.CreditQuery(from_=text, to=text))
    credit._is_plain_day(text)


def tell_refusal(text: str) -> None:
    error_messages.translate_message(text, str)


def read_rate(text: str) -> None:
    with contextlib.suppress(ApiError):
        entry.parse_service(text)
    named = {"courierCode": "jne", "courierServiceCode": "reg", "courierType": "standard"}
    entry.reprice_service(text, [named | {"price": 1, "insurance": 0}])


def read_origin(text: str) -> None:
    internal_client.is_same_origin(_request(origin=text, host="a"))
    internal_client.is_same_origin(_request(origin="a", host=text))


def show_day(text: str) -> None:
    with contextlib.suppress(ValueError):
        _PageLayout.formatter.day(text)
    _PageLayout.formatter.day(date(2026, 11, 23))
