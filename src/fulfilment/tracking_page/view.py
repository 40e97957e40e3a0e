"""What the page says of a shipment: little of the recipient, since its address may be passed on."""

import re
from datetime import UTC, datetime, timezone

import asyncpg
import msgspec
from msgspec import Struct

from fulfilment.aggregators.port import Driver
from fulfilment.labels.masking import mask_name
from fulfilment.shipments import courier_names, tracking_link
from fulfilment.tracking_page import expectation, queries, redaction, wording
from fulfilment.tracking_page.queries import CourierReport
from fulfilment.tracking_page.wording import Wording
from fulfilment.tracking_page.words import Words

_WITH_DRIVER = ("instant", "same_day")
_UNDER_WAY = ("allocated", "picking_up", "picked_up", "in_transit", "dropping_off")
_LONGEST_PLACE = 80
_LONGEST_SHOP = 120
_LONGEST_NOTE = 300
_DIALLED = re.compile(r"\+?\d[\d ().-]{3,28}", re.ASCII)


class Party(Struct, rename="camel"):
    """The sender or the recipient, as the shipment keeps them."""

    contact_name: str = ""
    contact_phone: str = ""
    address: str = ""
    city: str | None = None
    province: str | None = None
    postal_code: str | None = None


class Step(Struct, frozen=True):
    title: str
    note: str | None
    at: datetime


class DriverShown(Struct, frozen=True):
    """`dial` is what a telephone can be told to dial; None where `phone` is no number."""

    name: str | None
    phone: str | None
    dial: str | None
    plate: str | None


class View(Struct, frozen=True):
    """Everything on the page. `stage` is None for a parcel that will not arrive; `history` is newest first.

    Its times are told in `zone`. `order` is what the merchant calls the order.
    """

    shop: str | None
    order: str | None
    now: Words
    stage: int | None
    courier: str
    service: str
    waybill: str | None
    sender_city: str | None
    recipient: str
    recipient_place: str | None
    expected: str | None
    driver: DriverShown | None
    history: list[Step]
    replacement: str | None
    zone: timezone


def compose(row: asyncpg.Record, said: Wording, *, is_in_indonesia: bool) -> View:
    """The page of a row of `queries.find`, its status in the words of `said`."""
    reports = queries.reports_of(row)
    sender = msgspec.json.decode(row["origin_snapshot"], type=Party)
    recipient = msgspec.json.decode(row["destination_snapshot"], type=Party)
    status, is_replaced = row["status"], row["replacement_token"] is not None
    now = said.replaced if is_replaced else said.of_now(status, reports[0].raw_status if reports else None)
    zone = wording.zone_of(recipient.postal_code) if is_in_indonesia else UTC
    begun = Step(said.statuses["pending"].title, None, row["created_at"])
    history = [_step(report, recipient, said) for report in reports]
    return View(
        shop=_short(row["shop"], _LONGEST_SHOP),
        order=row["external_ref"],
        now=now,
        stage=None if is_replaced else wording.stage(status),
        courier=courier_names.courier(row["courier_code"]),
        service=courier_names.service(row["courier_code"], row["courier_service_code"]),
        waybill=row["waybill_id"],
        sender_city=_short(sender.city, _LONGEST_PLACE),
        recipient=mask_name(recipient.contact_name),
        recipient_place=_place(recipient),
        expected=None if is_replaced else _expected(row, reports, now, said, zone),
        driver=None if is_replaced else _driver(row),
        history=sorted([*history, begun], key=lambda step: step.at, reverse=True),
        replacement=tracking_link.address(row["replacement_token"]) if is_replaced else None,
        zone=zone,
    )


def _expected(
    row: asyncpg.Record, reports: list[CourierReport], now: Words, said: Wording, zone: timezone
) -> str | None:
    found = expectation.expected(row, reports, now)
    return None if found is None else said.span(found[0], found[1], zone, in_hours=found[2])


def _place(party: Party) -> str | None:
    """City and province; a city that is its own province is named once."""
    parts = (_short(part, _LONGEST_PLACE) for part in (party.city, party.province))
    return ", ".join(dict.fromkeys(filter(None, parts))) or None


def _step(report: CourierReport, recipient: Party, said: Wording) -> Step:
    return Step(said.of_report(report.raw_status, report.status).title, _note(report, recipient), report.at)


def _note(report: CourierReport, recipient: Party) -> str | None:
    """What the courier wrote. The reason of a cancellation is the merchant's own, for the courier and themselves."""
    if report.note is None or "cancelled" in (report.raw_status, report.status):
        return None
    note = redaction.redact(
        report.note, name=recipient.contact_name, phone=recipient.contact_phone, address=recipient.address
    )
    return _short(note, _LONGEST_NOTE)


def _driver(row: asyncpg.Record) -> DriverShown | None:
    """Whom to expect, and how to reach them: only of couriers who come straight here, and only until they came."""
    if row["driver"] is None or row["courier_type"] not in _WITH_DRIVER or row["status"] not in _UNDER_WAY:
        return None
    driver = msgspec.json.decode(row["driver"], type=Driver)
    name, phone, plate = (_short(said, _LONGEST_PLACE) for said in (driver.name, driver.phone, driver.plate))
    dial = re.sub(r"[^\d+]", "", phone) if phone and _DIALLED.fullmatch(phone) else None
    return DriverShown(name, phone, dial, plate) if name or phone or plate else None


def _short(text: str | None, longest: int) -> str | None:
    """The text, cut where nobody would read on; None for an empty one."""
    text = (text or "").strip()
    return (text if len(text) <= longest else text[: longest - 1].rstrip() + "…") or None
