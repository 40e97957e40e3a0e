"""Many drafts in one request: every row as if it had been a request of its own (decisions, section 2)."""

from typing import Any

import pytest

from tests.harness.database import events
from tests.harness.goods import default_variant, fresh_key, movements, new_product, new_warehouse, quantity, stock
from tests.harness.line import Line
from tests.harness.parallel import Call, send_together
from tests.harness.parcels import draft, item, shipment, total
from tests.harness.service import Answer, Client

PATH = "/api/v1/shipments/bulk"


def created(client: Client, *rows: Any, key: str | None = None) -> Answer:
    return client("POST", PATH, {"shipments": list(rows)}, key=key)


def outcomes(answer: Answer) -> list[dict[str, Any]]:
    assert answer.status == 200, answer.raw
    found = answer.data["outcomes"]
    assert [outcome["index"] for outcome in found] == list(range(len(found)))
    return found


def test_every_row_is_a_pending_shipment_with_one_event(merchant: Client):
    found = outcomes(created(merchant, draft(), draft(externalRef="order-2"), draft(courierCode="sicepat")))
    assert [outcome["status"] for outcome in found] == [201, 201, 201]
    made = [outcome["data"]["shipment"] for outcome in found]
    for one in made:
        assert shipment(merchant, one["id"]) == {**one, "events": [], "restock": None}
    assert [one["externalRef"] for one in made] == [None, "order-2", None]
    assert [event.data["shipmentId"] for event in events(merchant, "shipment.created")] == [one["id"] for one in made]
    assert (total(merchant), total(merchant, "pending")) == (3, 3)


def test_a_premium_of_a_row_that_is_not_insured_counts_as_none(merchant: Client):
    found = outcomes(created(merchant, draft(insurance=5_000, insured=False), draft(insurance=5_000)))
    made = [outcome["data"]["shipment"] for outcome in found]
    assert [(one["insured"], one["insurance"]) for one in made] == [(False, 0), (True, 5_000)]


def test_a_refused_row_says_what_it_alone_would_have_been_told_and_stops_no_other(merchant: Client):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    bad: list[dict[str, Any]] = [
        draft(price=-1),
        draft(courierCode="nobody"),
        draft(item(productId="prod_nobodys")),
        draft(item(variantId="var_nobodys")),
        draft(item(variantId=variant, quantity=6)),
        draft(item(weight=0)),
    ]
    each_alone = [merchant("POST", "/api/v1/shipments", row) for row in bad]
    found = outcomes(created(merchant, draft(), *bad, draft(item(variantId=variant, quantity=5))))
    assert (found[0]["status"], found[-1]["status"]) == (201, 201)
    for alone, outcome in zip(each_alone, found[1:-1], strict=True):
        assert (outcome["status"], outcome["error"]) == (alone.status, alone.json["error"])
        assert "data" not in outcome
    assert [outcome["error"]["code"] for outcome in found[3:6]] == ["NOT_FOUND", "NOT_FOUND", "STOCK_INSUFFICIENT"]
    assert (quantity(merchant, variant, warehouse), total(merchant)) == (0, 2)
    assert [row["delta"] for row in movements(merchant, variant)] == [5, -5]
    assert len(events(merchant, "shipment.created")) == 2


def test_rows_take_what_the_rows_before_left(merchant: Client):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    row = draft(item(variantId=variant, quantity=2))
    found = outcomes(created(merchant, row, row, row, draft(item(variantId=variant, quantity=1))))
    assert [outcome["status"] for outcome in found] == [201, 201, 409, 201]
    assert quantity(merchant, variant, warehouse) == 0


def test_a_row_that_cannot_be_read_is_refused_alone(merchant: Client):
    found = outcomes(created(merchant, 7, draft(), {"courierCode": "jne"}, draft(externalRef="a\0")))
    assert [outcome["status"] for outcome in found] == [400, 201, 400, 400]
    assert found[3]["error"]["field"] == "externalRef"


@pytest.mark.parametrize("body", [{}, {"shipments": []}, {"shipments": [draft()] * 101}, {"shipments": draft()}])
def test_none_and_more_than_a_hundred_rows_are_refused(merchant: Client, body: dict[str, Any]):
    answer = merchant("POST", PATH, body)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "shipments")
    assert total(merchant) == 0


def test_a_hundred_rows_are_drafted(merchant: Client):
    assert {outcome["status"] for outcome in outcomes(created(merchant, *[draft()] * 100))} == {201}
    assert total(merchant, "pending") == 100


def test_a_repeat_under_its_key_drafts_nothing_more(merchant: Client):
    key = fresh_key()
    first = created(merchant, draft(), draft(price=-1), key=key)
    again = created(merchant, draft(), draft(price=-1), key=key)
    assert again.raw == first.raw
    assert again.headers["idempotency-replayed"] == "true"
    assert total(merchant) == 1


def test_no_courier_is_called(merchant: Client, line: Line):
    outcomes(created(merchant, draft()))
    before = len(line.seen)
    outcomes(created(merchant, draft(), draft()))
    assert [call for call in line.seen[before:] if "order" in call[1]] == []


def test_bulks_over_the_same_stock_in_another_order_take_it_once_and_do_not_deadlock(merchant: Client):
    warehouse = new_warehouse(merchant)["id"]
    variants = [default_variant(new_product(merchant)) for _ in range(4)]
    for variant in variants:
        stock(merchant, variant, warehouse, 10)
    rows = [draft(item(variantId=variant)) for variant in variants]
    answers = send_together([Call(merchant, "POST", PATH, {"shipments": rows[::way]}) for way in (1, -1) * 6])
    statuses = [outcome["status"] for answer in answers for outcome in outcomes(answer)]
    assert (statuses.count(201), statuses.count(409)) == (40, 8)
    assert [quantity(merchant, variant, warehouse) for variant in variants] == [0, 0, 0, 0]
