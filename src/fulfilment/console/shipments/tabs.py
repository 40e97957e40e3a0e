"""The tabs of the list: each is a state or a queue, with how many are in it."""

from collections.abc import Mapping
from typing import Any

import msgspec

from fulfilment.shipments.queues import UNDER_WAY
from fulfilment.translations import N_


class Tab(msgspec.Struct, frozen=True):
    """A tab. `values` are what it says in the address; `counted` is where its count stands in the queues' answer.

    One `within` another stands in a row of its own, beneath that.
    """

    name: str
    title: str
    values: Mapping[str, str]
    counted: str | None = None
    is_usual: bool = True
    within: str | None = None


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
        is_usual=False,
    ),
    Tab("silent", N_("Silent for 48 hours"), {"queue": "silent"}, "silent", is_usual=False),
    Tab("unclear", N_("Booking unclear"), {"queue": "unclear"}, "unclear", is_usual=False),
    Tab("came_back", N_("Returned, to look at"), {"queue": "returned"}, "returned", is_usual=False),
    Tab("confirmed", N_("Booked"), {"status": "confirmed"}, within="under_way"),
    Tab("allocated", N_("Driver found"), {"status": "allocated"}, within="under_way"),
    Tab("picking_up", N_("Driver coming"), {"status": "picking_up"}, within="under_way"),
    Tab("picked_up", N_("Picked up"), {"status": "picked_up"}, within="under_way"),
    Tab("in_transit", N_("In transit"), {"status": "in_transit"}, within="under_way"),
    Tab("dropping_off", N_("Being delivered"), {"status": "dropping_off"}, within="under_way"),
)


def of(status: str | None, queue: str | None) -> Tab | None:
    """The tab that an address is on; None where no tab is so."""
    said = {name: value for name, value in (("status", status), ("queue", queue)) if value}
    return next((tab for tab in TABS if tab.values == said), None)


def shown(here: Tab | None) -> list[Tab]:
    """The row of tabs: the usual ones, and the one that is looked at."""
    return [tab for tab in TABS if tab.within is None and (tab.is_usual or tab is here)]


def parts(here: Tab | None) -> list[Tab]:
    """The row beneath the tabs: the states that the one looked at is made of, if it is made of several."""
    above = None if here is None else here.within or here.name
    return [tab for tab in TABS if above is not None and tab.within == above]


def count_of(tab: Tab, queues: Mapping[str, Any]) -> tuple[int, bool]:
    """How many are in a tab, and whether there are more than were counted."""
    by_status = queues["byStatus"]
    if tab.name == "all":
        return sum(by_status.values()), False
    if tab.name == "under_way":
        return sum(by_status.get(status, 0) for status in UNDER_WAY), False
    if "status" in tab.values:
        return by_status.get(tab.values["status"], 0), False
    counted = queues[tab.counted or ""]
    return counted["count"], counted["isMore"]
