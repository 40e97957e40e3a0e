"""The statements of each request, as scripts for pgbench: what PostgreSQL alone makes of the same work."""

import re

from benchmarks.workload import FIRST_NUMBER, LEVELS, PADDING
from fulfilment import brand
from fulfilment.catalog.queries import LIST_PRODUCTS
from fulfilment.db.outbox import SETTLE
from fulfilment.db.sql import Statement
from fulfilment.health.routes import PING
from fulfilment.http.caller import FIND_CALLERS
from fulfilment.stock.queries import LIST_LEVELS_OF_VARIANT, MOVE_LEVEL

_PARAMETER = re.compile(r"\$(\d+)")

_LEVEL = f"\\set level {FIRST_NUMBER} + random(1, {LEVELS})"
_VARIANT = f"'var_{PADDING}' || :level"
# Ids rise as ULIDs do, over all clients together; keys are random, as clients choose them.
_NUMBERS = f"""
\\set n :n + 64
\\set id :n + :client_id
\\set key random({FIRST_NUMBER}, {9 * FIRST_NUMBER})
\\set delta 2 * random(0, 1) - 1
"""
_KEY = "'bench-' || :key"


def adjust() -> str:
    """One adjustment in a transaction of its own, after the look-up of its caller."""
    move = (":account", _VARIANT, ":warehouse", f"'mv_{PADDING}' || :id", ":delta", "'manual_adjust'", "NULL")
    kind = brand.current().event_type("stock.adjusted")
    happening = ("ARRAY[:account]", f"ARRAY['evt_{PADDING}' || :id]", f"ARRAY['{kind}']")
    event = (*happening, f"ARRAY[{_VARIANT} || ':' || :warehouse]", "ARRAY[:data]", "ARRAY[:at]")
    memory = ("ARRAY[:account]", "ARRAY['']", f"ARRAY[{_KEY}]", "ARRAY[:hash]", "ARRAY[200]", "ARRAY[:response]")
    return "\n".join(
        (
            _LEVEL + _NUMBERS,
            _look_up(_KEY),
            "BEGIN;",
            _filled(MOVE_LEVEL, *move, ":account", ":at", "NULL"),
            _filled(SETTLE, *event, *["'{}'"] * 4, *memory, "ARRAY[false]", ":at", ":horizon"),
            "COMMIT;",
        )
    )


def levels() -> str:
    """One level by its variant."""
    return "\n".join((_LEVEL, _look_up("NULL"), _filled(LIST_LEVELS_OF_VARIANT, ":account", "NULL", "201", _VARIANT)))


def products() -> str:
    """Every product with its variants."""
    return "\n".join((_look_up("NULL"), _filled(LIST_PRODUCTS, ":account", "NULL", "201")))


def public() -> str:
    """What the public read asks."""
    return _filled(PING)


def _look_up(key: str) -> str:
    return _filled(FIND_CALLERS, "ARRAY[:key_id]", "ARRAY[NULL]", f"ARRAY[{key}]", ":horizon")


def _filled(statement: Statement, *values: str) -> str:
    return _PARAMETER.sub(lambda found: f"({values[int(found[1]) - 1]})", statement.text).strip() + ";"
