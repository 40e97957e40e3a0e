"""Contents of the page of one parcel."""

from typing import Any
from urllib.parse import quote

from fulfilment.bulk_jobs import routes as batches
from fulfilment.console.i18n.error_messages import EXCEPTION_BADGES, STATUS_BADGES
from fulfilment.console.layout.forms import SubmittedForm
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError, NotFound
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.i18n import N_
from fulfilment.shipments import routes as shipments

_OUR_CANCELLATION = "shipment.cancelled"
# Reports for an order that the aggregator no longer has; they say no more than the status after them.
_UNINFORMATIVE = (None, "order_missing")

Entry = dict[str, Any]


# Words for the entries of the history; a code that is not listed is shown as it is.
_ENTRY_LABELS = {
    "topup": N_("Credit topped up"),
    "shipment_charge": N_("Charged to the shipping credit"),
    "shipment_refund": N_("Given back to the shipping credit"),
    "manual_adjustment": N_("Credit corrected"),
    "taken": N_("Taken from stock"),
    "released": N_("Given back to stock"),
    "replaced": N_("Waybill replaced; the old number was"),
    "shipment.created": N_("Created"),
    "shipment.booked": N_("Courier booked"),
    "shipment.cancelled": N_("Cancelled"),
    "shipment.replaced": N_("Replaced"),
    "shipment.printed": N_("Label printed"),
    "shipment.unprinted": N_("Marked as not printed"),
    "shipment.restocked": N_("Returned goods put back"),
}
_DELIVERY_LABELS = {"pending": N_("on its way"), "sent": N_("sent"), "failed": N_("failed")}
SUCCESS_MESSAGES = {
    "drafted": N_("The draft is saved, and its stock is taken. No courier is booked yet."),
    "booked": N_("The courier is booked for %(amount)s."),
    "charged": N_("The courier is booked. %(amount)s was charged to the shipping credit."),
    "cancelled": N_("The parcel is cancelled. You have its stock back."),
    "refunded": N_("The parcel is cancelled. You have its stock and its credit back."),
    "given-back": N_("The parcel is cancelled. You have its stock back, and %(amount)s of shipping credit."),
    "replaced": N_("This parcel replaces the previous one."),
    "restocked": N_("The goods are back on their shelves."),
}
ENDED = ("delivered", "returned", "cancelled")
_PLACE_FIELDS = (
    *("contactName", "contactPhone", "address", "district", "city", "province"),
    *("postalCode", "postal", "note"),
)
# Before a driver has it, a booked parcel can still be cancelled or replaced.
NOT_COLLECTED = ("confirmed", "allocated", "picking_up")


async def render_page(
    page: ConsolePage,
    layout: PageLayout,
    id: str,
    *,
    done: str | None = None,
    prints: bool = False,
    sent: SubmittedForm | None = None,
) -> Document:
    """Page of a parcel, with the result or the refusal of the last action. Raises NotFound."""
    shipment = (await page.get(shipments.get_shipment, id=id)).data
    timeline = (await page.get(shipments.get_shipment_timeline, id=id)).data
    entries = build_entries(timeline["entries"])
    return layout.render(
        "shipment/parcel.html",
        nav_item="shipments",
        title=display_name(layout, shipment),
        sent=sent,
        done=_success_message(layout, done, shipment, timeline["entries"]),
        shipment=shipment,
        entries=entries,
        has_older=timeline["isMore"],
        is_known=is_translated,
        hitch=None if shipment["status"] in ENDED else find_exception(entries),
        words_of=_entry_label,
        deliveries=_DELIVERY_LABELS,
        goods={item["variantId"]: item["name"] for item in shipment["items"] if item.get("variantId")},
        to=_place_fields(shipment["destinationSnapshot"]),
        start=_place_fields(shipment["originSnapshot"]),
        can=_allowed_actions(page, shipment),
        prints=prints,
        weight=sum(item["weight"] * item["quantity"] for item in shipment["items"]),
        value=sum(item["value"] * item["quantity"] for item in shipment["items"]),
    )


def _success_message(
    layout: PageLayout, done: str | None, shipment: dict[str, Any], entries: list[dict[str, Any]]
) -> str | None:
    """The message after an act, with the amount it moved. A person who may not see the credit reads the price."""
    amounts = {entry["what"]: entry["amount"] for entry in reversed(entries) if entry["kind"] == "money"}
    amount = shipment["price"] + shipment["insurance"]
    if done == "booked" and "shipment_charge" in amounts:
        done, amount = "charged", -amounts["shipment_charge"]
    if done == "refunded" and "shipment_refund" in amounts:
        done, amount = "given-back", amounts["shipment_refund"]
    return (
        layout.gettext(SUCCESS_MESSAGES[done], amount=layout.formatter.money(amount))
        if done in SUCCESS_MESSAGES
        else None
    )


async def quote_booking(page: ConsolePage, layout: PageLayout, id: str) -> dict[str, Any] | None:
    """The credit that booking a draft takes by a fresh quote; None where no quote can be had. Raises NotFound."""
    body = {"kind": "book", "shipmentIds": [id]}
    try:
        return (await page.mutate(batches.preview_batch, body, key=None)).data
    except NotFound:
        raise
    except ApiError:
        return None


def _entry_label(entry: dict[str, Any]) -> str:
    """The words of an entry, to be translated."""
    what: str = entry["what"]
    return _ENTRY_LABELS.get(what, what)


def build_path(id: str) -> str:
    """The path of a parcel's page, under the workspace."""
    return f"/shipments/{quote(id, safe='')}"


def display_name(layout: PageLayout, shipment: dict[str, Any]) -> str:
    """Name of a parcel for people: the number of its order, else the end of its id."""
    return shipment["externalRef"] or layout.formatter.short_id(shipment["id"])


def _place_fields(snapshot: dict[str, Any]) -> dict[str, str | None]:
    """A place of a shipment with every field that the page may show; older ones lack some."""
    return {name: snapshot.get(name) for name in _PLACE_FIELDS}


def _allowed_actions(page: ConsolePage, shipment: dict[str, Any]) -> dict[str, bool]:
    """Actions that the status of the parcel and the roles of the person allow; the API checks them again."""
    state = shipment["status"]
    may_change, may_print = page.may("shipments.change"), page.may("shipments.print")
    may_amend = page.may("shipments.amend")
    return {
        "book": may_change and state == "pending",
        "print": may_print and state not in ("pending", "cancelled"),
        "print_draft": may_print and state == "pending",
        "cancel": may_amend and state in ("pending", *NOT_COLLECTED),
        "rebook": may_amend and state in ("pending", *NOT_COLLECTED, "cancelled", "returned"),
        "restock": may_change and state == "returned" and shipment["restock"] is None,
    }


def build_entries(entries: list[Entry]) -> list[Entry]:
    """The entries with the word of each report (`report_status`), newest first; one cancellation stands in one
    entry."""
    described = [
        entry | {"report_status": _report_status(entry) if entry["kind"] == "courier" else None} for entry in entries
    ]
    return _merge_cancellations(described)


def find_exception(entries: list[Entry]) -> str | None:
    """Exception in the last report of the courier, such as `on_hold`; it says more than the status."""
    newest = next((entry for entry in entries if entry["kind"] == "courier"), None)
    return newest["report_status"] if newest and newest["report_status"] in EXCEPTION_BADGES else None


def _report_status(entry: Entry) -> str:
    """The word of a report. A late report says where the parcel was, and not where it is by now.

    The meaning of `dropping_off` depends on the courier, and is settled in the status after it.
    """
    raw, after = entry["state"], entry["what"]
    if raw == "picked":
        return "picked_up"
    return after if raw in (*_UNINFORMATIVE, "dropping_off", "scheduled") else raw


def _merge_cancellations(entries: list[Entry]) -> list[Entry]:
    """The merchant's cancellation is recorded as a person's act, as a status, and in the courier's echo."""
    acts = [entry for entry in entries if entry["what"] == _OUR_CANCELLATION]
    echoes = [entry for entry in entries if entry["kind"] == "courier" and entry["report_status"] == "cancelled"]
    ours = [entry for entry in echoes if entry["state"] is None]
    cancellation = (acts or ours or echoes)[-1:]
    if not cancellation:
        return entries
    notes = [entry["note"] for entry in (*ours, *echoes) if entry["note"]]
    merged = cancellation[0] | {"note": cancellation[0]["note"] or next(iter(notes), None)}
    return [
        merged if entry is cancellation[0] else entry
        for entry in entries
        if entry is cancellation[0] or not any(entry is each for each in (*acts, *echoes))
    ]


def is_translated(status: str) -> bool:
    """True where the word of a report has a translation. A courier's own word stands as it is."""
    return status in STATUS_BADGES or status in EXCEPTION_BADGES
