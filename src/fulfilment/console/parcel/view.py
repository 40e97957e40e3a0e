"""What stands on the page of one parcel."""

from typing import Any

from fulfilment.console.frame.frame import Frame
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError
from fulfilment.http.page import Page
from fulfilment.shipments import routes as shipments
from fulfilment.translations import N_

# What an entry of the history says; a code that is not here stands as it is.
_ENTRIES = {
    "topup": N_("Credit topped up"),
    "shipment_charge": N_("Charged to the shipping credit"),
    "shipment_refund": N_("Given back to the shipping credit"),
    "manual_adjustment": N_("Credit corrected"),
    "taken": N_("Taken from stock"),
    "released": N_("Given back to stock"),
    "shipment.created": N_("Drafted"),
    "shipment.booked": N_("Courier booked"),
    "shipment.cancelled": N_("Cancelled"),
    "shipment.replaced": N_("Replaced"),
    "shipment.printed": N_("Label printed"),
    "shipment.unprinted": N_("Mark of printing taken away"),
    "shipment.restocked": N_("Returned goods put back"),
}
_DELIVERIES = {"pending": N_("on its way"), "sent": N_("delivered"), "failed": N_("failed")}
DONE = {
    "drafted": N_("The parcel is drafted. Its stock is taken; no courier has been called yet."),
    "booked": N_("The courier is booked."),
    "cancelled": N_("The parcel is cancelled. Its stock went back."),
    "refunded": N_("The parcel is cancelled. Its stock and its credit went back."),
    "replaced": N_("This parcel replaces the former one."),
    "restocked": N_("The goods are back on their shelves."),
}
ENDED = ("delivered", "returned", "cancelled")
_PLACE = (
    *("contactName", "contactPhone", "address", "district", "city", "province"),
    *("postalCode", "postal", "note"),
)
# Before a driver has it, a booked parcel can still be cancelled or replaced.
NOT_COLLECTED = ("confirmed", "allocated", "picking_up")


async def put(
    page: Page,
    shown: Frame,
    id: str,
    *,
    done: str | None = None,
    prints: bool = False,
    refusal: ApiError | None = None,
    key: str | None = None,
) -> Document:
    """The page of a parcel, with what was just done or refused. Raises NotFound."""
    shipment = (await page.ask(shipments.get_shipment, id=id)).data
    history = (await page.ask(shipments.get_shipment_timeline, id=id)).data
    return shown.put(
        "parcel/parcel.html",
        place="shipments",
        title=name_of(shown, shipment),
        told=None if refusal is None else shown.told(refusal),
        done=shown.say(DONE[done]) if done in DONE else None,
        shipment=shipment,
        history=history,
        words_of=_words_of,
        deliveries=_DELIVERIES,
        goods={item["variantId"]: item["name"] for item in shipment["items"] if item.get("variantId")},
        to=_place(shipment["destinationSnapshot"]),
        start=_place(shipment["originSnapshot"]),
        can=_what_can_be_done(page, shipment),
        prints=prints,
        key_value=key,
        weight=sum(item["weight"] * item["quantity"] for item in shipment["items"]),
        value=sum(item["value"] * item["quantity"] for item in shipment["items"]),
    )


def _words_of(entry: dict[str, Any]) -> str:
    """The words of an entry, to be translated."""
    return _ENTRIES.get(entry["what"], entry["what"])


def name_of(shown: Frame, shipment: dict[str, Any]) -> str:
    """What people call a parcel: the order's number, else the end of its id."""
    return shipment["externalRef"] or shown.show.short_id(shipment["id"])


def _place(snapshot: dict[str, Any]) -> dict[str, str | None]:
    """A place of a shipment with every field that the page may show; older ones lack some."""
    return {name: snapshot.get(name) for name in _PLACE}


def _what_can_be_done(page: Page, shipment: dict[str, Any]) -> dict[str, bool]:
    """Which acts the parcel's state and the person's roles allow; the server decides in any case."""
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
