"""Configuration check at start: brand, mode and master keys must match those stored in the database.

A mismatch is an error that names the setting (decisions, section 12). Under another brand, all API keys would be
rejected and endpoints would receive nothing. In another mode, couriers would be simulated, or no longer simulated.
Without a master key that is in use, every request would fail.
"""

import asyncio
from collections.abc import Awaitable, Callable

import asyncpg

from fulfilment.infra import branding
from fulfilment.infra.database import failover
from fulfilment.infra.database.errors import DatabaseRefusal
from fulfilment.infra.database.statements import sql
from fulfilment.infra.encryption import keyring as encryption_keyring
from fulfilment.infra.encryption.keyring import Keyring
from fulfilment.settings import PREFIX, Settings

CONNECT_TIMEOUT_SECONDS = 10
_PLACE = f"{PREFIX}DATA_DIR or {PREFIX}DATABASE_URL"

_STORE = sql(
    "installation.unscoped_remember",
    "INSERT INTO installation (brand, mode, created_at) VALUES ($1, $2, now()) ON CONFLICT DO NOTHING",
)
_LOAD = sql("installation.unscoped_recall", "SELECT brand, mode FROM installation")
_ANY_KEY_ID = sql("installation.unscoped_any_key_id", "SELECT key_id FROM api_keys LIMIT 1")
_KEYS = sql("installation.unscoped_keys", "SELECT id, proof FROM master_keys ORDER BY id")
_STORE_KEY = sql(
    "installation.unscoped_remember_key",
    """
    INSERT INTO master_keys (id, proof) VALUES ($1, $2)
    ON CONFLICT (id) DO UPDATE SET proof = excluded.proof WHERE master_keys.proof IS NULL
    """,
)
_DELETE_KEYS = sql("installation.unscoped_forget_keys", "DELETE FROM master_keys WHERE id <> $1")


class ConfigurationMismatch(DatabaseRefusal):
    """The settings do not match those under which the data was created."""


def require_match(settings: Settings) -> None:
    """Check that brand, mode and master keys match the database; the first start stores them.

    The schema must be current. Raises ConfigurationMismatch.
    """
    keyring = encryption_keyring.load_keyring(settings)
    asyncio.run(_on_connection(settings, lambda db: require(db, settings, keyring)))


def require_brand(settings: Settings) -> None:
    """Check brand and mode, where stored, for commands that need no master key. Raises ConfigurationMismatch."""

    async def work(db: asyncpg.Connection) -> None:
        _require_same(settings, await db.fetchrow(_LOAD.text))

    asyncio.run(_on_connection(settings, work))


async def _on_connection(settings: Settings, work: Callable[[asyncpg.Connection], Awaitable[None]]) -> None:
    db = await failover.connect(settings.direct_url, timeout=CONNECT_TIMEOUT_SECONDS)
    try:
        await work(db)
    finally:
        await db.close()


async def require(db: asyncpg.Connection, settings: Settings, keyring: Keyring) -> None:
    """`require_match` on a connection; it stores nothing where it raises."""
    async with db.transaction():
        await _require_brand_and_mode(db, settings)
        await _require_keys(db, keyring)
        await _store_key(db, keyring, keyring.first)
        # Another node may have stored its keys meanwhile.
        await _require_keys(db, keyring)


async def unusable_keys(db: asyncpg.Connection, keyring: Keyring) -> str | None:
    """The reason why the master keys cannot decrypt the data; None where they can.

    A key that another node introduced may be missing: only secrets encrypted with that key cannot be decrypted here.
    """
    rows = await db.fetch(_KEYS.text)
    held = [row for row in rows if row["id"] in keyring.ciphers]
    try:
        for row in held:
            _require_key(keyring, row["id"], row["proof"])
    except ConfigurationMismatch:
        return "differ from those that encrypted the data"
    return "are none of those that encrypted the data" if rows and not held else None


async def drop_old_master_keys(db: asyncpg.Connection, keyring: Keyring) -> None:
    """Forget all master keys but the first, after every secret was re-encrypted with it."""
    async with db.transaction():
        await _store_key(db, keyring, keyring.first)
        await db.execute(_DELETE_KEYS.text, keyring.first)


async def _require_brand_and_mode(db: asyncpg.Connection, settings: Settings) -> None:
    known = await db.fetchrow(_LOAD.text)
    if known is None:
        await _require_brand_of_keys(db, settings)
        await db.execute(_STORE.text, settings.brand, settings.mode)
        known = await db.fetchrow(_LOAD.text)
    _require_same(settings, known)


def _require_same(settings: Settings, known: asyncpg.Record | None) -> None:
    if known is None:
        return
    if known["brand"] != settings.brand:
        raise _of_another_brand(settings, f"the brand '{known['brand']}'")
    if known["mode"] != settings.mode:
        raise ConfigurationMismatch(
            f"The data belongs to a service in {known['mode']} mode, not {settings.mode}: set {PREFIX}MODE="
            f"{known['mode']}, or choose another {_PLACE}."
        )


async def _require_brand_of_keys(db: asyncpg.Connection, settings: Settings) -> None:
    """Infer the brand from the API keys, for data that is older than the stored brand."""
    key_id = await db.fetchval(_ANY_KEY_ID.text)
    if key_id is not None and not key_id.startswith(branding.build(settings.brand).key_id_prefix):
        raise _of_another_brand(settings, f"a brand whose key ids look like '{key_id}'")


def _of_another_brand(settings: Settings, known: str) -> ConfigurationMismatch:
    return ConfigurationMismatch(
        f"The data belongs to {known}, not to '{settings.brand}': set {PREFIX}BRAND, or choose another {_PLACE}."
    )


async def _require_keys(db: asyncpg.Connection, keyring: Keyring) -> None:
    for row in await db.fetch(_KEYS.text):
        _require_key(keyring, row["id"], row["proof"])
        if row["proof"] is None:
            await _store_key(db, keyring, row["id"])


def _require_key(keyring: Keyring, name: str, proof: bytes | None) -> None:
    if name not in keyring.ciphers:
        raise ConfigurationMismatch(
            f"The master key '{name}' is missing, and stored secrets are encrypted with it. "
            f"Add it to {PREFIX}MASTER_KEYS again, after the first key if that one is new."
        )
    try:
        if proof is not None:
            keyring.decrypt(proof, _context(name))
    except encryption_keyring.DecryptionFailed:
        raise ConfigurationMismatch(
            f"The master key '{name}' differs from the key with this id that encrypted the stored secrets. "
            f"Set the former key again, and give a new key its own id."
        ) from None


async def _store_key(db: asyncpg.Connection, keyring: Keyring, name: str) -> None:
    alone = Keyring({name: keyring.ciphers[name]})
    await db.execute(_STORE_KEY.text, name, alone.encrypt(b"", _context(name)))


def _context(name: str) -> str:
    return f"master_key:{name}"
