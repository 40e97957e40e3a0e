"""Contents of the page of a shipment: little about the recipient, since its address may be passed on."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timezone

import asyncpg
import msgspec
from msgspec import Struct

from fulfilment.aggregators.port import Driver
from fulfilment.documents.document_data import mask_name
from fulfilment.shipments import courier_names, tracking, tracking_link
from fulfilment.shipments import queries as shipments
from fulfilment.tracking_page import queries, redaction, wording
from fulfilment.tracking_page.queries import CourierReport
from fulfilment.tracking_page.wording import StatusText, Wording

# Tones of parcels that are still expected.
_AWAITED_TONES = ("waiting", "moving")


_DRIVER_COURIER_TYPES = ("instant", "same_day")
_UNDER_WAY_STATUSES = ("allocated", "picking_up", "picked_up", "in_transit", "dropping_off")
_MAX_PLACE_CHARACTERS = 80
_MAX_SHOP_CHARACTERS = 120
_MAX_NOTE_CHARACTERS = 300
_DIALLED = re.compile(r"\+?\d[\d ().-]{3,28}", re.ASCII)


class ContactSnapshot(Struct, rename="camel"):
    """The sender or the recipient, as the shipment keeps them."""

    contact_name: str = ""
    contact_phone: str = ""
    address: str = ""
    city: str | None = None
    province: str | None = None
    postal_code: str | None = None


class HistoryStep(Struct, frozen=True):
    title: str
    note: str | None
    at: datetime


class DriverView(Struct, frozen=True):
    """Driver. `dial` is the number for a telephone link; None where `phone` is no number."""

    name: str | None
    phone: str | None
    dial: str | None
    plate: str | None


class TrackingView(Struct, frozen=True):
    """Everything on the page. `reached_stage` is None for a parcel that will not arrive; `history` is newest first.

    Its times are told in `zone`. `order` is what the merchant calls the order.
    """

    shop: str | None
    order: str | None
    now: StatusText
    stage: int | None
    courier: str
    service: str
    waybill: str | None
    sender_city: str | None
    recipient: str
    recipient_place: str | None
    expected: str | None
    driver: DriverView | None
    history: list[HistoryStep]
    replacement: str | None
    zone: timezone


def build_view(row: asyncpg.Record, texts: Wording, *, is_in_indonesia: bool) -> TrackingView:
    """The page of a row of `queries.find`, its status in the words of `texts`."""
    reports = queries.decode_reports(row)
    sender = msgspec.json.decode(row["origin_snapshot"], type=ContactSnapshot)
    recipient = msgspec.json.decode(row["destination_snapshot"], type=ContactSnapshot)
    status, is_replaced = row["status"], row["replacement_token"] is not None
    now = texts.replaced if is_replaced else texts.describe_current(status, reports[0].raw_status if reports else None)
    zone = wording.find_time_zone(recipient.postal_code) if is_in_indonesia else UTC
    created_step = HistoryStep(texts.statuses["pending"].title, None, row["created_at"])
    history = [_build_step(report, recipient, texts) for report in reports]
    return TrackingView(
        shop=_truncate(row["shop"], _MAX_SHOP_CHARACTERS),
        order=row["external_ref"],
        now=now,
        stage=None if is_replaced else wording.reached_stage(status),
        courier=courier_names.get_courier_name(row["courier_code"]),
        service=courier_names.get_service_name(row["courier_code"], row["courier_service_code"]),
        waybill=row["waybill_id"],
        sender_city=_truncate(sender.city, _MAX_PLACE_CHARACTERS),
        recipient=mask_name(recipient.contact_name),
        recipient_place=_format_place(recipient),
        expected=None if is_replaced else _format_estimate(row, reports, now, texts, zone),
        driver=None if is_replaced else _build_driver(row),
        history=sorted([*history, created_step], key=lambda step: step.at, reverse=True),
        replacement=tracking_link.build_url(row["replacement_token"]) if is_replaced else None,
        zone=zone,
    )


def _format_estimate(
    row: asyncpg.Record, reports: list[CourierReport], now: StatusText, texts: Wording, zone: timezone
) -> str | None:
    delivery_window = estimate_delivery(row, reports, now)
    return (
        None
        if delivery_window is None
        else texts.format_span(delivery_window[0], delivery_window[1], zone, in_hours=delivery_window[2])
    )


def _format_place(party: ContactSnapshot) -> str | None:
    """City and province; a city that is its own province is named once."""
    parts = (_truncate(part, _MAX_PLACE_CHARACTERS) for part in (party.city, party.province))
    return ", ".join(dict.fromkeys(filter(None, parts))) or None


def _build_step(report: CourierReport, recipient: ContactSnapshot, texts: Wording) -> HistoryStep:
    return HistoryStep(
        texts.describe_report(report.raw_status, report.status).title, _redact_note(report, recipient), report.at
    )


def _redact_note(report: CourierReport, recipient: ContactSnapshot) -> str | None:
    """Note of the courier. The reason of a cancellation is left out: it is between the merchant and the courier."""
    if report.note is None or "cancelled" in (report.raw_status, report.status):
        return None
    note = redaction.redact(
        report.note, name=recipient.contact_name, phone=recipient.contact_phone, address=recipient.address
    )
    return _truncate(note, _MAX_NOTE_CHARACTERS)


def _build_driver(row: asyncpg.Record) -> DriverView | None:
    """Driver of the parcel: only of couriers who drive straight to the recipient, and only until delivery."""
    if (
        row["driver"] is None
        or row["courier_type"] not in _DRIVER_COURIER_TYPES
        or row["status"] not in _UNDER_WAY_STATUSES
    ):
        return None
    driver = msgspec.json.decode(row["driver"], type=Driver)
    name, phone, plate = (_truncate(text, _MAX_PLACE_CHARACTERS) for text in (driver.name, driver.phone, driver.plate))
    dial = re.sub(r"[^\d+]", "", phone) if phone and _DIALLED.fullmatch(phone) else None
    return DriverView(name, phone, dial, plate) if name or phone or plate else None


def _truncate(text: str | None, max_characters: int) -> str | None:
    """Text cut to a readable length; None for an empty text."""
    text = (text or "").strip()
    return (text if len(text) <= max_characters else text[: max_characters - 1].rstrip() + "…") or None


def estimate_delivery(
    row: asyncpg.Record, reports: Sequence[CourierReport], now: StatusText
) -> tuple[datetime, datetime, bool] | None:
    """First and last moment of the delivery, and whether the courier counts in hours; None without an estimate.

    `reports` are newest first, and `now` is the status at the top of the page.
    """
    quoted = shipments.parse_eta(row)
    # A parcel with more reports than the page shows may have its collection among the missing ones.
    has_whole_history = 0 < len(reports) < queries.MAX_REPORTS
    if quoted is None or not has_whole_history or now.tone not in _AWAITED_TONES:
        return None
    window = tracking.estimate_window(quoted, row["status"], [(report.status, report.at) for report in reports])
    return None if window is None else (*window, quoted.unit == "hours")
