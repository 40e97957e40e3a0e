"""Choice of a workspace's aggregator account (decisions, sections 3 and 6)."""

from collections.abc import AsyncIterator, Iterator

import asyncpg
import msgspec
import pytest
import pytest_asyncio

from fulfilment.api_keys.service import OperatorActor
from fulfilment.infra import clock, ids
from fulfilment.infra.api.errors import NotConfigured
from fulfilment.infra.database.transaction import Read
from fulfilment.settings import Settings, load
from fulfilment.shipping.courier_clients import (
    BookingKeyDeleted,
    CourierClients,
    encrypt_merchant_key,
    platform_credentials,
)
from fulfilment.workspaces.administration import INSERT
from tests.harness.workspaces import as_operator

URL = "http://127.0.0.1:9"
SWITCH = "UPDATE aggregator_configs SET active = false WHERE account_id = $1"
REMOVE = """
    UPDATE aggregator_configs SET api_key = NULL, key_id = NULL, report_token = NULL, report_token_hash = NULL
     WHERE account_id = $1
"""
OWN = """
    INSERT INTO aggregator_configs
           (account_id, api_key, key_id, report_token, report_token_hash, created_at, updated_at)
    VALUES ($1, $2, 'akey_1', 'token', $3, now(), now())
"""
FORMER = """
    INSERT INTO previous_aggregator_keys (account_id, id, api_key, report_token, report_token_hash)
    SELECT account_id, key_id, api_key, report_token, report_token_hash FROM aggregator_configs WHERE account_id = $1
"""
BOOKED = {"is_merchant_key": True, "booking_key_id": "akey_1"}


def configured(mode: str, **settings: str) -> Settings:
    return msgspec.structs.replace(load({}), mode=mode, **settings)


@pytest.mark.parametrize(
    ("settings", "access"),
    [
        (configured("production"), ("", "")),
        (configured("production", aggregator_url=URL, aggregator_key="live"), (URL, "live")),
        (configured("production", aggregator_url=URL), (URL, "")),
        (configured("development", aggregator_simulator_port=7), ("http://127.0.0.1:7", "simulator")),
        (configured("development", aggregator_key="k", aggregator_simulator_port=7), ("http://127.0.0.1:7", "k")),
        (configured("development", aggregator_url=URL, aggregator_key="k"), (URL, "k")),
    ],
)
def test_the_platforms_access(settings: Settings, access: tuple[str, str]) -> None:
    assert platform_credentials(settings) == access


@pytest.fixture
def keys() -> Iterator[None]:
    with as_operator():
        yield


@pytest_asyncio.fixture
async def aggregators() -> AsyncIterator[CourierClients]:
    held = CourierClients(configured("production", aggregator_url=URL, aggregator_key="live"))
    await held.open()
    yield held
    await held.close()


@pytest_asyncio.fixture
async def db(module_database_url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(module_database_url)
    yield connection
    await connection.close()


@pytest_asyncio.fixture
async def read(db: asyncpg.Connection, keys: None) -> Read:
    """A workspace with an aggregator key of its own."""
    account_id = ids.new("acc")
    await db.execute(INSERT.text, account_id, "Test", None, clock.now())
    await db.execute(OWN, account_id, encrypt_merchant_key(account_id, "own"), account_id.encode())
    return Read(db, OperatorActor(account_id))


async def test_the_own_key_goes_before_the_platforms(aggregators: CourierClients, read: Read) -> None:
    assert (await aggregators.for_workspace(read)).is_merchant_key


async def test_switched_off_nothing_is_asked_but_look_ups(
    aggregators: CourierClients, read: Read, db: asyncpg.Connection
) -> None:
    await db.execute(SWITCH, read.account_id)

    with pytest.raises(NotConfigured):
        await aggregators.for_workspace(read)
    assert (await aggregators.for_lookup(read)).is_merchant_key
    assert (await aggregators.for_booking(read, BOOKED)).is_merchant_key


async def test_an_order_stays_with_the_account_it_was_booked_with(
    aggregators: CourierClients, read: Read, db: asyncpg.Connection
) -> None:
    platforms = {"is_merchant_key": False, "booking_key_id": None}
    assert not (await aggregators.for_booking(read, platforms)).is_merchant_key

    await db.execute(FORMER, read.account_id)
    await db.execute(REMOVE, read.account_id)
    assert (await aggregators.for_booking(read, BOOKED)).booking_key_id == "akey_1"
    assert not (await aggregators.for_workspace(read)).is_merchant_key


async def test_a_key_that_was_forgotten_is_nobody_elses(
    aggregators: CourierClients, read: Read, db: asyncpg.Connection
) -> None:
    for booking_key_id in ("akey_0", None):
        if booking_key_id is None:
            await db.execute(REMOVE, read.account_id)
        with pytest.raises(BookingKeyDeleted):
            await aggregators.for_booking(read, BOOKED | {"booking_key_id": booking_key_id})


async def test_an_order_of_another_platform_key_is_not_missed(aggregators: CourierClients) -> None:
    now = aggregators.platform_client()
    before = CourierClients(configured("production", aggregator_url=URL, aggregator_key="former"))
    await before.open()

    assert now.has_booked({"booking_key_id": now.booking_key_id}) and now.has_booked({"booking_key_id": None})
    assert not now.has_booked({"booking_key_id": before.platform_client().booking_key_id})
    assert "live" not in now.booking_key_id
    await before.close()


async def test_without_any_aggregator_nothing_can_be_asked(read: Read, db: asyncpg.Connection) -> None:
    none = CourierClients(configured("production"))
    await none.open()

    assert none.platform_account() is None
    with pytest.raises(NotConfigured):
        await none.for_workspace(read)
    await db.execute(REMOVE, read.account_id)
    with pytest.raises(NotConfigured):
        await none.for_workspace(read)
    await none.close()


async def test_an_own_key_works_where_the_platform_has_none(read: Read) -> None:
    keyless = CourierClients(configured("production", aggregator_url=URL))
    await keyless.open()

    assert keyless.platform_account() is None
    assert (await keyless.for_workspace(read)).is_merchant_key
    await keyless.close()
