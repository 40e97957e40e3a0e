"""Subscriptions of an endpoint, and the events that it then gets."""

import re

import pytest

from fulfilment.app import all_events
from fulfilment.infra import branding
from fulfilment.webhooks import subscription
from fulfilment.webhooks.subscription import InvalidPattern, matches


def flat(*rows: list[str]) -> list[str]:
    return [one for row in rows for one in row]


SVC = branding.build("svc")


@pytest.mark.parametrize("name", all_events())
def test_every_event_can_be_subscribed_to_by_its_exact_type(name):
    event_type = SVC.event_type(name)
    subscription.check_patterns([event_type], SVC)
    assert matches([event_type], event_type)


@pytest.mark.parametrize(
    "pattern",
    flat(
        [
            "*",
            "svc.*",
            "svc.shipment.*",
            "svc.ship*",
            "svc*",
            "s*",
            "svc.stock_%*",
            "svc.shipment.created.v1*",
        ],
        ["svc.shipment.created.v2", "svc.something.not_yet_known.v1"],
    ),
)
def test_a_well_formed_pattern_is_accepted(pattern):
    subscription.check_patterns([pattern], SVC)


@pytest.mark.parametrize(
    "pattern",
    flat(
        [
            "",
            " ",
            "**",
            "*.created.v1",
            "svc.*.v1",
            "svc.**",
            "svc.*.*",
            " svc.*",
            "svc.shipment.* ",
            "svc. *",
        ],
        ["svc", "svc.", "svc.shipment", "svc.shipment.created", "shipment.created.v1", "svc..created.v1"],
        [
            "SVC.shipment.created.v1",
            "svc.shipment.created.v0",
            "svc.shipment.created.v1\n",
            "svc.shipment.créé.v1",
        ],
        ["acme.shipment.*", "shipment.*", "svcx*", "svc.\0*", "svc.é*", "svc.shipment.created.v1.v", "%"],
    ),
)
def test_anything_else_is_refused(pattern):
    with pytest.raises(InvalidPattern, match=r"svc\.shipment"):
        subscription.check_patterns(["*", pattern], SVC)


TYPES = [SVC.event_type(name) for name in all_events()]


@pytest.mark.parametrize(
    ("pattern", "nearest"),
    [
        ("svc.product.nope.v1", "svc.product."),
        ("svc.shipment.create.v1", "svc.shipment.created.v1"),
        ("svc.shipment.created.v2", "svc.shipment.created.v1"),
        ("svc.license.isued.v1", "svc.license.issued.v1"),
        ("svc." + "z" * 190 + ".a.v1", "svc."),
    ],
)
def test_an_exact_type_that_does_not_exist_is_refused_with_the_nearest(pattern, nearest):
    with pytest.raises(InvalidPattern, match=f'did you mean "{re.escape(nearest)}'):
        subscription.check_types(["*", TYPES[0], pattern], TYPES)


@pytest.mark.parametrize("pattern", ["*", "svc.*", "svc.product.nope*", "svc.nothing_yet.*", "svc.stock.low.v1*"])
def test_a_prefix_may_begin_types_that_are_still_to_come(pattern):
    subscription.check_types([pattern], TYPES)


def test_the_patterns_follow_the_brand():
    acme = branding.build("acme")
    subscription.check_patterns(["acme.shipment.*", acme.event_type("product.created")], acme)
    with pytest.raises(InvalidPattern):
        subscription.check_patterns(["svc.shipment.*"], acme)


def test_an_endpoint_may_have_fifty_patterns_of_two_hundred_characters_and_no_more():
    longest = "svc." + "a" * 195 + "*"
    subscription.check_patterns([longest] * 50, SVC)
    with pytest.raises(InvalidPattern, match="200"):
        subscription.check_patterns([longest + "*"], SVC)
    with pytest.raises(InvalidPattern, match="50"):
        subscription.check_patterns(["*"] * 51, SVC)
    with pytest.raises(InvalidPattern, match="50"):
        subscription.check_patterns([], SVC)


def test_a_prefix_matches_all_that_begins_with_it():
    assert matches(["svc.license.*"], "svc.license.issued.v1")
    assert matches(["svc.lic*"], "svc.license.issued.v1")
    assert matches(["*"], "svc.license.issued.v1")
    assert not matches(["svc.license.*"], "svc.licenses.issued.v1")
    assert not matches(["svc.license.*"], "svc.stock.low.v1")


def test_underscore_and_percent_mean_themselves():
    assert matches(["svc.webhook_*"], "svc.webhook_endpoint.disabled.v1")
    assert not matches(["svc.webhook_*"], "svc.webhookxendpoint.disabled.v1")
    assert not matches(["svc.%*"], "svc.stock.low.v1")
    assert matches(["svc.%*"], "svc.%x.v1")


def test_an_exact_type_matches_only_itself():
    assert matches(["svc.stock.low.v1", "svc.x.y.v1"], "svc.stock.low.v1")
    assert not matches(["svc.stock.low.v1"], "svc.stock.low.v10")
    assert not matches([], "svc.stock.low.v1")
