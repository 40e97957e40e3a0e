"""Guesses of license keys are limited, and other requests are not."""

import asyncio
from typing import Any

import pytest

from fulfilment.infra.api.request import Request
from fulfilment.infra.limits.rate_limiter import RateLimited
from fulfilment.licenses.keys import LicenseKeyLimits
from fulfilment.settings import load

KEY, OTHER_KEY = "ABCDE-00000-00000-00000-00001", "ABCDE-00000-00000-00000-00002"
OWNER, STRANGER = "203.0.113.5", "198.51.100.7"
PER_ADDRESS, PER_KEY, UNKNOWN = 100, 10, 5


class PublicRequest:
    """A public request from one address."""

    def __init__(self, address: str | None):
        self.request = Request("GET", b"/", b"", {}, b"", address)


class LimitedKeys:
    """Limits in front of the keys that exist."""

    def __init__(self, *known: str, **settings: str):
        given = {
            "LICENSE_REQUESTS_PER_MINUTE": str(PER_ADDRESS),
            "LICENSE_KEY_REQUESTS_PER_MINUTE": str(PER_KEY),
            "LICENSE_UNKNOWN_KEYS_PER_MINUTE": str(UNKNOWN),
            **settings,
        }
        self._limits = LicenseKeyLimits(load({f"FULFILMENT_{name}": value for name, value in given.items()}))
        self._known = set(known)

    async def _find(self, _public: Any, key: str) -> str | None:
        # Every look-up is under way before the first is answered.
        await asyncio.sleep(0)
        return key if key in self._known else None

    async def find_key(self, address: str | None, key: str) -> str | None:
        """The key if it exists, None if it does not, "refused" beyond the limits."""
        asking = PublicRequest(address)
        try:
            self._limits.admit(asking.request)
            return await self._limits.find_license(asking, key, self._find)
        except RateLimited:
            return "refused"

    async def headers(self, address: str, key: str) -> dict[str, str]:
        asking = PublicRequest(address)
        self._limits.admit(asking.request)
        await self._limits.find_license(asking, key, self._find)
        return asking.request.answer_headers


def unknown(number: int) -> str:
    return f"ZZZZZ-00000-00000-00000-{number:05}"


async def find_keys(shop: LimitedKeys, address: str | None, *keys: str) -> list[str | None]:
    return [await shop.find_key(address, key) for key in keys]


async def test_an_address_may_try_only_so_many_keys_that_are_nobodys() -> None:
    shop = LimitedKeys(KEY)
    outcomes = await find_keys(shop, STRANGER, *map(unknown, range(UNKNOWN + 3)))
    assert outcomes == [None] * UNKNOWN + ["refused"] * 3
    assert await find_keys(shop, OWNER, KEY) == [KEY]


async def test_a_guesser_does_not_find_the_right_key_once_the_guesses_are_used_up() -> None:
    shop = LimitedKeys(KEY)
    await find_keys(shop, STRANGER, *map(unknown, range(UNKNOWN)))
    assert await find_keys(shop, STRANGER, KEY) == ["refused"]


async def test_a_thousand_guesses_at_once_are_no_more_than_one_after_another() -> None:
    shop = LimitedKeys(KEY, LICENSE_REQUESTS_PER_MINUTE="0")
    outcomes = await asyncio.gather(*(shop.find_key(STRANGER, unknown(number)) for number in range(1_000)))
    assert outcomes.count(None) == UNKNOWN


async def test_keys_that_exist_are_no_guesses_however_many() -> None:
    keys = [unknown(number) for number in range(50)]
    shop = LimitedKeys(*keys)
    assert await find_keys(shop, OWNER, *keys) == keys


async def test_the_same_wrong_key_again_is_no_further_guess() -> None:
    shop = LimitedKeys()
    assert await find_keys(shop, OWNER, *[unknown(1)] * PER_KEY) == [None] * PER_KEY
    assert await find_keys(shop, OWNER, unknown(2)) == [None]


async def test_many_instances_that_start_at_once_behind_one_address_are_let_through() -> None:
    shop = LimitedKeys(KEY, LICENSE_KEY_REQUESTS_PER_MINUTE="600", LICENSE_REQUESTS_PER_MINUTE="600")
    assert await asyncio.gather(*(shop.find_key(OWNER, KEY) for _ in range(300))) == [KEY] * 300


async def test_the_neighbours_of_a_guesser_keep_working() -> None:
    shop = LimitedKeys(KEY)
    await find_keys(shop, OWNER, KEY)
    await find_keys(shop, OWNER, *map(unknown, range(UNKNOWN + 5)))
    assert await find_keys(shop, OWNER, KEY, unknown(99)) == [KEY, "refused"]


async def test_one_key_may_be_asked_about_only_so_often() -> None:
    shop = LimitedKeys(KEY, OTHER_KEY)
    assert await find_keys(shop, OWNER, *[KEY] * (PER_KEY + 1), OTHER_KEY) == [KEY] * PER_KEY + ["refused", OTHER_KEY]


async def test_whoever_hammers_a_key_does_not_lock_its_owner_out() -> None:
    shop = LimitedKeys(KEY)
    assert "refused" in await find_keys(shop, STRANGER, *[KEY] * 50)
    assert await find_keys(shop, OWNER, KEY) == [KEY]


async def test_a_key_in_another_case_is_the_same_key() -> None:
    shop = LimitedKeys(KEY, KEY.lower())
    outcomes = await find_keys(shop, OWNER, *[KEY, KEY.lower()] * PER_KEY)
    assert outcomes.count("refused") == PER_KEY


async def test_an_address_has_only_so_many_requests_in_all() -> None:
    keys = [unknown(number) for number in range(PER_ADDRESS + 10)]
    shop = LimitedKeys(*keys)
    assert await find_keys(shop, OWNER, *keys) == keys[:PER_ADDRESS] + ["refused"] * 10


async def test_all_addresses_of_an_ipv6_network_share_what_they_may() -> None:
    shop = LimitedKeys()
    outcomes = [await shop.find_key(f"2001:db8:0:1::{number:x}", unknown(number)) for number in range(1, 20)]
    assert outcomes.count(None) == UNKNOWN
    assert await shop.find_key("2001:db8:0:2::1", unknown(99)) is None


async def test_whatever_bytes_are_asked_about_count_as_guesses() -> None:
    shop = LimitedKeys()
    odd = ["\0", "x" * 1_000_000, "é", " ", "%00"]
    assert await find_keys(shop, STRANGER, *odd, *map(unknown, range(10))) == [None] * UNKNOWN + ["refused"] * 10


async def test_where_the_database_is_away_nobody_has_guessed() -> None:
    shop = LimitedKeys(KEY)

    async def fail(_public: Any, _key: str) -> None:
        raise ConnectionError

    for number in range(UNKNOWN * 3):
        with pytest.raises(ConnectionError):
            await shop._limits.find_license(PublicRequest(OWNER), unknown(number), fail)
    assert await find_keys(shop, OWNER, unknown(99)) == [None]


@pytest.mark.parametrize("address", [None, "unknown"])
async def test_callers_without_an_address_share_one_allowance(address: str | None) -> None:
    shop = LimitedKeys()
    assert (await find_keys(shop, address, *map(unknown, range(20)))).count(None) == UNKNOWN


async def test_each_limit_can_be_switched_off() -> None:
    off = {f"LICENSE_{name}_PER_MINUTE": "0" for name in ("REQUESTS", "KEY_REQUESTS", "UNKNOWN_KEYS")}
    shop = LimitedKeys(KEY, **off)
    keys = [*[KEY] * 500, *map(unknown, range(500))]
    assert "refused" not in await find_keys(shop, OWNER, *keys)
    assert await shop.headers(OWNER, KEY) == {}


async def test_the_headers_tell_of_the_allowance_with_the_least_left() -> None:
    shop = LimitedKeys(KEY, *map(unknown, range(PER_ADDRESS)))
    told = await shop.headers(OWNER, KEY)
    assert (told["RateLimit-Limit"], told["RateLimit-Remaining"]) == (str(PER_KEY), str(PER_KEY - 1))
    for number in range(PER_ADDRESS - 1):
        told = await shop.headers(OWNER, unknown(number))
    assert (told["RateLimit-Limit"], told["RateLimit-Remaining"]) == (str(PER_ADDRESS), "0")
