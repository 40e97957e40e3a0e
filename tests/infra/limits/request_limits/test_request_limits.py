"""Request limits of one process, without a socket between."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from fulfilment import settings
from fulfilment.billing import plans
from fulfilment.infra.api.request import Request
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.database.pool import Database
from fulfilment.infra.limits.rate_limiter import RateLimited
from fulfilment.infra.limits.request_limits import MAX_HELD, PlanRateLimits, RequestCost, RequestRateLimits, per_items

pytestmark = pytest.mark.asyncio(loop_scope="function")

FREE = Principal("acc_1", "acc_1", key_id="svc_key_1", plan="free")
PER_ADDRESS = 20
ADDRESS, NEIGHBOUR = "203.0.113.5", "198.51.100.7"


class Rows(msgspec.Struct):
    """A body with a list."""

    rows: list[int]


@pytest.fixture
async def db(database_url: str) -> AsyncIterator[Database]:
    db = Database(settings.load({}), database_url)
    await db.open()
    yield db
    await db.close()


def limits(db: Database, hold_seconds: float = 0.0, per_address: int = PER_ADDRESS) -> RequestRateLimits:
    given = settings.load({"FULFILMENT_FAILED_AUTH_REQUESTS_PER_MINUTE": str(per_address)})
    return RequestRateLimits(db, given, PlanRateLimits(plans.requests_per_minute()), hold_seconds)


def request(address: str | None = ADDRESS) -> Request:
    return Request("GET", b"/", b"", {}, b"", address)


async def ask(
    limited: RequestRateLimits, cost: RequestCost, body: Any = None, principal: Principal = FREE
) -> int | None:
    """How much is left afterwards, as the answer tells; None where it is refused."""
    asking = request()
    try:
        await limited.check(principal, asking)
        await limited.charge_cost(principal, asking, cost, body)
    except RateLimited as error:
        assert error.headers["Retry-After"] == error.headers["RateLimit-Reset"]
        return None
    return int(asking.answer_headers["RateLimit-Remaining"])


async def fail(limited: RequestRateLimits, address: str | None = ADDRESS) -> bool:
    """Count a failed credential of this address: True where it is told so, False where it is told to slow down."""
    try:
        await limited.count_failed_auth(request(address))
    except RateLimited as error:
        assert 0 < int(error.headers["Retry-After"]) <= 60
        return False
    return True


async def test_what_costs_more_than_the_plan_allows_is_possible_once_while_the_allowance_is_whole(db: Database) -> None:
    limited = limits(db)
    assert await ask(limited, RequestCost(1_000)) == 0
    assert await ask(limited, RequestCost()) is None
    other = msgspec.structs.replace(FREE, account_id="acc_2")
    assert await ask(limited, RequestCost(), principal=other) == 59
    assert await ask(limited, RequestCost(1_000), principal=other) is None
    assert await ask(limited, RequestCost(), principal=other) == 58


@pytest.mark.parametrize(("rows", "cost"), [(0, 1), (1, 1), (20, 1), (21, 2), (400, 20)])
async def test_lists_cost_by_their_length_rounded_up(db: Database, rows: int, cost: int) -> None:
    assert await ask(limits(db), per_items("rows", 20), Rows([0] * rows)) == 60 - cost


async def test_what_is_too_heavy_gives_back_what_its_size_took(db: Database) -> None:
    limited, asking = limits(db), Request("POST", b"/", b"", {}, b"a" * 40_000, ADDRESS)
    assert await ask(limited, RequestCost(50)) == 10
    await limited.check(FREE, asking)
    with pytest.raises(RateLimited):
        await limited.charge_cost(FREE, asking, RequestCost(11), None)
    assert await ask(limited, RequestCost()) == 9


async def test_many_at_once_that_are_too_heavy_together_use_up_no_more_than_there_is(db: Database) -> None:
    limited = limits(db)
    left = await asyncio.gather(*(ask(limited, RequestCost(7)) for _ in range(30)))
    assert sum(one is not None for one in left) <= 60 // 7
    # Whatever was refused has given back what it took.
    granted = sum(one is not None for one in left)
    assert await ask(limited, RequestCost()) == 60 - 7 * granted - 1


async def test_an_address_is_told_why_its_credentials_fail_until_its_allowance_is_used_up(db: Database) -> None:
    limited = limits(db)
    assert [await fail(limited) for _ in range(PER_ADDRESS + 5)] == [True] * PER_ADDRESS + [False] * 5
    assert await fail(limited, NEIGHBOUR)
    assert await fail(limited, None)


async def test_an_address_of_ipv6_counts_by_its_network(db: Database) -> None:
    limited = limits(db)
    assert all([await fail(limited, f"2001:db8:1:2::{number:x}") for number in range(PER_ADDRESS)])
    assert not await fail(limited, "2001:db8:1:2:ffff::1")
    assert await fail(limited, "2001:db8:1:3::1")


async def test_processes_hear_from_one_another_which_addresses_fail_much(db: Database) -> None:
    here, there = limits(db), limits(db)
    assert sum([await fail(here) for _ in range(PER_ADDRESS + 5)]) == PER_ADDRESS
    await here.stop()
    assert await fail(there)
    await there.stop()
    assert not await fail(there)


async def test_without_a_limit_everything_may_fail(db: Database) -> None:
    limited = limits(db, per_address=0)
    assert all([await fail(limited) for _ in range(1_000)])


async def test_no_more_than_so_many_answers_are_held_at_a_time(db: Database) -> None:
    limited = limits(db, hold_seconds=3_600.0)
    for _ in range(PER_ADDRESS):
        assert await fail(limited)
    flood = [asyncio.ensure_future(fail(limited)) for _ in range(MAX_HELD + 50)]
    await asyncio.sleep(0.1)
    assert [task.result() for task in flood if task.done()] == [False] * 50
    # An answer that is within the limit is not held.
    assert await fail(limited, NEIGHBOUR)
    for task in flood:
        task.cancel()
    await asyncio.gather(*flood, return_exceptions=True)
    again = asyncio.ensure_future(fail(limited))
    await asyncio.sleep(0.1)
    assert not again.done(), "the places of those that hung up are free again"
    again.cancel()
