"""IP allow-lists of keys: their stored form, and the addresses in them."""

import pytest

from fulfilment.infra.auth import ip_allowlist
from fulfilment.infra.auth.ip_allowlist import ForbiddenNetwork


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("203.0.113.5", "203.0.113.5/32"),
        ("10.1.2.3/16", "10.1.0.0/16"),
        ("10.0.0.0/255.0.0.0", "10.0.0.0/8"),
        ("0.0.0.0/0", "0.0.0.0/0"),
        ("2001:DB8:0:0::1", "2001:db8::1/128"),
        ("2001:db8::1/32", "2001:db8::/32"),
        ("::ffff:203.0.113.5", "203.0.113.5/32"),
        ("::ffff:10.1.2.3/104", "10.0.0.0/8"),
        ("::ffff:0:0/96", "0.0.0.0/0"),
        ("::ffff:0:0/95", "::fffe:0:0/95"),
        ("::/0", "::/0"),
    ],
)
def test_a_network_is_kept_in_its_one_normal_form(given: str, kept: str) -> None:
    assert ip_allowlist.normalise([given]) == [kept]
    assert ip_allowlist.normalise([kept]) == [kept]


def test_a_network_that_is_named_twice_is_kept_once() -> None:
    assert ip_allowlist.normalise(["10.1.0.0/16", "::1", "10.1.9.9/16", "::ffff:10.1.0.0/112"]) == [
        "10.1.0.0/16",
        "::1/128",
    ]


@pytest.mark.parametrize(
    "odd",
    [
        *("", " ", "10.1", "10.1.2.3/33", "10.1.2.3/-1", "10.1.2.3/", "10.1.2.3 ", "10.1.2.3\n", "010.1.2.3"),
        *("10.1.2.3:80", "[::1]", "::1/129", "fe80::1%eth0", "fe80::%eth0/64", "host", "١.2.3.4", "10.1.2.3/1٦"),
        "1" * 10_000,
    ],
)
def test_what_is_no_network_is_named_by_its_place(odd: str) -> None:
    with pytest.raises(ValueError) as refused:
        ip_allowlist.normalise(["10.0.0.0/8", odd, "neither"])
    assert refused.value.args == (1,)


@pytest.mark.parametrize(
    ("kept", "client"),
    [
        (["10.1.0.0/16"], "10.1.255.255"),
        (["10.1.0.0/16"], "::ffff:10.1.0.0"),
        (["192.0.2.0/24", "2001:db8::/32"], "2001:db8:ffff::1"),
        (["0.0.0.0/0"], "203.0.113.5"),
        (["::/0"], "2001:db8::1"),
    ],
)
def test_an_address_within_is_admitted(kept: list[str], client: str) -> None:
    ip_allowlist.require(kept, client)


@pytest.mark.parametrize(
    ("kept", "client"),
    [
        (["10.1.0.0/16"], "10.2.0.0"),
        (["10.1.0.0/16", "2001:db8::/32"], "2001:db9::"),
        (["0.0.0.0/0"], "2001:db8::1"),
        (["::/0"], "203.0.113.5"),
        (["::/0"], "::ffff:203.0.113.5"),
        (["0.0.0.0/0", "::/0"], None),
        (["0.0.0.0/0", "::/0"], "unix:"),
        (["0.0.0.0/0", "::/0"], "fe80::1%eth0"),
    ],
)
def test_an_address_elsewhere_or_unknown_is_refused(kept: list[str], client: str | None) -> None:
    with pytest.raises(ForbiddenNetwork):
        ip_allowlist.require(kept, client)


@pytest.mark.parametrize(
    ("inner", "outer", "lies"),
    [
        (["10.1.0.0/16"], ["10.0.0.0/8"], True),
        (["10.1.0.0/16", "::1/128"], ["::/64", "10.0.0.0/8"], True),
        (["10.1.0.0/16"], ["10.1.0.0/16"], True),
        (["10.0.0.0/8"], ["10.1.0.0/16"], False),
        (["10.1.0.0/16", "10.2.0.0/16"], ["10.1.0.0/16"], False),
        (["::/0"], ["0.0.0.0/0"], False),
        # The two together would hold it, but each network is compared alone.
        (["10.0.0.0/15"], ["10.0.0.0/16", "10.1.0.0/16"], False),
    ],
)
def test_networks_lie_within_others_each_as_a_whole(inner: list[str], outer: list[str], lies: bool) -> None:
    assert ip_allowlist.is_subset(inner, outer) is lies
