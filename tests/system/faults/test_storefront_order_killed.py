"""Processes that are killed at any step of what a storefront told of: it is applied whole or not at all.

The storefront hears no answer and sends the event again, under the same id.
"""

import itertools
import json
from collections.abc import Iterator

import pytest

from tests.harness.database import assert_ledger_law, events, rows
from tests.harness.goods import quantity
from tests.harness.service import Client, Service
from tests.storefront.till import StorefrontShop, open_shop, payment
from tests.system.faults.doomed import Doomed, Job, dooming

STOCK = 1_000
# It records the event, claims the order, reads the catalog, and makes a shipment, a delivery and licenses.
FEWEST_STEPS = 20
MADE = """
    SELECT (SELECT count(*) FROM storefront_orders WHERE account_id = $1 AND status = 'fulfilled') AS orders,
           (SELECT count(*) FROM storefront_events WHERE account_id = $1) AS events,
           (SELECT count(*) FROM shipments WHERE account_id = $1) AS shipments,
           (SELECT count(*) FROM deliveries WHERE account_id = $1) AS deliveries,
           (SELECT count(*) FROM licenses WHERE account_id = $1) AS licenses
"""


@pytest.fixture(scope="module")
def doomed(api: Service) -> Iterator[Doomed]:
    with dooming(api.database_url) as program:
        yield program


@pytest.fixture
def shop(merchant: Client) -> StorefrontShop:
    return open_shop(merchant, quantity=STOCK)


def made(shop: StorefrontShop) -> list[int]:
    return list(rows(shop.merchant, MADE)[0])


def test_a_payment_that_is_killed_at_any_step_left_nothing_and_is_applied_when_it_comes_again(
    shop: StorefrontShop, doomed: Doomed
):
    sent, left_nothing = {}, 0
    for step in itertools.count():
        said = payment(f"cs_{step}", shop.physical(2), shop.digital(), shop.license(2))
        sent[f"evt_{step}"] = said
        job = Job("storefront", step, shop.merchant.account_id, key=f"evt_{step}", told="checkout.paid")
        job.said = json.dumps(said)
        end = doomed(job)
        whole = made(shop)
        assert whole == [whole[0]] * 4 + [2 * whole[0]]
        if end == "done":
            break
        left_nothing += whole[0] == 0
    # A process that is killed later has committed, and sent no answer yet.
    assert left_nothing > FEWEST_STEPS
    assert whole[0] == len(sent) - left_nothing
    for event_id, said in sent.items():
        assert shop.till("checkout.paid", said, id=event_id).status == 200
    assert made(shop) == [len(sent), len(sent), len(sent), len(sent), 2 * len(sent)]
    assert quantity(shop.merchant, shop.variant, shop.warehouse) == STOCK - 2 * len(sent)
    assert len(events(shop.merchant, "shipment.created")) == len(sent)
    assert_ledger_law(shop.merchant)


def test_a_changed_cart_that_is_killed_at_any_step_is_the_former_one_or_the_new_one(
    shop: StorefrontShop, doomed: Doomed
):
    ends = set()
    for step in itertools.count():
        session = f"cs_{step}"
        assert shop.till.created(session, shop.physical(3)).status == 200
        said = {"checkoutSessionId": session, "lines": [shop.physical(5)]}
        job = Job("storefront", step, shop.merchant.account_id, key=f"evt_{step}", told="checkout.created")
        job.said = json.dumps(said)
        end = doomed(job)
        statement = """
            SELECT (SELECT sum(quantity)::int FROM stock_reservations
                     WHERE account_id = $1 AND checkout_session_id = $2 AND state = 'open'),
                   (SELECT sum(l.quantity)::int FROM storefront_orders o
                      JOIN storefront_order_lines l ON l.account_id = o.account_id AND l.order_id = o.id
                     WHERE o.account_id = $1 AND o.checkout_session_id = $2)
        """
        ends.add(tuple(rows(shop.merchant, statement, session)[0]))
        if end == "done":
            break
    assert ends == {(3, 3), (5, 5)}
