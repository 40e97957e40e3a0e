"""What the database remembers of the service it belongs to: its brand, its mode, and the master keys in use.

A start that does not fit is refused by name (decisions, section 12): under another brand every key is refused and
endpoints get nothing, in another mode couriers are simulated or not, and without a master key that still seals
something every request fails.
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
    """The settings are not those that the data was made with."""


def require_match(settings: Settings) -> None:
    """Check that brand, mode and master keys are the data's; the first start writes them down.

    The schema must be current. Raises ConfigurationMismatch.
    """
    keyring = encryption_keyring.load_keyring(settings)
    asyncio.run(_on_connection(settings, lambda db: require(db, settings, keyring)))


def require_brand(settings: Settings) -> None:
    """The same for commands that need no master key, as far as it is written down: brand and mode."""

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
    """Check brand, mode and master keys on a connection. A refusal writes nothing."""
    async with db.transaction():
        await _require_brand_and_mode(db, settings)
        await _require_keys(db, keyring)
        await _store_key(db, keyring, keyring.first)
        # Another node may have written its own down since we looked.
        await _require_keys(db, keyring)


async def unusable_keys(db: asyncpg.Connection, keyring: Keyring) -> str | None:
    """Why the master keys do not serve to read the data; None where they do.

    A key that another node brought in lately may be missing: what it sealed is refused here, and all else goes on.
    """
    rows = await db.fetch(_KEYS.text)
    held = [row for row in rows if row["id"] in keyring.ciphers]
    try:
        for row in held:
            _require_key(keyring, row["id"], row["proof"])
    except ConfigurationMismatch:
        return "are others than those that seal the data"
    return "are none of those that seal the data" if rows and not held else None


async def drop_old_master_keys(db: asyncpg.Connection, keyring: Keyring) -> None:
    """Every secret is sealed with the first master key by now; the others may leave the list."""
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
    """Data that is older than this memory shows its brand in its keys."""
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
            f"The master key '{name}' is missing, and secrets in the data are sealed with it: put it back into "
            f"{PREFIX}MASTER_KEYS, after the first one if that is new."
        )
    try:
        if proof is not None:
            keyring.decrypt(proof, _context(name))
    except encryption_keyring.DecryptionFailed:
        raise ConfigurationMismatch(
            f"The master key '{name}' is another one than the key of this id that seals the secrets in the data: "
            f"give the former one, and a new one an id of its own."
        ) from None


async def _store_key(db: asyncpg.Connection, keyring: Keyring, name: str) -> None:
    alone = Keyring({name: keyring.ciphers[name]})
    await db.execute(_STORE_KEY.text, name, alone.encrypt(b"", _context(name)))


def _context(name: str) -> str:
    return f"master_key:{name}"
