"""Tenant queue: a job queue in PostgreSQL, with leases, that serves the workspaces in rotation.

A job is a row of its domain's own table, with its due time and its number of attempts. A job is enqueued in the
transaction that creates its row. A claim counts an attempt, and postpones the row to the end of its lease. If the
process dies, its attempt is therefore counted, and the row becomes due again.

Some kinds have a table with one row per workspace that has due rows. A claim locks the workspace's row first, and skips
rows that are locked. Other changes lock the workspace's row last, or first if the kind has a `tenant_lock`. This order
prevents deadlocks.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import asyncpg
import msgspec

from fulfilment.infra.database.deferred_releases import ClaimWindow, claimed_within
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import Statement, sql
from fulfilment.infra.database.transaction import System, Tx

# Rows released at once; more than one claim takes.
MAX_RELEASED = 500
# The number of earliest due rows searched for workspaces, for kinds without a table of workspaces.
DUE_WINDOW = 100

_RECHECK = "interval '100 ms'"


class JobKind(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of job: the table that serves as its queue, and its policies.

    `key` has the columns of the primary key after `account_id`, with their names in the log. `columns` are the columns
    of a claimed row, with the alias `j`. `tenants` is the table of the workspaces with due rows, if there is one.
    """

    name: str
    table: str
    key: Mapping[str, str]
    columns: str
    tenants: str | None = None
    # SQL of the longest time until a workspace is checked again, also without rows; None without such a limit.
    max_tenant_wait: str | None = None
    # The workspace's row counts failures. After a failure one row at a time is claimed (`tenant_failures`).
    counts_tenant_failures: bool = False
    # The lock that every change of a row takes first.
    tenant_lock: Statement | None = None
    attempts: str = "faults"
    # The row has the owner id of its process; otherwise only its lease counts.
    has_holder: bool = False
    # A claim sets `lease_until`, which other code reads, in addition to `due_at`.
    has_lease: bool = False
    # The jobs of a dead process become due at once. The table needs an index on `holder`.
    releases_dead: bool = False
    # The largest number of claimed rows per workspace, over all workers.
    max_claimed: int | None = None
    condition: str = ""
    claim_sets: str = ""
    order: str = "due_at"


def wake_sql(tenants: str, rows: str) -> str:
    """SQL that schedules the workspaces of `rows` for the time when these rows are due, or earlier."""
    return f"""
        INSERT INTO {tenants} AS l (account_id, due_at)
        SELECT account_id, min(due_at) FROM {rows} GROUP BY 1 ORDER BY 1
        ON CONFLICT (account_id) DO UPDATE SET due_at = excluded.due_at
         WHERE l.due_at IS NULL OR l.due_at > excluded.due_at
    """


class TenantQueue:
    """The SQL statements of one kind of job, and the methods that run them."""

    def __init__(self, kind: JobKind) -> None:
        self.kind = kind
        self.name = kind.name
        self._and = f" AND {kind.condition}" if kind.condition else ""
        self.find_due_tenants = self._build_find_due_tenants()
        self.claim_due = self._build_claim()
        self.postpone_claimed = self._build_postpone()
        if kind.releases_dead:
            self.release_dead = self._build_release_dead()
            self.release_claimed = self._build_release_claimed()

    async def find_tenants(
        self, connection: asyncpg.Connection, excluded: Sequence[str], limit: int, after: str
    ) -> list[str]:
        """The workspaces with due rows, in rotation, without the `excluded` workspaces.

        Without a table of workspaces, the workspaces after `after` in the order of ids come first.
        """
        arguments = (excluded, limit) if self.kind.tenants else (excluded, limit, after)
        return [row["account_id"] for row in await connection.fetch(self.find_due_tenants.text, *arguments)]

    async def claim(
        self,
        connection: asyncpg.Connection,
        tenants: Sequence[str],
        capacities: Sequence[int],
        lease: timedelta,
        owner_id: int | None,
    ) -> list[asyncpg.Record]:
        """Claim due rows of the workspaces until the lease ends, up to the capacity of each workspace."""
        owner = (owner_id,) if self.kind.has_holder else ()
        return await connection.fetch(self.claim_due.text, tenants, capacities, lease, sum(capacities), *owner)

    async def postpone(
        self, db: Database, row: asyncpg.Record, owner_id: int | None, wait: timedelta, *, is_counted: bool = True
    ) -> None:
        """Postpone a row by `wait`, unless it is settled or another process has claimed it since."""
        kind = self.kind
        owner = (owner_id,) if kind.has_holder else ()
        key = [row[column] for column in kind.key]
        async with db.transaction() as connection:
            tx = Tx(connection, System(row["account_id"]))
            if kind.tenant_lock is not None:
                await tx.fetch_optional(kind.tenant_lock)
            arguments = (*key, row[kind.attempts], wait, int(not is_counted), *owner)
            await tx.fetch_optional(self.postpone_claimed, *arguments)

    async def release_dead_owners(self, connection: asyncpg.Connection, limit: int = MAX_RELEASED) -> int:
        """Make the rows of dead processes due; the number of rows."""
        if not self.kind.releases_dead:
            return 0
        released = await connection.fetchval(self.release_dead.text, limit)
        assert released is not None, "a count is always answered"
        return released

    async def release_window(
        self, connection: asyncpg.Connection, owner_id: int | None, claim_window: ClaimWindow
    ) -> None:
        """Make the rows due that a process claimed within a time window, because the answer to its claim was lost."""
        if self.kind.releases_dead and owner_id is not None:
            await connection.execute(self.release_claimed.text, MAX_RELEASED, owner_id, *claim_window.arguments)

    def log_fields(self, row: asyncpg.Record) -> dict[str, Any]:
        """The fields that identify the row in the log."""
        key = {name: row[column] for column, name in self.kind.key.items()}
        return {"queue": self.name, "account": row["account_id"], **key, "tries": row[self.kind.attempts]}

    @property
    def _key(self) -> str:
        return ", ".join(("account_id", *self.kind.key))

    def _is_same(self, one: str, other: str) -> str:
        return " AND ".join(f"{one}.{column} = {other}.{column}" for column in ("account_id", *self.kind.key))

    def _build_find_due_tenants(self) -> Statement:
        kind = self.kind
        if kind.tenants is not None:
            return sql(
                f"{kind.name}.unscoped_find_due_tenants",
                f"""
                SELECT account_id FROM {kind.tenants} WHERE due_at <= now() AND account_id <> ALL ($1::text[])
                 ORDER BY due_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED
                """,
            )
        return sql(
            f"{kind.name}.unscoped_find_due_tenants",
            f"""
            SELECT account_id FROM (
                SELECT account_id FROM {kind.table} WHERE due_at <= now(){self._and} AND account_id <> ALL ($1::text[])
                 ORDER BY due_at LIMIT {DUE_WINDOW}
            ) due GROUP BY account_id ORDER BY account_id <= $3::text, account_id LIMIT $2
            """,
        )

    def _build_claim(self) -> Statement:
        """The statement that claims rows. `$4` is the sum of the capacities, as an estimate for the planner.

        It runs after the statement that locks the workspaces, so that it sees all earlier claims.
        """
        kind = self.kind
        failures = ", l.failures" if kind.counts_tenant_failures else ""
        returned = ", p.failures AS tenant_failures" if kind.counts_tenant_failures else ""
        lease = ", lease_until = now() + $3::interval" if kind.has_lease else ""
        holder = ", holder = $5" if kind.has_holder else ""
        sets = f", {kind.claim_sets}" if kind.claim_sets else ""
        return sql(
            f"{kind.name}.batched_claim_due",
            f"""
            WITH tenants AS MATERIALIZED ({self._select_capacities()}), picked AS MATERIALIZED (
                SELECT p.*{failures} FROM tenants l CROSS JOIN LATERAL (
                    SELECT {self._key} FROM {kind.table}
                     WHERE account_id = l.account_id AND due_at <= now(){self._and}
                     ORDER BY {kind.order} LIMIT l.capacity FOR UPDATE SKIP LOCKED
                ) p LIMIT $4
            ), claimed AS (
                UPDATE {kind.table} j
                   SET due_at = now() + $3::interval, {kind.attempts} = j.{kind.attempts} + 1{lease}{holder}{sets}
                  FROM picked p WHERE {self._is_same("j", "p")}
                RETURNING {kind.columns}{returned}
            ){self._move_tenants()}
            SELECT * FROM claimed
            """,
        )

    def _select_capacities(self) -> str:
        kind = self.kind
        given = "unnest($1::text[], $2::integer[]) AS l (account_id, capacity)"
        if kind.counts_tenant_failures:
            return f"""
                SELECT l.account_id, CASE WHEN t.faults > 0 THEN least(1, l.capacity) ELSE l.capacity END AS capacity,
                       t.faults AS failures
                  FROM {given} JOIN {kind.tenants} t ON t.account_id = l.account_id
            """
        if kind.max_claimed is not None:
            return f"""
                SELECT l.account_id, greatest(0, least(l.capacity, {kind.max_claimed} - held.number)) AS capacity
                  FROM {given} CROSS JOIN LATERAL (
                    SELECT count(*)::integer AS number FROM (
                        SELECT FROM {kind.table} WHERE account_id = l.account_id AND lease_until > now()
                         LIMIT {kind.max_claimed}
                    ) h
                  ) held
            """
        return f"SELECT l.account_id, l.capacity FROM {given}"

    def _move_tenants(self) -> str:
        """SQL that reschedules the claimed workspaces. A workspace with more due rows queues behind the waiting ones.

        Rows that other transactions have locked are checked again soon.
        """
        kind = self.kind
        if kind.tenants is None:
            return ""
        longest = "" if kind.max_tenant_wait is None else f", now() + {kind.max_tenant_wait}"
        return f""", moved AS (
                UPDATE {kind.tenants} l
                   SET due_at = CASE
                       WHEN t.capacity = 0 THEN now() + {_RECHECK}
                       WHEN (SELECT count(*) FROM picked p WHERE p.account_id = t.account_id) >= t.capacity THEN now()
                       ELSE least((SELECT now() + $3::interval FROM picked p WHERE p.account_id = t.account_id LIMIT 1),
                                  (SELECT greatest(min(j.due_at), now() + {_RECHECK})
                                     FROM (SELECT {self._key}, due_at FROM {kind.table}
                                            WHERE account_id = t.account_id AND due_at IS NOT NULL{self._and}
                                            ORDER BY {kind.order} LIMIT t.capacity + 1) j
                                    WHERE NOT EXISTS (SELECT FROM picked p WHERE {self._is_same("p", "j")})
                                   HAVING count(*) > 0){longest}) END
                  FROM tenants t WHERE l.account_id = t.account_id
            )"""

    def _build_postpone(self) -> Statement:
        kind = self.kind
        nth = len(kind.key) + 2
        key = " AND ".join(f"j.{column} = ${number}" for number, column in enumerate(kind.key, start=2))
        is_ours = f" AND j.holder IS NOT DISTINCT FROM ${nth + 3}" if kind.has_holder else ""
        release = ", holder = NULL, lease_until = least(j.lease_until, now())" if kind.has_holder else ""
        update = f"""
            UPDATE {kind.table} j
               SET due_at = now() + ${nth + 1}::interval,
                   {kind.attempts} = j.{kind.attempts} - ${nth + 2}::integer{release}
             WHERE j.account_id = $1 AND {key} AND j.{kind.attempts} = ${nth}
               AND j.due_at IS NOT NULL{self._and}{is_ours}
        """
        # A workspace that backs off as a whole is not rescheduled; it is checked when the lease would have ended.
        if kind.tenants is not None and not kind.counts_tenant_failures:
            update = f"""
                WITH postponed AS ({update} RETURNING j.account_id, j.due_at)
                {wake_sql(kind.tenants, "postponed")}
            """
        return sql(f"{kind.name}.postpone_claimed", update)

    def _build_release_dead(self) -> Statement:
        """The statement that releases rows of dead owners. It finds the owners by an index skip scan."""
        table = self.kind.table
        return sql(
            f"{self.name}.unscoped_release_dead_owners",
            f"""
            WITH RECURSIVE owner (holder) AS (
                (SELECT holder FROM {table} WHERE holder IS NOT NULL ORDER BY holder LIMIT 1)
                UNION ALL
                SELECT next.holder FROM owner CROSS JOIN LATERAL (
                    SELECT j.holder FROM {table} j WHERE j.holder > owner.holder ORDER BY j.holder LIMIT 1
                ) next
            ), dead AS MATERIALIZED (
                SELECT holder FROM owner WHERE is_process_dead(holder)
            ), {self._release("dead")}
            """,
        )

    def _build_release_claimed(self) -> Statement:
        return sql(
            f"{self.name}.unscoped_release_claimed",
            f"""
            WITH claimant AS (
                SELECT $2::integer AS holder
            ), {self._release("claimant", f"WHERE {claimed_within('j.due_at', 3)}")}
            """,
        )

    def _release(self, owners: str, condition: str = "") -> str:
        table, tenants = self.kind.table, self.kind.tenants
        assert tenants is not None, "what is released at once is looked at at once"
        return f"""left_behind AS MATERIALIZED (
                SELECT {", ".join(f"j.{column}" for column in ("account_id", *self.kind.key))}
                  FROM {owners} CROSS JOIN LATERAL (
                    SELECT {self._key}, due_at FROM {table}
                     WHERE holder = {owners}.holder LIMIT $1 FOR UPDATE SKIP LOCKED
                ) j {condition} LIMIT $1
            ), released AS (
                UPDATE {table} j SET holder = NULL, lease_until = least(j.lease_until, now()), due_at = now()
                  FROM left_behind b WHERE {self._is_same("j", "b")}
                RETURNING j.account_id, j.due_at
            ), woken AS ({wake_sql(tenants, "released")})
            SELECT count(*) FROM released"""
