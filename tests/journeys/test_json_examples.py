"""Every JSON example in the documentation is what the API takes or answers, and every setting it names exists."""

import json
import re
from typing import Any

import msgspec
import pytest

from fulfilment import settings
from fulfilment.storefront.order_schemas import CheckoutCreated, CheckoutPaid
from tests.journeys import pages, schemas
from tests.journeys.pages import Block

# Formats beside the API, each with the test that holds the example.
OF_ANOTHER_FORMAT = {
    "answer": "the envelope, around a product that is cut short",
    "error": "a part of an answer: the `error` of any refusal",
    "storefront": "an event of a storefront: tests/storefront/test_page.py sends it",
    "order": "the `data` of an event of a storefront: its record takes it",
}
EXAMPLES = pages.every("json")


def example_of(block: Block) -> Any:
    return json.loads(block.text)


def options_of(block: Block) -> dict[str, str]:
    """On the page of events the heading says which event it is."""
    is_event = re.fullmatch(r"svc\.[a-z_]+\.[a-z_]+\.v1", block.heading)
    return {"event": block.heading} if is_event and not block.options else block.options


@pytest.mark.parametrize("block", EXAMPLES, ids=lambda block: block.where)
def test_an_example_fits_what_it_is_an_example_of(block: Block) -> None:
    kind = options_of(block).get("of")
    if kind is None:
        assert schemas.problems_of(options_of(block), example_of(block)) == []
        return
    assert kind in OF_ANOTHER_FORMAT
    assert kind != "answer" or set(example_of(block)) == {"data", "error", "meta"}
    if kind == "order":
        record = {"checkout.created": CheckoutCreated, "checkout.paid": CheckoutPaid}[block.heading]
        msgspec.json.decode(block.text, type=record)
        assert set(example_of(block)) <= set(record.__struct_encode_fields__)
    assert kind != "error" or {"code", "message"} <= set(example_of(block)) <= {"code", "message", "field"}


def test_an_example_that_is_wrong_is_found() -> None:
    """The test above can fail: an unknown field, a wrong type and a missing field are found."""
    right = {"name": "Kopi", "weight": 250}
    options = {"request": "createProduct"}
    assert schemas.problems_of(options, right) == []
    for wrong in (right | {"wieght": 1}, right | {"weight": "250"}, {"weight": 250}):
        assert schemas.problems_of(options, wrong) != []
    part = {"response": "getShippingCredits", "at": "data"}
    assert schemas.problems_of(part, {"balance": 1}) != []
    assert schemas.problems_of({}, right) != []


@pytest.mark.parametrize("block", pages.every("env", "toml"), ids=lambda block: block.where)
def test_the_settings_of_an_example_exist(block: Block) -> None:
    lines = [line for line in block.text.splitlines() if line.strip() and not line.startswith("#")]
    prefix = "FULFILMENT_" if block.language == "env" else ""
    names = [line.partition("=")[0].strip() for line in lines]
    assert names
    assert set(names) <= {(prefix + name.upper()) if prefix else name for name in settings.Settings.__struct_fields__}
