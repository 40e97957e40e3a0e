"""The page about storefronts: its example runs, and its tables agree with the code."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from fulfilment.storefront import product_events, product_schemas
from tests.harness.database import events
from tests.storefront.shop import Shop

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "storefront.md").read_text("utf-8")


def test_the_example_tells_of_its_products_with_python_alone(shop: Shop) -> None:
    service = shop.client.service
    given = {"STOREFRONT_URL": f"http://127.0.0.1:{service.port}{shop.target}", "STOREFRONT_SECRET": shop.secret}
    # -I and -S: nothing is importable but the standard library.
    command = [sys.executable, "-I", "-S", str(DOCS / "storefront" / "tell.py")]
    done = subprocess.run(command, env=os.environ | given, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split(" ", 1)[1] for line in done.stdout.splitlines()] == ["{'applied': True}"] * 4
    coffee, book = shop.product("coffee"), shop.product("book")
    assert (coffee["name"], book["type"]) == ("Kopi Gayo, new harvest", "digital")
    told = [(variant["name"], variant["priceCents"], variant["isDefault"]) for variant in coffee["variants"]]
    assert told == [("Beans", 85_000, True), ("Ground", 95_000, False)]


def test_the_example_says_what_it_was_refused_for(shop: Shop) -> None:
    given = {
        "STOREFRONT_URL": f"http://127.0.0.1:{shop.client.service.port}{shop.target}",
        "STOREFRONT_SECRET": "whsec_wrong",
    }
    command = [sys.executable, "-I", "-S", str(DOCS / "storefront" / "tell.py")]
    done = subprocess.run(command, env=os.environ | given, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("product.created: 401 BAD_SIGNATURE: ")


def test_the_event_on_the_page_is_taken_as_it_stands(shop: Shop) -> None:
    (example,) = re.findall(r"^```json[^\n]*\n(.*?)^```$", PAGE, re.S | re.M)
    assert shop.post(json.loads(example)).data == {"applied": True}
    assert shop.product("coffee")["variants"][0]["sku"] == "GAYO-B"
    assert events(shop.client) == []


def test_the_table_of_types_is_what_the_mirror_takes_with_every_field() -> None:
    rows = dict(re.findall(r"^\| `((?:product|variant)\.\w+)` \| (.*) \|$", PAGE, re.M))
    assert set(rows) == set(product_events.HANDLERS)
    records = {
        "product.created": product_schemas.ProductCreatedData,
        "variant.created": product_schemas.VariantCreatedData,
    }
    for type, record in records.items():
        named = set(re.findall(r"`(\w+)`", rows[type]))
        assert named | {"version"} == set(record.__struct_encode_fields__)
