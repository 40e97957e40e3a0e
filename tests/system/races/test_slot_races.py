"""A request that waits for another change of a license goes by the license after that change, not before it.

The other transaction stays open until a request is seen to wait for it. The waiting request has an older snapshot.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import pytest

from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database.transaction import System, Tx
from fulfilment.licenses import activation, lifecycle
from fulfilment.workspaces.administration import create_workspace
from tests.harness.workspaces import as_operator, in_database

LICENSE, CAP = "lic_1", 2
WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted AND pid = $1"
SOLD = """
    INSERT INTO products (account_id, id, name, type, license_enabled, created_at, updated_at)
    VALUES ($1, 'prod_1', 'Editor', 'license', true, now(), now())
"""
ISSUED = """
    INSERT INTO licenses (account_id, id, product_id, customer_id, key, normalized_key, is_custom_key, max_activations,
                          created_at)
    VALUES ($1, 'lic_1', 'prod_1', 'cus_1', $1, $1, true, 2, now())
"""

Act = Callable[[Tx], Awaitable[Any]]


def activating(*instances: str) -> Act:
    async def act(tx: Tx) -> Any:
        return [await activation.activate(tx, LICENSE, instance) for instance in instances][-1]

    return act


def deactivating(*instances: str) -> Act:
    async def act(tx: Tx) -> Any:
        return [await activation.deactivate(tx, LICENSE, instance) for instance in instances][-1]

    return act


async def nothing(_tx: Tx) -> None:
    """The license as it was issued."""


class Raced:
    """The outcome of the waiting request, and the license after it."""

    def __init__(self, outcome: Any, active: list[str], count: int, told: list[tuple[str, int]]):
        self.outcome = outcome
        self.active = active
        self.count = count
        self.told = told


def race(database_url: str, before: Act, other: Act, waiter: Act, *, ends: str = "commit") -> Raced:
    """`other` is under way when `waiter` begins, and ends when it is waited for."""
    with as_operator():
        account = in_database(database_url, lambda db: create_workspace(db, "A shop")).account_id
    return asyncio.run(_race(database_url, account, before, other, waiter, ends))


async def _race(url: str, account: str, before: Act, other: Act, waiter: Act, ends: str) -> Raced:
    one, two, looking = [await asyncpg.connect(url) for _ in range(3)]
    try:
        for statement in (SOLD, ISSUED):
            await one.execute(statement, account)
        await before(Tx(one, System(account)))
        holding = two.transaction()
        await holding.start()
        await other(Tx(two, System(account)))
        tx = Tx(one, System(account))

        async def wait() -> Any:
            async with one.transaction():
                return await waiter(tx)

        waiting = asyncio.create_task(wait())
        while not await looking.fetchval(WAITING, one.get_server_pid()):
            assert not waiting.done(), "it did not wait"
            await asyncio.sleep(0.01)
        await getattr(holding, ends)()
        (outcome,) = await asyncio.gather(waiting, return_exceptions=True)
        held = await looking.fetch(
            "SELECT instance_id FROM license_activations WHERE account_id = $1 AND deactivated_at IS NULL ORDER BY 1",
            account,
        )
        count = await looking.fetchval("SELECT activations FROM licenses WHERE account_id = $1", account)
        told = [(event.type.split(".")[2], event.data["activations"]) for event in tx.events]
        return Raced(outcome, [row["instance_id"] for row in held], count, told)
    finally:
        await asyncio.gather(one.close(), two.close(), looking.close())


def test_an_instance_that_another_request_has_just_activated_is_already_active(module_database_url: str) -> None:
    found = race(module_database_url, nothing, activating("pc"), activating("pc"))
    assert found.outcome.already_active and found.outcome.license.activations == 1
    assert (found.active, found.count, found.told) == (["pc"], 1, [])


def test_the_last_slot_that_another_has_just_taken_is_not_given_again(module_database_url: str) -> None:
    found = race(module_database_url, activating("a"), activating("b"), activating("c"))
    assert isinstance(found.outcome, activation.MaxActivationsReached)
    assert (found.active, found.count, found.told) == (["a", "b"], CAP, [])


def test_a_slot_beside_one_that_another_has_just_taken_is_the_next(module_database_url: str) -> None:
    found = race(module_database_url, nothing, activating("a"), activating("b"))
    assert not found.outcome.already_active and found.outcome.license.activations == 2
    assert (found.active, found.count, found.told) == (["a", "b"], 2, [("activated", 2)])


def test_a_slot_that_another_has_just_freed_is_to_be_had(module_database_url: str) -> None:
    found = race(module_database_url, activating("a", "b"), deactivating("a"), activating("c"))
    assert not found.outcome.already_active
    assert (found.active, found.count, found.told) == (["b", "c"], CAP, [("activated", 2)])


def test_an_instance_whose_slot_another_has_just_freed_takes_one_anew(module_database_url: str) -> None:
    found = race(module_database_url, activating("pc"), deactivating("pc"), activating("pc"))
    assert not found.outcome.already_active
    assert (found.active, found.count, found.told) == (["pc"], 1, [("activated", 1)])


def test_an_instance_that_went_and_came_meanwhile_is_active_by_its_new_slot(module_database_url: str) -> None:
    """The count is the same as before: only the version of the row tells."""

    async def go_and_come(tx: Tx) -> None:
        await deactivating("pc")(tx)
        await activating("pc")(tx)

    found = race(module_database_url, activating("pc"), go_and_come, deactivating("pc"))
    assert (found.outcome.deactivated, found.outcome.activations) == (True, 0)
    assert (found.active, found.count, found.told) == ([], 0, [("deactivated", 0)])


def test_a_slot_is_freed_once(module_database_url: str) -> None:
    found = race(module_database_url, activating("a", "b"), deactivating("a"), deactivating("a"))
    assert (found.outcome.deactivated, found.outcome.already_deactivated, found.outcome.activations) == (False, True, 1)
    assert (found.active, found.count, found.told) == (["b"], 1, [])


def test_an_instance_that_another_has_just_activated_can_be_deactivated(module_database_url: str) -> None:
    found = race(module_database_url, nothing, activating("pc"), deactivating("pc"))
    assert (found.outcome.deactivated, found.outcome.activations) == (True, 0)
    assert (found.active, found.count, found.told) == ([], 0, [("deactivated", 0)])


@pytest.mark.parametrize(
    ("change", "error"),
    [(lifecycle.suspend, activation.SuspendedLicense), (lifecycle.revoke, activation.InvalidLicenseKey)],
    ids=["suspended", "revoked"],
)
def test_a_license_that_was_just_changed_gives_no_slot_away(
    module_database_url: str, change: Callable[[Tx, str], Awaitable[Any]], error: type[ApiError]
) -> None:
    found = race(module_database_url, nothing, lambda tx: change(tx, LICENSE), activating("pc"))
    assert isinstance(found.outcome, error)
    assert (found.active, found.count, found.told) == ([], 0, [])


def test_what_another_has_undone_never_was(module_database_url: str) -> None:
    found = race(module_database_url, activating("a"), activating("b"), activating("c"), ends="rollback")
    assert not found.outcome.already_active
    assert (found.active, found.count, found.told) == (["a", "c"], CAP, [("activated", 2)])
