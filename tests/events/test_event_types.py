"""GET /webhooks/event-types: every type with its schema, for callers that may set up webhooks."""

from urllib.parse import quote

import pytest

from fulfilment.app import all_events
from fulfilment.infra.openapi.event_schemas import EventTypes
from tests.harness.paging import GUESSED_CURSORS
from tests.harness.service import Client

PATH = "/api/v1/webhooks/event-types"


def test_every_type_is_listed_in_alphabetical_order_with_its_schema(merchant: Client) -> None:
    answer = merchant("GET", PATH)
    listed = answer.data["eventTypes"]
    assert answer.status == 200 and answer.json["meta"]["hasMore"] is False
    assert [each["type"] for each in listed] == sorted(f"svc.{name}.v1" for name in all_events())
    assert [(each["type"], each["schema"]) for each in listed] == [
        (described.type, described.schema) for described in EventTypes(all_events).all
    ]
    assert all(each["description"] and set(each) == {"type", "description", "schema"} for each in listed)


def test_pages_meet_without_a_gap(merchant: Client) -> None:
    seen, cursor = [], ""
    while cursor is not None:
        answer = merchant("GET", f"{PATH}?limit=4{cursor and '&cursor=' + quote(cursor)}")
        seen += [each["type"] for each in answer.data["eventTypes"]]
        assert len(answer.data["eventTypes"]) <= 4
        cursor = answer.json["meta"]["cursor"]
    assert seen == sorted(f"svc.{name}.v1" for name in all_events())


@pytest.mark.parametrize("limit", ["0", "-1", "201", "many", "1.5"])
def test_a_limit_out_of_its_range_is_refused(merchant: Client, limit: str) -> None:
    answer = merchant("GET", f"{PATH}?limit={limit}")
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "limit")


@pytest.mark.parametrize("cursor", GUESSED_CURSORS)
def test_a_guessed_cursor_is_refused_or_leads_somewhere_harmless(merchant: Client, cursor: str) -> None:
    assert merchant("GET", f"{PATH}?cursor={cursor}").status in (200, 400)
