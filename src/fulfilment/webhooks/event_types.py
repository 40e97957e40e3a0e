"""The types of events as a list of the API."""

import msgspec

from fulfilment.events.schemas import EventTypes
from fulfilment.http import paging
from fulfilment.http.envelope import Reply
from fulfilment.http.paging import Page


def list_page(types: EventTypes, page: Page) -> Reply:
    """A page of the types, which are the same for every workspace."""
    (after,) = page.after or ("",)
    rows = [
        {"row": msgspec.json.encode(described).decode(), "position": described.type}
        for described in types.all
        if described.type > after
    ]
    return paging.listed("eventTypes", rows[: page.reach], page)
