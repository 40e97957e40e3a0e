"""A preview names the price that is charged, from fresh quotes, or a lower bound of it."""

import re
from collections.abc import Callable

from fulfilment.bulk_jobs.quoting import MAX_PARCELS
from tests.bulk_jobs.batch_requests import PATH, create_batch, create_drafts, get_batch, list_rows
from tests.harness.goods import fresh_key
from tests.harness.line import Line
from tests.harness.parcels import FUNDS, credit, fund, item, new_shipment
from tests.harness.service import Client
from tests.harness.simulator import Courier

Work = Callable[[], None]
STATED = 11_300


def preview(client: Client, ids: list[str]) -> dict:
    answer = client("POST", f"{PATH}/preview", {"kind": "book", "shipmentIds": ids}, key=fresh_key())
    assert answer.status == 200, answer.raw
    return answer.data


def test_what_a_preview_names_is_charged_row_by_row_and_in_sum(merchant: Client, work: Work) -> None:
    fund(merchant)
    ids = [*create_drafts(merchant, 2, price=STATED), new_shipment(merchant, item(weight=4_000), price=STATED)["id"]]
    found = preview(merchant, ids)
    assert (found["qualifying"], found["unquoted"]) == (3, 0) and re.fullmatch(r".+\.\d{3}Z", found["quotedAt"])
    assert found["creditNeeded"] > 3 * STATED
    batch = create_batch(merchant, "book", ids)
    assert (batch["charged"], batch["refunded"]) == (0, 0)
    work()
    charged = [row["charged"] for row in list_rows(merchant, batch)]
    assert sum(charged) == get_batch(merchant, batch)["charged"] == found["creditNeeded"]
    assert credit(merchant) == (FUNDS - found["creditNeeded"], 0) and charged[0] == charged[1] < charged[2]
    undone = create_batch(merchant, "cancel", ids)
    work()
    assert [row["refunded"] for row in list_rows(merchant, undone)] == charged
    assert (get_batch(merchant, undone)["charged"], get_batch(merchant, undone)["refunded"]) == (0, sum(charged))


def test_alike_parcels_are_asked_about_once(merchant: Client, courier: Courier, line: Line) -> None:
    ids = [*create_drafts(merchant, 3, price=STATED), *create_drafts(merchant, 2, price=STATED, courierCode="sicepat")]
    ids += create_drafts(merchant, 1, price=STATED, insured=True)
    before = len(line.seen)
    assert preview(merchant, ids)["unquoted"] == 0
    assert line.seen[before:] == [("POST", "/v1/rates/couriers")] * 2


def test_while_the_couriers_do_not_answer_the_sum_is_the_least(merchant: Client, courier: Courier) -> None:
    ids = create_drafts(merchant, 2, price=STATED)
    with courier.in_mood(fail="refuse"):
        found = preview(merchant, ids)
    assert (found["creditNeeded"], found["unquoted"], found["quotedAt"]) == (2 * STATED, 2, None)


def test_of_more_distinct_parcels_than_are_asked_about_the_rest_is_counted(merchant: Client) -> None:
    ids = [new_shipment(merchant, item(weight=100 + nth), price=STATED)["id"] for nth in range(MAX_PARCELS + 2)]
    found = preview(merchant, ids)
    assert (found["qualifying"], found["unquoted"]) == (MAX_PARCELS + 2, 2) and found["quotedAt"] is not None


def test_with_a_key_of_ones_own_no_courier_is_asked(merchant: Client, courier: Courier) -> None:
    ids = create_drafts(merchant, 1, price=STATED)
    assert merchant("PUT", "/api/v1/shipping/config", {"apiKey": "simulator"}).status == 200
    with courier.in_mood(fail="refuse"):
        found = preview(merchant, ids)
    assert (found["creditNeeded"], found["unquoted"], found["quotedAt"]) == (0, 0, None)
