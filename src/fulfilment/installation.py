"""What the database remembers of the service it belongs to: its brand, its mode, and the master keys in use.

A start that does not fit is refused by name (decisions, section 12): under another brand every key is refused and
endpoints get nothing, in another mode couriers are simulated or not, and without a master key that still seals
something every request fails.
"""

import asyncio
from collections.abc import Awaitable, Callable

import asyncpg

from fulfilment import brand, secrets
from fulfilment.db import hosts
from fulfilment.db.refusal import DatabaseRefusal
from fulfilment.db.sql import sql
from fulfilment.secrets import Keyring
from fulfilment.settings import PREFIX, Settings

CONNECT_TIMEOUT_SECONDS = 10
_PLACE = f"{PREFIX}DATA_DIR or {PREFIX}DATABASE_URL"

_REMEMBER = sql(
    "installation.unscoped_remember",
    "INSERT INTO installation (brand, mode, created_at) VALUES ($1, $2, now()) ON CONFLICT DO NOTHING",
)
_RECALL = sql("installation.unscoped_recall", "SELECT brand, mode FROM installation")
_ANY_KEY_ID = sql("installation.unscoped_any_key_id", "SELECT key_id FROM api_keys LIMIT 1")
_KEYS = sql("installation.unscoped_keys", "SELECT id, proof FROM master_keys ORDER BY id")
_REMEMBER_KEY = sql(
    "installation.unscoped_remember_key",
    """
    INSERT INTO master_keys (id, proof) VALUES ($1, $2)
    ON CONFLICT (id) DO UPDATE SET proof = excluded.proof WHERE master_keys.proof IS NULL
    """,
)
_FORGET_KEYS = sql("installation.unscoped_forget_keys", "DELETE FROM master_keys WHERE id <> $1")


class DoesNotFit(DatabaseRefusal):
    """The settings are not those that the data was made with."""


def require_fit(given: Settings) -> None:
    """Check that brand, mode and master keys are the data's; the first start writes them down. Raises DoesNotFit.

    The schema must be current.
    """
    keyring = secrets.load_keyring(given)
    asyncio.run(_on_connection(given, lambda db: require(db, given, keyring)))


def require_brand(given: Settings) -> None:
    """The same for commands that need no master key, as far as it is written down: brand and mode."""

    async def work(db: asyncpg.Connection) -> None:
        _require_same(given, await db.fetchrow(_RECALL.text))

    asyncio.run(_on_connection(given, work))


async def _on_connection(given: Settings, work: Callable[[asyncpg.Connection], Awaitable[None]]) -> None:
    db = await hosts.connect(given.direct_url, timeout=CONNECT_TIMEOUT_SECONDS)
    try:
        await work(db)
    finally:
        await db.close()


async def require(db: asyncpg.Connection, given: Settings, keyring: Keyring) -> None:
    """`require_fit` on a connection; nothing is written where it refuses."""
    async with db.transaction():
        await _require_brand_and_mode(db, given)
        await _require_keys(db, keyring)
        await _remember_key(db, keyring, keyring.first)
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
    except DoesNotFit:
        return "are others than those that seal the data"
    return "are none of those that seal the data" if rows and not held else None


async def keep_only_first(db: asyncpg.Connection, keyring: Keyring) -> None:
    """Every secret is sealed with the first master key by now; the others may leave the list."""
    async with db.transaction():
        await _remember_key(db, keyring, keyring.first)
        await db.execute(_FORGET_KEYS.text, keyring.first)


async def _require_brand_and_mode(db: asyncpg.Connection, given: Settings) -> None:
    known = await db.fetchrow(_RECALL.text)
    if known is None:
        await _require_brand_of_keys(db, given)
        await db.execute(_REMEMBER.text, given.brand, given.mode)
        known = await db.fetchrow(_RECALL.text)
    _require_same(given, known)


def _require_same(given: Settings, known: asyncpg.Record | None) -> None:
    if known is None:
        return
    if known["brand"] != given.brand:
        raise _of_another_brand(given, f"the brand '{known['brand']}'")
    if known["mode"] != given.mode:
        raise DoesNotFit(
            f"The data belongs to a service in {known['mode']} mode, not {given.mode}: set {PREFIX}MODE="
            f"{known['mode']}, or choose another {_PLACE}."
        )


async def _require_brand_of_keys(db: asyncpg.Connection, given: Settings) -> None:
    """Data that is older than this memory shows its brand in its keys."""
    key_id = await db.fetchval(_ANY_KEY_ID.text)
    if key_id is not None and not key_id.startswith(brand.of(given.brand).key_id_prefix):
        raise _of_another_brand(given, f"a brand whose key ids look like '{key_id}'")


def _of_another_brand(given: Settings, known: str) -> DoesNotFit:
    return DoesNotFit(
        f"The data belongs to {known}, not to '{given.brand}': set {PREFIX}BRAND, or choose another {_PLACE}."
    )


async def _require_keys(db: asyncpg.Connection, keyring: Keyring) -> None:
    for row in await db.fetch(_KEYS.text):
        _require_key(keyring, row["id"], row["proof"])
        if row["proof"] is None:
            await _remember_key(db, keyring, row["id"])


def _require_key(keyring: Keyring, name: str, proof: bytes | None) -> None:
    if name not in keyring.ciphers:
        raise DoesNotFit(
            f"The master key '{name}' is missing, and secrets in the data are sealed with it: put it back into "
            f"{PREFIX}MASTER_KEYS, after the first one if that is new."
        )
    try:
        if proof is not None:
            keyring.unseal(proof, _context(name))
    except secrets.CannotUnseal:
        raise DoesNotFit(
            f"The master key '{name}' is another one than the key of this id that seals the secrets in the data: "
            f"give the former one, and a new one an id of its own."
        ) from None


async def _remember_key(db: asyncpg.Connection, keyring: Keyring, name: str) -> None:
    alone = Keyring({name: keyring.ciphers[name]})
    await db.execute(_REMEMBER_KEY.text, name, alone.seal(b"", _context(name)))


def _context(name: str) -> str:
    return f"master_key:{name}"
