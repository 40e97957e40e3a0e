"""The API is killed again and again while a storefront tells of its products: what it sends again ends the same."""

import http.client
import random
import threading
import time
from pathlib import Path
from typing import Any

from tests.harness.service import Answer
from tests.storefront.shop import Shop, event, open_shop
from tests.system.faults.house import serving

ROUNDS = 4
ROUND_SECONDS = 0.4
PRODUCTS = 12


def _history() -> list[dict[str, Any]]:
    told = []
    for n in range(PRODUCTS):
        ref = f"p{n}"
        told.append(event("product.created", {"ref": ref, "name": "First", "version": 1}))
        told += [
            event("variant.created", {"ref": f"v{m}", "productRef": ref, "name": f"No. {m}", "version": 2})
            for m in range(5)
        ]
        told += [event("product.updated", {"ref": ref, "name": f"Name {m}", "version": m}) for m in range(3, 9)]
        told.append(event("variant.archived", {"ref": "v4", "productRef": ref, "version": 9}))
        if n % 3 == 0:
            told.append(event("product.archived", {"ref": ref, "version": 10}))
    random.shuffle(told)
    return told


def _send(shop: Shop, told: list[dict[str, Any]], ends: threading.Event, answered: dict[str, Answer]) -> None:
    """Each until it is answered, as a storefront does."""
    for one in told:
        while not ends.is_set():
            try:
                answer = shop.post(one)
            except (OSError, http.client.HTTPException):
                time.sleep(0.02)
                continue
            if answer.status != 503:
                answered[one["id"]] = answer
                break


def test_an_api_killed_while_a_storefront_tells_it_applies_each_event_once(durable_url: str, tmp_path: Path) -> None:
    with serving(durable_url, tmp_path) as api:
        shop, told = open_shop(api.service), _history()
        ends, answered = threading.Event(), dict[str, Answer]()
        senders = [
            threading.Thread(target=_send, args=(shop, told[n::4], ends, answered), daemon=True) for n in range(4)
        ]
        for sender in senders:
            sender.start()
        for round in range(ROUNDS):
            time.sleep(ROUND_SECONDS)
            if round % 2:
                api.kill_one()
            else:
                api.kill()
                api.await_sessions_ended()
                api.start()
        for sender in senders:
            sender.join(60)
        ends.set()
        assert {id: answer.status for id, answer in answered.items()} == {one["id"]: 200 for one in told}
        again: dict[str, Answer] = {}
        _send(shop, told, threading.Event(), again)
        assert [answer.data["applied"] for answer in again.values()] == [False] * len(told)
        products = shop.products()
        # The last event decides: what was archived before an older event came is not made or changed by that one.
        active = {f"p{n}" for n in range(PRODUCTS) if n % 3}
        assert {product["externalRef"] for product in products if not product["archived"]} == active
        for product in products:
            assert product["archived"] or product["name"] == "Name 8"
            variants = {variant["name"]: variant["archived"] for variant in product["variants"]}
            expected = {f"No. {m}": False for m in range(4)}
            assert product["archived"] or variants in (expected, expected | {"No. 4": True})
        status = shop.client("GET", "/api/v1/integrations/status").data["storefront"]
        assert status["mirroredProductCount"] == len(products)
        assert api.faults() == []
