"""Growth of the database by an act: its statements run very often, and each table is measured before and after."""

from math import ceil

import msgspec
import psycopg

from benchmarks import recorded
from benchmarks.ledger import Ledger
from benchmarks.measuring import CONNECTIONS, Machine, numbers
from benchmarks.requests import DRAFTS_AT_ONCE
from benchmarks.scenarios import SCENARIOS, Scenario

BY_NAME = {scenario.name: scenario for scenario in SCENARIOS}
# pgbench is given this many on each connection at once, so that no run comes near its time limit.
_ON_EACH = 400
# A table that grows less than this for each act was only rewritten.
_NOTHING = 4.0
_SIZES = """
    SELECT relname::text, pg_total_relation_size(oid) AS bytes FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
"""
_POSITION = "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn"


class Seen(msgspec.Struct, frozen=True):
    """The bytes of every table with its indexes, and the position in the write-ahead log before and after the look."""

    tables: dict[str, int]
    reached: int
    left: int


class Growth(msgspec.Struct, frozen=True):
    """Growth by one act: bytes by table, and bytes written to the log."""

    name: str
    count: int
    tables: dict[str, float]
    log: float

    @classmethod
    def between(cls, name: str, count: int, before: Seen, after: Seen) -> "Growth":
        grown = {table: (size - before.tables.get(table, 0)) / count for table, size in after.tables.items()}
        return cls(
            name,
            count,
            {table: each for table, each in grown.items() if each >= _NOTHING},
            (after.reached - before.left) / count,
        )


def look(database_url: str) -> Seen:
    """Current sizes, once the space of dead rows may be used again."""
    with psycopg.connect(database_url, autocommit=True) as db:
        reached = db.execute(_POSITION).fetchone()[0]
        db.execute("VACUUM")
        return Seen(dict(db.execute(_SIZES).fetchall()), int(reached), int(db.execute(_POSITION).fetchone()[0]))


class Filler:
    """Runs acts by pgbench, whose statements are those that the service was heard to send."""

    def __init__(self, machine: Machine):
        self._machine = machine
        self._ledger = Ledger(machine.postgres.url, machine.stage.shop.workspace.account_id)
        self._ledger.open()

    def close(self) -> None:
        """Raise CannotMeasure where what was left does not add up."""
        self._ledger.close()

    def hear(self, names: list[str]) -> None:
        """Record the statements of acts; of what an act uses up those must be recorded before."""
        for scenario in (scenario for scenario in SCENARIOS if scenario.name in names):
            used = self.leavings(scenario, 2) if scenario.uses_up else range(2)
            sent = list(scenario.requests(self._machine.stage, used))[:2]
            self._machine.stage.scripts[scenario.name] = recorded.recorded(self._url, scenario, sent)
            self._ledger.check(scenario, len(sent))

    def leavings(self, scenario: Scenario, many: int) -> list[int]:
        """The numbers of so many of what an act uses up, made now."""
        times = ceil(many / CONNECTIONS)
        return numbers(self._many(BY_NAME[scenario.uses_up], times), times)

    def grow(self, name: str, rows: int) -> Growth:
        """Do an act until there are `rows`, or as many as one run makes of what it uses up; what that added."""
        scenario = BY_NAME[name]
        of_each = DRAFTS_AT_ONCE if name == "draft-bulk" else 1
        times = ceil(rows / of_each / CONNECTIONS)
        if scenario.uses_up:
            times = min(times, _ON_EACH)
            after = self._many(BY_NAME[scenario.uses_up], times)
            before = look(self._url)
            self._many(scenario, times, after=after)
        else:
            before = look(self._url)
            for done in range(0, times, _ON_EACH):
                self._many(scenario, min(_ON_EACH, times - done))
        return Growth.between(name, times * CONNECTIONS * of_each, before, look(self._url))

    def forget_queue(self) -> None:
        """Nothing that happened before is to be fanned out."""
        with psycopg.connect(self._url, autocommit=True) as db:
            db.execute("TRUNCATE outbox")
        self._ledger.open()

    def check(self, scenario: Scenario, answered: int) -> None:
        """Raise CannotMeasure unless each that was answered left what it should."""
        self._ledger.check(scenario, answered)

    def _many(self, scenario: Scenario, times: int, *, after: int = 0) -> int:
        """An act so often on each connection; the number before those of its transactions."""
        run, before = self._machine.so_often(scenario, times, after=after)
        self._ledger.check(scenario, run.count)
        return before

    @property
    def _url(self) -> str:
        return self._machine.postgres.url
