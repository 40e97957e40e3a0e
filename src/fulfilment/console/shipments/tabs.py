"""The tabs of the list: each is a state or a queue, with how many are in it."""

from collections.abc import Mapping
from typing import Any

import msgspec

from fulfilment.translations import N_

_MOST = 99


class Tab(msgspec.Struct, frozen=True):
    """A tab. `values` are what it says in the address; `counted` is where its count stands in the queues' answer."""

    name: str
    title: str
    values: Mapping[str, str]
    counted: str | None = None
    is_usual: bool = True


TABS = (
    Tab("all", N_("All"), {}),
    Tab("to_book", N_("To book"), {"status": "pending"}, "pending"),
    Tab("to_print", N_("To print"), {"queue": "to_print"}, "toPrint"),
    Tab("confirmed", N_("Booked"), {"status": "confirmed"}, "confirmed"),
    Tab("in_transit", N_("In transit"), {"status": "in_transit"}, "in_transit"),
    Tab("delivered", N_("Delivered"), {"status": "delivered"}, "delivered"),
    Tab("returned", N_("Returned"), {"status": "returned"}, "returned"),
    Tab("cancelled", N_("Cancelled"), {"status": "cancelled"}, "cancelled"),
    # Reached from the first page, and shown while they are looked at.
    Tab("uncollected", N_("Not collected for 24 hours"), {"queue": "uncollected"}, "uncollected", is_usual=False),
    Tab("silent", N_("Silent for 48 hours"), {"queue": "silent"}, "silent", is_usual=False),
    Tab("unclear", N_("Booking unclear"), {"queue": "unclear"}, "unclear", is_usual=False),
    Tab("came_back", N_("Returned, to look at"), {"queue": "returned"}, "returned_queue", is_usual=False),
    Tab("allocated", N_("Driver found"), {"status": "allocated"}, "allocated", is_usual=False),
    Tab("picking_up", N_("Driver coming"), {"status": "picking_up"}, "picking_up", is_usual=False),
    Tab("picked_up", N_("Picked up"), {"status": "picked_up"}, "picked_up", is_usual=False),
    Tab("dropping_off", N_("Being delivered"), {"status": "dropping_off"}, "dropping_off", is_usual=False),
)


def of(status: str | None, queue: str | None) -> Tab | None:
    """The tab that an address is on; None where no tab is so."""
    said = {name: value for name, value in (("status", status), ("queue", queue)) if value}
    return next((tab for tab in TABS if tab.values == said), None)


def count_of(tab: Tab, queues: Mapping[str, Any]) -> tuple[int, bool] | None:
    """How many are in a tab, and whether there are more than were counted."""
    by_status = queues["byStatus"]
    if tab.name == "all":
        return sum(by_status.values()), False
    if "status" in tab.values:
        return by_status.get(tab.values["status"], 0), False
    counted = queues["returned" if tab.counted == "returned_queue" else tab.counted or ""]
    return counted["count"], counted["isMore"]
