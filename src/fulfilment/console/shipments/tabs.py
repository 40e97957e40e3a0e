"""The tabs of the list: each is a state or a queue, with how many are in it."""

from collections.abc import Mapping
from typing import Any

import msgspec

from fulfilment.infra.i18n import N_
from fulfilment.shipments.listing.work_queues import OPEN_STATUSES


class Tab(msgspec.Struct, frozen=True):
    """A tab. `params` are what it says in the address; `count_field` is where its count stands in the queues' answer.

    One with a `parent` stands in a row of its own, beneath that.
    """

    name: str
    title: str
    params: Mapping[str, str]
    count_field: str | None = None
    is_default: bool = True
    parent: str | None = None


TABS = (
    Tab("all", N_("All"), {}),
    Tab("to_book", N_("To book"), {"status": "pending"}),
    Tab("to_print", N_("To print"), {"queue": "to_print"}, "toPrint"),
    Tab("under_way", N_("Under way"), {"queue": "under_way"}),
    Tab("delivered", N_("Delivered"), {"status": "delivered"}),
    Tab("returned", N_("Returned"), {"status": "returned"}),
    Tab("cancelled", N_("Cancelled"), {"status": "cancelled"}),
    # Reached from the first page, and shown while they are looked at.
    Tab(
        "uncollected",
        N_("Not collected, silent for 24 hours"),
        {"queue": "uncollected"},
        "uncollected",
        is_default=False,
    ),
    Tab("silent", N_("Silent for 48 hours"), {"queue": "silent"}, "silent", is_default=False),
    Tab("unclear", N_("Booking unclear"), {"queue": "unclear"}, "unclear", is_default=False),
    Tab("came_back", N_("Returned, to look at"), {"queue": "returned"}, "returned", is_default=False),
    Tab("confirmed", N_("Booked"), {"status": "confirmed"}, parent="under_way"),
    Tab("allocated", N_("Driver found"), {"status": "allocated"}, parent="under_way"),
    Tab("picking_up", N_("Driver coming"), {"status": "picking_up"}, parent="under_way"),
    Tab("picked_up", N_("Picked up"), {"status": "picked_up"}, parent="under_way"),
    Tab("in_transit", N_("In transit"), {"status": "in_transit"}, parent="under_way"),
    Tab("dropping_off", N_("Being delivered"), {"status": "dropping_off"}, parent="under_way"),
)


def find_tab(status: str | None, queue: str | None) -> Tab | None:
    """The tab that an address is on; None where no tab is so."""
    params = {name: value for name, value in (("status", status), ("queue", queue)) if value}
    return next((tab for tab in TABS if tab.params == params), None)


def list_visible(current: Tab | None) -> list[Tab]:
    """The row of tabs: the usual ones, and the one that is looked at."""
    return [tab for tab in TABS if tab.parent is None and (tab.is_default or tab is current)]


def list_children(current: Tab | None) -> list[Tab]:
    """The row beneath the tabs: the states that the one looked at is made of, if it is made of several."""
    parent = None if current is None else current.parent or current.name
    return [tab for tab in TABS if parent is not None and tab.parent == parent]


def count_in_tab(tab: Tab, queues: Mapping[str, Any]) -> tuple[int, bool]:
    """How many are in a tab, and whether there are more than were counted."""
    by_status = queues["byStatus"]
    if tab.name == "all":
        return sum(by_status.values()), False
    if tab.name == "under_way":
        return sum(by_status.get(status, 0) for status in OPEN_STATUSES), False
    if "status" in tab.params:
        return by_status.get(tab.params["status"], 0), False
    counter = queues[tab.count_field or ""]
    return counter["count"], counter["isMore"]
