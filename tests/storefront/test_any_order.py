"""Events of a history have the same result in any order and number (decisions, section 9)."""

import itertools
import json
from datetime import UTC, datetime
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fulfilment.storefront.mirrored_product import build_version_key
from tests.harness.database import rows
from tests.storefront.shop import Shop, event

_EXAMPLES = itertools.count(1)

_SKUS = st.sampled_from(["A", "B", None])
_TYPES = {"p1": "physical", "p2": "license"}
# Each event says all that there is of its product or variant.
_PRODUCT = st.fixed_dictionaries(
    {
        "name": st.sampled_from(["Kopi", "Teh"]),
        "sku": _SKUS,
        "description": st.sampled_from(["Fine", None]),
        "weight": st.sampled_from([1, 2, None]),
        "licenseEnabled": st.booleans(),
        "maxActivations": st.sampled_from([1, 3, None]),
    }
)
_VARIANT = st.fixed_dictionaries(
    {
        "ref": st.sampled_from(["v1", "v2", "v3"]),
        "name": st.sampled_from(["Large", "Small"]),
        "sku": _SKUS,
        "priceCents": st.sampled_from([1, 2, None]),
        "lowStockThreshold": st.sampled_from([1, None]),
        "isDefault": st.booleans(),
    }
)


@st.composite
def _event_data(draw: st.DrawFn) -> tuple[str, dict[str, Any], int]:
    """An event's type, data and moment; few moments and versions, so that many are the same."""
    does = draw(st.sampled_from(["created", "updated", "updated", "archived"]))
    product = draw(st.sampled_from(["p1", "p2"]))
    data: dict[str, Any] = {} if draw(st.booleans()) else {"version": draw(st.integers(0, 3))}
    if draw(st.booleans()):
        noun = "product"
        data |= {"ref": product, "type": _TYPES[product], **draw(_PRODUCT)}
        data["variants"] = draw(st.lists(_VARIANT, max_size=3))
    else:
        noun = "variant"
        data |= {"productRef": product, **draw(_VARIANT)}
    return f"{noun}.{does}", data, draw(st.integers(0, 3))


def _renamed(data: dict[str, Any], example: int) -> dict[str, Any]:
    """The data about products of this example alone."""
    name = "productRef" if "productRef" in data else "ref"
    return {**data, name: f"{example}-{data[name]}"}


def _state(shop: Shop, example: int) -> dict[str, Any]:
    """All that there is of the example's products, apart from ids, times, and a default that no event named."""
    found = rows(
        shop.client,
        """
        SELECT m.ref, m.said, p.name, p.sku, p.description, p.type, p.weight, p.license_enabled, p.max_activations,
               p.archived,
               (SELECT count(*) FROM variants v WHERE v.account_id = $1 AND v.product_id = p.id) AS held,
               (SELECT json_agg(json_build_array(mv.ref, mv.said, v.name, v.sku, v.price_cents, v.low_stock_threshold,
                                                 v.is_default AND mv.said -> 'is_default' ->> 1 = 'true', v.archived)
                                ORDER BY mv.ref)
                  FROM mirrored_variants mv
                  LEFT JOIN variants v ON v.account_id = mv.account_id AND v.id = mv.variant_id
                 WHERE mv.account_id = $1 AND mv.product_ref = m.ref) AS variants
          FROM mirrored_products m LEFT JOIN products p ON p.account_id = m.account_id AND p.id = m.product_id
         WHERE m.account_id = $1 AND m.ref ^@ ($2::int || '-') ORDER BY m.ref
        """,
        example,
    )
    return {
        row["ref"]: [json.loads(v) if n in ("said", "variants") and v else v for n, v in row.items()] for row in found
    }


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=st.lists(_event_data(), min_size=2, max_size=10), data=st.data())
def test_any_order_and_repetition_of_a_history_ends_the_same(
    shop: Shop, other: Shop, history: list, data: st.DataObject
):
    example = next(_EXAMPLES)
    told = [
        event(type, _renamed(said, example), id=f"{example}-{number}", at=moment)
        for number, (type, said, moment) in enumerate(history)
    ]
    repeated = data.draw(st.lists(st.sampled_from(told), max_size=4))
    for one in told:
        assert shop.post(one).status == 200
    for one in data.draw(st.permutations(told + repeated)):
        assert other.post(one).status == 200
    assert _state(shop, example) == _state(other, example)
    _assert_sound(other, example)


def _assert_sound(shop: Shop, example: int) -> None:
    """One default while any is active, and nothing beside what the storefront has."""
    for product in shop.products():
        if not product["externalRef"].startswith(f"{example}-"):
            continue
        active = [variant for variant in product["variants"] if not variant["archived"]]
        assert [variant["isDefault"] for variant in active].count(True) == (1 if active else 0)
        named = rows(
            shop.client,
            "SELECT count(*) AS n FROM mirrored_variants"
            " WHERE account_id = $1 AND product_ref = $2 AND variant_id IS NOT NULL",
            product["externalRef"],
        )[0]["n"]
        assert len(product["variants"]) == max(named, 1)


def test_versions_come_before_moments_and_events_without_one_before_all_that_have_one():
    early, late = datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 2, 1, tzinfo=UTC)
    ordered = [
        build_version_key(None, early, "product.created", "a"),
        build_version_key(None, early, "product.updated", "a"),
        build_version_key(None, late, "product.created", "a"),
        build_version_key(0, early, "product.created", "a"),
        build_version_key(1, late, "product.created", "a"),
        build_version_key(2, early, "product.created", "a"),
        build_version_key(10, early, "product.updated", "a"),
        build_version_key(10, early, "product.archived", "a"),
    ]
    assert ordered == sorted(ordered)
    before_all_counting = datetime(1, 1, 1, tzinfo=UTC)
    assert build_version_key(None, before_all_counting, "product.created", "a") < ordered[0]
