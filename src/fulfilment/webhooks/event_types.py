"""The types of events as a list of the API."""

import msgspec

from fulfilment.infra.api import pagination
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.pagination import PageRequest
from fulfilment.infra.openapi.event_schemas import EventTypes


def list_event_types(types: EventTypes, page: PageRequest) -> Reply:
    """A page of the types, which are the same for every workspace."""
    (after,) = page.after or ("",)
    rows = [
        {"row": msgspec.json.encode(described).decode(), "position": described.type}
        for described in types.all
        if described.type > after
    ]
    return pagination.page_response("eventTypes", rows[: page.fetch_limit], page)
