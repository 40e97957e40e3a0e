"""Rotating signing secrets: an ended secret signs nothing, and every receiver can verify throughout."""

import threading
from collections.abc import AsyncIterator
from datetime import timedelta

import asyncpg
import pytest

from fulfilment.infra import clock
from fulfilment.infra.database.transaction import System, Tx
from fulfilment.infra.encryption import keyring
from fulfilment.infra.encryption.key_rotation import reencrypt
from fulfilment.webhooks import endpoints, queries
from fulfilment.webhooks.dispatch import dequeue
from fulfilment.webhooks.dispatch.concurrency import ConcurrencyLimiter
from fulfilment.webhooks.http.signature import SignatureVerificationError, verify
from tests.harness.database import execute, rows
from tests.harness.service import Client
from tests.infra.encryption.test_key_rotation import NEW, OLD
from tests.webhooks.inbox import Received, receiving
from tests.webhooks.test_endpoints import URL
from tests.webhooks.working import RegisteredEndpoint, create_event, endpoint, register
from tests.webhooks.world import World, open_world

DAY_SECONDS = 24 * 3_600


@pytest.fixture
async def world(database_url: str) -> AsyncIterator[World]:
    async with open_world(database_url) as world:
        yield world


def rotate(client: Client, hook: RegisteredEndpoint, body: object = None, **headers: str):
    return client("POST", f"/api/v1/webhooks/endpoints/{hook.id}/rotate-secret", body, **headers)


def signers(received: Received, *secrets: str) -> list[str]:
    """Which of the secrets signed it."""
    found = []
    for secret in secrets:
        try:
            verify(received.headers["svc-signature"], received.body, [secret], clock.now().timestamp())
        except SignatureVerificationError:
            continue
        found.append(secret)
    return found


@pytest.mark.usefixtures("worker")
def test_both_secrets_sign_until_the_overlap_is_over_and_the_new_one_alone_afterwards(shop: Client):
    with receiving() as inbox:
        hook = register(shop, inbox.url())
        answer = rotate(shop, hook)
        assert (answer.status, answer.data["endpoint"]["id"]) == (200, hook.id)
        fresh = answer.data["secret"]
        create_event(shop)
        (during,) = inbox.wait_for(1)
        over = "UPDATE webhook_endpoints SET previous_secret_until = now() - interval '1 second' WHERE id = $1"
        execute(shop, over, hook.id)
        create_event(shop)
        after = inbox.wait_for(2)[1]
    assert during.headers["svc-signature"].count("v1=") == 2
    assert signers(during, fresh, hook.secret) == [fresh, hook.secret]
    assert during.is_signed_with(hook.secret), "who reads the last v1 alone can go on until it changes over"
    assert after.headers["svc-signature"].count("v1=") == 1
    assert signers(after, fresh, hook.secret) == [fresh]


@pytest.mark.usefixtures("worker")
def test_without_an_overlap_the_old_secret_signs_nothing_any_more(shop: Client):
    with receiving() as inbox:
        hook = register(shop, inbox.url())
        answer = rotate(shop, hook, {"overlapSeconds": 0})
        assert answer.data["previousSecretUntil"] is None
        create_event(shop)
        (received,) = inbox.wait_for(1)
    assert signers(received, answer.data["secret"], hook.secret) == [answer.data["secret"]]


def test_the_secret_is_in_the_answer_only(shop: Client):
    hook = register(shop, URL)
    answer = rotate(shop, hook, {"overlapSeconds": 60})
    fresh = answer.data["secret"]
    assert fresh.startswith("whsec_") and fresh != hook.secret
    shown = endpoint(shop, hook)
    assert shown == answer.data["endpoint"]
    assert shown["secretPreview"] == f"whsec_…{fresh[-4:]}"
    (stored,) = rows(shop, "SELECT secret, previous_secret FROM webhook_endpoints WHERE account_id = $1")
    assert fresh.encode() not in stored["secret"] and hook.secret.encode() not in stored["previous_secret"]
    (entry,) = shop("GET", "/api/v1/audit-log?action=webhook.secret_rotated").data["entries"]
    assert entry["targetId"] == hook.id
    assert entry["before"] == {"secretPreview": f"whsec_…{hook.secret[-4:]}"}
    assert entry["after"] == {
        "secretPreview": f"whsec_…{fresh[-4:]}",
        "previousSecretUntil": answer.data["previousSecretUntil"],
    }


def test_a_repeated_rotation_under_its_key_answers_the_same_secret_and_keeps_it_sealed(shop: Client):
    hook = register(shop, URL)
    first, again = rotate(shop, hook, key="once"), rotate(shop, hook, key="once")
    assert (again.raw, again.headers["idempotency-replayed"]) == (first.raw, "true")
    (memory,) = rows(shop, "SELECT response FROM idempotency_keys WHERE account_id = $1")
    assert first.data["secret"].encode() not in memory["response"]


@pytest.mark.parametrize("seconds", [-1, 7 * DAY_SECONDS + 1, 1.5, "60"])
def test_an_overlap_out_of_range_is_refused(shop: Client, seconds: object):
    hook = register(shop, URL)
    answer = rotate(shop, hook, {"overlapSeconds": seconds})
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "overlapSeconds")


def test_there_are_never_more_than_two_secrets_however_many_rotate_at_once(shop: Client):
    hook = register(shop, URL)
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(rotate(shop, hook))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [answer.status for answer in answers] == [200] * 6
    given = {answer.data["secret"] for answer in answers}
    assert len(given) == 6
    entries = shop("GET", "/api/v1/audit-log?action=webhook.secret_rotated").data["entries"]
    began = {entry["before"]["secretPreview"] for entry in entries}
    ended = {entry["after"]["secretPreview"] for entry in entries}
    assert len(began) == 6 and endpoint(shop, hook)["secretPreview"] in ended - began


def test_another_workspace_cannot_rotate_it(shop: Client, other_workspace: Client):
    hook = register(shop, URL)
    assert rotate(other_workspace, hook).error == (404, "NOT_FOUND")
    assert endpoint(shop, hook)["secretPreview"].endswith(hook.secret[-4:])


@pytest.mark.asyncio(loop_scope="function")
async def test_a_secret_whose_time_is_over_is_swept_out_of_the_database_and_no_other(world: World):
    account_id = await world.workspace()
    over, during = await world.endpoint(account_id), await world.endpoint(account_id)
    now = clock.now()
    async with world.db.transaction() as connection:
        tx = Tx(connection, System(account_id))
        await queries.rotate_secret(tx, over, b"new", "whsec_…", now - timedelta(seconds=1), now)
        await queries.rotate_secret(tx, during, b"new", "whsec_…", now + timedelta(hours=1), now)
    await endpoints.delete_expired_secrets(world.db)
    left = await world.run("SELECT id, previous_secret FROM webhook_endpoints WHERE previous_secret_until IS NOT NULL")
    assert [tuple(row) for row in left] == [(during, b"sealed")]


@pytest.mark.asyncio(loop_scope="function")
async def test_what_has_ended_is_not_signed_with_even_before_it_is_swept(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    now = clock.now()
    async with world.db.transaction() as connection:
        tx = Tx(connection, System(account_id))
        await queries.rotate_secret(tx, endpoint_id, b"new", "whsec_…", now - timedelta(seconds=1), now)
    await world.event(account_id)
    await world.finish()
    (taken,) = await dequeue.claim_due(world.db, ConcurrencyLimiter(8), 10.0)
    assert taken.secrets == [b"new"]


@pytest.mark.asyncio(loop_scope="function")
async def test_both_secrets_are_sealed_anew_and_a_deleted_endpoint_is_no_hindrance(world: World, database_url: str):
    account_id = await world.workspace()
    rotated, deleted = await world.endpoint(account_id), await world.endpoint(account_id)
    old, now = keyring.parse_keyring(OLD), clock.now()
    context = f"webhook_endpoint:{rotated}"
    await world.run("UPDATE webhook_endpoints SET secret = $1 WHERE id = $2", old.encrypt(b"first", context), rotated)
    async with world.db.transaction() as connection:
        tx = Tx(connection, System(account_id))
        sealed = old.encrypt(b"second", context)
        await queries.rotate_secret(tx, rotated, sealed, "whsec_…", now + timedelta(hours=1), now)
        await tx.fetch_optional(queries.SOFT_DELETE_ENDPOINT, deleted, now)
    connection = await asyncpg.connect(database_url)
    done = await reencrypt(connection, keyring.parse_keyring(f"{NEW},{OLD}"))
    stored = await connection.fetchrow("SELECT secret, previous_secret FROM webhook_endpoints WHERE id = $1", rotated)
    await connection.close()
    assert (done["webhook secrets"], done["old webhook secrets"]) == (1, 1)
    assert [keyring.parse_keyring(NEW).decrypt(part, context) for part in stored] == [b"second", b"first"]
