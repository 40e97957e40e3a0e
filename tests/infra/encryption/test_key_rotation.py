"""Rotating master keys: every sealed column is sealed with the new key, and the service goes on reading."""

import base64
import os

import asyncpg
import pytest

from fulfilment import settings
from fulfilment.infra import clock
from fulfilment.infra.encryption import key_rotation
from fulfilment.infra.encryption import keyring as encryption_keyring
from fulfilment.infra.operations import idempotency
from fulfilment.settings import SettingsError

OLD = "old:" + base64.b64encode(os.urandom(32)).decode()
NEW = "new:" + base64.b64encode(os.urandom(32)).decode()

# Columns of bytes that hold no secret: digests, and answers that are only sealed where a secret is in them.
PLAIN = {
    ("idempotency_keys", "request_hash"),
    ("aggregator_configs", "report_token_hash"),
    ("previous_aggregator_keys", "report_token_hash"),
    ("imported_products", "hash"),
    ("imported_variants", "hash"),
    ("sessions", "id_hash"),
    ("used_tokens", "token_hash"),
    # Ids of a trace.
    ("events", "trace"),
    # An empty text, sealed; a rotation writes a new one.
    ("master_keys", "proof"),
}


@pytest.fixture
async def db(database_url):
    connection = await asyncpg.connect(database_url)
    yield connection
    await connection.close()


async def _store_one_of_each(db: asyncpg.Connection, keyring: encryption_keyring.Keyring) -> None:
    now = clock.now()
    await db.execute("INSERT INTO accounts (id, name, origin, created_at) VALUES ('acc_1', 'One', 'operator', $1)", now)
    await db.execute(
        """INSERT INTO api_keys (account_id, id, name, key_id, secret, secret_preview, scopes, created_at)
           VALUES ('acc_1', 'k1', 'Key', 'svc_key_1', $1, '…', '{read}', $2)""",
        keyring.encrypt(b"svcsk_secret", "api_key:svc_key_1"),
        now,
    )
    await db.execute(
        """INSERT INTO aggregator_configs (account_id, key_id, api_key, report_token, report_token_hash, created_at,
                                           updated_at)
           VALUES ('acc_1', 'akey_2', $1, $2, 'hash', $3, $3)""",
        keyring.encrypt(b"biteship_live.x", "aggregator_key:acc_1"),
        keyring.encrypt(b"token", "aggregator_report_token:acc_1"),
        now,
    )
    await db.execute(
        """INSERT INTO previous_aggregator_keys (account_id, id, api_key, report_token, report_token_hash)
           VALUES ('acc_1', 'akey_1', $1, $2, 'old hash')""",
        keyring.encrypt(b"biteship_live.w", "aggregator_key:acc_1"),
        keyring.encrypt(b"old token", "aggregator_report_token:acc_1"),
    )
    await db.execute(
        """INSERT INTO storefronts (account_id, id, partner, secret, previous_secret, previous_until)
           VALUES ('acc_1', 'sf_1', 'sandal', $1, $2, now())""",
        keyring.encrypt(b"whsec_new", "storefront:sf_1"),
        keyring.encrypt(b"whsec_old", "storefront:sf_1"),
    )
    await db.execute(
        """INSERT INTO idempotency_keys
                  (account_id, partner, key, request_hash, status, response, is_sealed, created_at)
           VALUES ('acc_1', '', 'sealed', '', 201, $1, true, $2),
                  ('acc_1', '', 'plain', '', 200, 'plain', false, $2)""",
        keyring.encrypt(b"answer", idempotency.encryption_context("acc_1", "sealed")),
        now,
    )


async def test_a_rotation_seals_everything_with_the_first_key_and_changes_no_secret(db):
    await _store_one_of_each(db, encryption_keyring.parse_keyring(OLD))

    done = await key_rotation.reencrypt(db, encryption_keyring.parse_keyring(f"{NEW},{OLD}"))

    assert done["API secrets"] == done["aggregator keys"] == done["report tokens"] == done["remembered answers"] == 1
    assert done["former aggregator keys"] == done["former report tokens"] == 1
    only_new = encryption_keyring.parse_keyring(NEW)
    secret = await db.fetchval("SELECT secret FROM api_keys")
    assert only_new.decrypt(secret, "api_key:svc_key_1") == b"svcsk_secret"
    former = await db.fetchrow("SELECT api_key, report_token FROM previous_aggregator_keys")
    assert only_new.decrypt(former["api_key"], "aggregator_key:acc_1") == b"biteship_live.w"
    assert only_new.decrypt(former["report_token"], "aggregator_report_token:acc_1") == b"old token"
    storefront = await db.fetchrow("SELECT secret, previous_secret FROM storefronts")
    assert [only_new.decrypt(sealed, "storefront:sf_1") for sealed in storefront] == [b"whsec_new", b"whsec_old"]
    response = await db.fetchval("SELECT response FROM idempotency_keys WHERE key = 'sealed'")
    assert only_new.decrypt(response, idempotency.encryption_context("acc_1", "sealed")) == b"answer"
    assert await db.fetchval("SELECT response FROM idempotency_keys WHERE key = 'plain'") == b"plain"


async def test_a_second_rotation_finds_nothing_to_do(db):
    keyring = encryption_keyring.parse_keyring(f"{NEW},{OLD}")
    await _store_one_of_each(db, encryption_keyring.parse_keyring(OLD))
    await key_rotation.reencrypt(db, keyring)

    assert set((await key_rotation.reencrypt(db, keyring)).values()) == {0}


async def test_a_secret_under_a_key_that_was_taken_away_is_refused_and_kept(db):
    await _store_one_of_each(db, encryption_keyring.parse_keyring(OLD))
    before = await db.fetchval("SELECT secret FROM api_keys")

    with pytest.raises(encryption_keyring.DecryptionFailed):
        await key_rotation.reencrypt(db, encryption_keyring.parse_keyring(NEW))

    assert await db.fetchval("SELECT secret FROM api_keys") == before


async def test_every_column_of_bytes_is_rotated_or_known_to_hold_no_secret(db):
    columns = await db.fetch(
        "SELECT table_name, column_name FROM information_schema.columns"
        " WHERE table_schema = 'public' AND data_type = 'bytea'"
    )
    rotated = {sealed.find.name.removeprefix("resealing.unscoped_find_") for sealed in key_rotation.ENCRYPTED_COLUMNS}
    named = {f"{row['table_name']}_{row['column_name']}" for row in columns if tuple(row) not in PLAIN}

    assert named == rotated


def test_master_keys_are_read_from_a_file_on_lines_or_with_commas(tmp_path):
    path = tmp_path / "keys"
    for text in (f"{NEW}\n{OLD}\n", f"{NEW},{OLD}"):
        path.write_text(text)
        given = settings.load({"FULFILMENT_MASTER_KEYS_FILE": str(path)})
        assert list(encryption_keyring.load_keyring(given).ciphers) == ["new", "old"]


@pytest.mark.parametrize(
    ("environ", "said"),
    [
        ({"FULFILMENT_MASTER_KEYS_FILE": "/nowhere/keys"}, "/nowhere/keys cannot be read: No such file"),
        ({"FULFILMENT_MASTER_KEYS_FILE": "keys", "FULFILMENT_MASTER_KEYS": NEW}, "not both"),
    ],
)
def test_a_file_of_master_keys_that_cannot_be_used_is_refused_by_name(environ, said):
    with pytest.raises(SettingsError, match=said):
        encryption_keyring.load_keyring(settings.load(environ))
