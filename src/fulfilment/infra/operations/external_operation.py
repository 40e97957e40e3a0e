"""External operations (saga): short transactions around a call to a courier or a payment provider.

- Claim: one transaction stores the intended call and claims the idempotency key. A second request under the key is
  answered 409 IDEMPOTENCY_IN_PROGRESS.
- Call: no transaction is open.
- Settle: `complete` stores the outcome, and the answer under the key. `abort` deletes the key, if nothing was done.
  `release` keeps the record and ends its lease, if the outcome is unknown.
- Resume: a later request under the key, or a worker, finishes a released or abandoned claim, for the stored actor and
  under the stored key.
"""

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from typing import Any

import asyncpg
import msgspec

from fulfilment.infra import ids
from fulfilment.infra.database import heartbeat, outbox
from fulfilment.infra.database.deferred_releases import ClaimWindow, claimed_within
from fulfilment.infra.database.notifier import WorkerNotifier
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import Statement, sql
from fulfilment.infra.database.transaction import Actor, PooledExecutor, Read, Tx
from fulfilment.infra.operations import idempotency
from fulfilment.infra.operations.command import EncodedResponse, Work, encode_response, stored_response
from fulfilment.infra.operations.idempotency import Key


class StoredActor(msgspec.Struct, frozen=True, omit_defaults=True):
    """An actor stored as JSON. `trace` is the span context of the work, if it is recorded.

    `audit_metadata` names the partner that acted for the workspace, if any. A bulk job reads the row as a `Principal`.
    """

    account_id: str
    actor_id: str | None
    actor_email: str | None = None
    key_id: str | None = None
    partner: str | None = None
    is_on_behalf_of: bool = False
    created_by_partner: str | None = None
    ip: str | None = None
    user_agent: str | None = None
    audit_metadata: dict[str, str] = {}
    trace: bytes | None = None


_FIELDS = [name for name in StoredActor.__struct_fields__ if name != "trace"]


def encode_actor(tx: Tx) -> str:
    """The actor of the transaction as JSON, with its trace."""
    fields = {name: getattr(tx.actor, name) for name in _FIELDS if hasattr(tx.actor, name)}
    trace = None if tx.span is None else tx.span.span_context
    return msgspec.json.encode(StoredActor(**fields, trace=trace)).decode()


def decode_actor(account_id: str, stored: str | None) -> StoredActor:
    """The stored actor; the service itself if nothing is stored."""
    return StoredActor(account_id, None) if stored is None else msgspec.json.decode(stored, type=StoredActor)


_CLAIM_KEY = """
    INSERT INTO idempotency_keys AS k (account_id, partner, key, request_hash, lease_until, created_at, holder)
    SELECT $1, {partner}::text, {key}::text, {request_hash}::bytea, now() + {lease}::interval, now(),
        {owner_id}::integer
      {which}
    ON CONFLICT (account_id, partner, key) DO UPDATE
       SET request_hash = excluded.request_hash, status = NULL, response = NULL, is_sealed = false,
           lease_until = excluded.lease_until, created_at = excluded.created_at, holder = excluded.holder
     WHERE k.created_at <= now() - {life}::interval
        OR (k.status IS NULL AND k.request_hash = excluded.request_hash
            AND (k.lease_until <= now() OR k.holder = {dead_owner_id}))
    RETURNING key
"""


def claim_key_sql(
    *,
    partner: str,
    key: str,
    request_hash: str,
    lease: str,
    life: str,
    owner_id: str,
    dead_owner_id: str,
    which: str = "",
) -> str:
    """SQL that claims a key, with the given parameters. It returns a row if the key was claimed.

    `dead_owner_id` is the previous owner of the claim, if that process is dead. A domain may embed the SQL in a
    statement that claims a row of its own. `which` is then the condition that there is a key.
    """
    return _CLAIM_KEY.format(
        partner=partner,
        key=key,
        request_hash=request_hash,
        lease=lease,
        life=life,
        owner_id=owner_id,
        dead_owner_id=dead_owner_id,
        which=which,
    )


CLAIM_KEY = sql(
    "idempotency.claim_key",
    claim_key_sql(partner="$2", key="$3", request_hash="$4", lease="$5", life="$6", owner_id="$7", dead_owner_id="$8"),
)

FIND_OWNER = sql(
    "idempotency.find_owner",
    "SELECT holder FROM idempotency_keys WHERE account_id = $1 AND partner = $2 AND key = $3 AND status IS NULL",
)

RELEASE_KEY = sql(
    "idempotency.release_key",
    """
    UPDATE idempotency_keys SET lease_until = now(), holder = NULL
     WHERE account_id = $1 AND partner = $2 AND key = $3 AND request_hash = $4 AND status IS NULL
    """,
)

# Releases a claim of this process ($5) made within the operation's time window. Its outcome may be unknown.
RELEASE_CLAIMED_KEY = sql(
    "idempotency.release_claimed_key",
    """
    UPDATE idempotency_keys SET lease_until = now(), holder = NULL
     WHERE account_id = $1 AND partner = $2 AND key = $3 AND request_hash = $4 AND status IS NULL
       AND holder IS NOT DISTINCT FROM $5 AND {taken}
    """,
    taken=claimed_within("lease_until", 6),
)

DELETE_KEY = sql(
    "idempotency.delete_key",
    """
    DELETE FROM idempotency_keys
     WHERE account_id = $1 AND partner = $2 AND key = $3 AND request_hash = $4 AND status IS NULL
    """,
)


class _Claim(msgspec.Struct, frozen=True):
    """A claimed row with its lease, and the statement that releases it."""

    statement: Statement
    args: tuple[Any, ...]
    lease: timedelta
    claimed_at: float


class ExternalOperation:
    """One external operation. `key` is the idempotency key of its answer, if any."""

    def __init__(
        self,
        db: Database,
        notifier: WorkerNotifier,
        actor: Actor,
        key: Key | None,
        request_id: str,
        status: int = 200,
        run_command: Callable[[Work], Awaitable[EncodedResponse]] | None = None,
    ) -> None:
        self.db = db
        self.actor = actor
        self.key = key
        self._notifier = notifier
        self._request_id = request_id
        self._status = status
        self._run_command = run_command
        # True if the key is claimed, by this request or by the request that began a resumed operation.
        self.has_claimed_key = False
        self._claims: list[_Claim] = []

    @property
    def account_id(self) -> str:
        return self.actor.account_id

    @property
    def owner_id(self) -> int | None:
        """The owner id of this process (infra/database/heartbeat.py)."""
        return self.db.owner_id

    def resume(self, row: asyncpg.Record) -> "ExternalOperation":
        """The operation of a row with `account_id`, and its stored `actor` and `memory`."""
        actor = decode_actor(row["account_id"], row["actor"])
        return self.resume_as(actor, idempotency.decode_key(row["memory"]))

    def resume_as(self, actor: Actor, key: Key | None) -> "ExternalOperation":
        """Another actor's operation, to be finished on behalf of that actor."""
        other = ExternalOperation(self.db, self._notifier, actor, key, ids.new("req"), self._status)
        other.has_claimed_key = True
        # Shared, so that releasing the claims of this operation releases those of the other.
        other._claims = self._claims
        return other

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Read]:
        """Queries outside of a transaction. Each uses a connection of its own, and none is held between them."""
        yield Read(PooledExecutor(self.db), self.actor)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Tx]:
        """One short transaction. Its events are stored in the same transaction."""
        had_claimed_key = self.has_claimed_key
        try:
            async with self.db.transaction() as connection:
                tx = Tx(connection, self.actor)
                yield tx
                await outbox.flush(connection, [(tx, None)], retention_hours=idempotency.RETENTION_HOURS)
        except BaseException:
            self.has_claimed_key = had_claimed_key
            raise
        if tx.events:
            self._notifier.notify()

    def notify_workers(self) -> None:
        """Wake the workers for committed work that should begin at once, without an event."""
        self._notifier.notify()

    @property
    def key_claim_arguments(self) -> tuple:
        """Partner, key, request hash and retention for `claim_key_sql`.

        The first three are None if there is no key to claim.
        """
        if self.key is None or self.has_claimed_key:
            return None, None, None, idempotency.RETENTION
        return self.key.partner, self.key.key, self.key.request_hash, idempotency.RETENTION

    def mark_claimed(self) -> None:
        """Record that the key is claimed."""
        self.has_claimed_key = True

    def register_claim(self, statement: Statement, *args: Any, lease: timedelta) -> None:
        """Register a row before it is claimed. `statement` releases it, with `args` and a `ClaimWindow` after `$1`."""
        self._claims.append(_Claim(statement, args, lease, time.monotonic()))

    def register_key_claim(self, lease: timedelta) -> None:
        """Register the key before it is claimed."""
        if self.key is not None and not self.has_claimed_key:
            self.register_claim(
                RELEASE_CLAIMED_KEY, self.key.partner, self.key.key, self.key.request_hash, self.owner_id, lease=lease
            )

    def release_claims(self) -> None:
        """Release all claims of an operation that this process gives up, as soon as the database is reachable.

        Settled claims, and claims of other processes, stay unchanged.
        """
        ended = time.monotonic()
        for each in self._claims:
            self.db.deferred_releases.schedule(
                partial(self._release, each, ClaimWindow(each.claimed_at, ended, each.lease)), each.lease
            )
        self._claims.clear()

    async def _release(self, claim: _Claim, span: ClaimWindow) -> None:
        async with self.db.transaction() as connection:
            await Tx(connection, self.actor).fetch_optional(claim.statement, *claim.args, *span.arguments)
        self._notifier.notify()

    async def claim_key(self, tx: Tx, lease_seconds: float) -> None:
        """Claim the key before the external call. Raises InProgress if a duplicate request holds it."""
        if self.key is None or self.has_claimed_key:
            return
        self.register_key_claim(timedelta(seconds=lease_seconds))
        arguments = (
            self.key.partner,
            self.key.key,
            self.key.request_hash,
            timedelta(seconds=lease_seconds),
            idempotency.RETENTION,
            self.owner_id,
        )
        claimed = await tx.fetch_value(CLAIM_KEY, *arguments, None)
        if claimed is None:
            other = await tx.fetch_value(FIND_OWNER, self.key.partner, self.key.key)
            if await heartbeat.is_owner_dead(tx, other):
                claimed = await tx.fetch_value(CLAIM_KEY, *arguments, other)
        if claimed is None:
            raise idempotency.InProgress
        self.mark_claimed()

    async def release_key(self, tx: Tx) -> None:
        """End the claim of the key. The outcome is unknown, and the next request under the key takes over."""
        if self.key is not None:
            await tx.fetch_optional(RELEASE_KEY, self.key.partner, self.key.key, self.key.request_hash)

    async def delete_key(self, tx: Tx) -> None:
        """Delete the key. The operation was refused, and may be tried again under the same key."""
        if self.key is not None:
            await tx.fetch_optional(DELETE_KEY, self.key.partner, self.key.key, self.key.request_hash)

    async def release(self, work: Callable[[Tx], Awaitable[object]]) -> None:
        """Settle an unknown outcome: `work` releases the claim, and the next request under the key takes over."""
        async with self.transaction() as tx:
            await work(tx)
            await self.release_key(tx)

    async def abort(self, work: Callable[[Tx], Awaitable[object]]) -> None:
        """Settle a refusal that changed nothing: `work` ends the claim, and the key may be used again."""
        async with self.transaction() as tx:
            await work(tx)
            await self.delete_key(tx)

    async def complete(self, work: Work) -> EncodedResponse:
        """The last transaction: run `work`, and store its answer under the key.

        If the key was never claimed, there was no external call before. Then `work` runs as a plain mutation, with its
        handling of duplicate requests.
        """
        if self._run_command is not None and not self.has_claimed_key:
            return await self._run_command(work)
        async with self.db.transaction() as connection:
            tx = Tx(connection, self.actor)
            response, holds_secret = encode_response(await work(tx), self._status, self._request_id)
            stored = stored_response(self.key, self.account_id, response, holds_secret)
            await outbox.flush(connection, [(tx, stored)], retention_hours=idempotency.RETENTION_HOURS)
        if tx.events:
            self._notifier.notify()
        return response
