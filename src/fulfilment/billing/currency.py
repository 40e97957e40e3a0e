"""Which currency a plan is bought in (specification, Billing; decisions, section 10)."""

import re

import asyncpg

from fulfilment.infra.api.errors import Validation
from fulfilment.infra.api.request import Request
from fulfilment.payments.port import Currency
from fulfilment.settings import Settings

_COUNTRY = re.compile("[A-Za-z]{2}")
_INDONESIA = "ID"
# What proxies say where they do not know (ISO 3166 leaves it to its users).
_UNKNOWN = "XX"


def choose_currency(
    requested: Currency | None, request: Request, current: asyncpg.Record, settings: Settings
) -> Currency:
    """What was asked for, else that of what is paid already, else by the country that the operator's proxy tells.

    Raises Validation where something is paid in another one: the provider bills a customer in one currency.
    """
    paid = current["currency"] if current["status"] not in (None, "canceled", "incomplete") else None
    if paid is not None and requested not in (None, paid):
        raise Validation(f"The present subscription is paid in {paid}, and so must be the next.", field="currency")
    return requested or paid or _currency_of_country(request, settings.payments_country_header)


def _currency_of_country(request: Request, header: str) -> Currency:
    country = request.single_value(header) if header else None
    if country is None or not _COUNTRY.fullmatch(country) or country.upper() in (_INDONESIA, _UNKNOWN):
        return "IDR"
    return "USD"
