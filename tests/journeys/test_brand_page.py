"""The page about other brands names exactly the identifiers that follow the brand."""

import re

from fulfilment.infra import branding
from tests.journeys.pages import ROOT

PAGE = (ROOT / "docs" / "branding.md").read_text("utf-8")


def names_of(name: str) -> set[str]:
    """Everything that a brand derives."""
    made = branding.build(name)
    derived = [field for field, value in vars(branding.Brand).items() if isinstance(value, property)]
    headers = ("Signature", "Event-Id", "Event-Type", "Delivery-Id", "Delivery-Attempt")
    return {
        *(getattr(made, field) for field in derived),
        *(made.webhook_header(what) for what in headers),
        made.event_type("product.created"),
    }


def column(number: int) -> set[str]:
    table = PAGE.partition("| What | With")[2].partition("\n\n")[0]
    rows = [row.split("|") for row in table.splitlines() if row.startswith("|") and "---" not in row]
    return {name for cells in rows for name in re.findall(r"`([^`]+)`", cells[number + 1])}


def test_the_table_of_names_is_what_the_brand_derives() -> None:
    assert column(1) == names_of("svc")
    assert column(2) == names_of("acme")


def test_a_short_brand_fills_its_key_ids_up() -> None:
    assert f"`{branding.build('ab').key_id_prefix}`" in PAGE
