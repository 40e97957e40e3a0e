"""Rows and pages that PostgreSQL read for an answer, from its EXPLAIN ANALYZE."""

from typing import Any

import msgspec

# The one route that may read everything: it proves the whole ledger, batch by batch.
READS_EVERYTHING = {"reconciling, one batch"}
# Where the small database has too few for a full page of some range, the large one may read that page.
_MORE_ROWS, _A_FEW_ROWS = 2.0, 25


class Work(msgspec.Struct, frozen=True):
    """Rows that tables and indexes gave up, those that a filter then dropped included, and pages touched for them."""

    rows: int = 0
    pages: int = 0

    def __add__(self, other: "Work") -> "Work":
        return Work(self.rows + other.rows, self.pages + other.pages)


def read_from(explained: str) -> Work:
    """The work of one statement, from `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)`."""
    plan = msgspec.json.decode(explained)[0]["Plan"]
    return Work(_rows(plan), plan["Shared Hit Blocks"] + plan["Shared Read Blocks"])


def _rows(node: dict[str, Any]) -> int:
    read = 0
    if node["Node Type"] == "Bitmap Index Scan":
        read = node["Actual Rows"] * node["Actual Loops"]
    if "Relation Name" in node and node["Node Type"].endswith("Scan"):
        removed = sum(count for key, count in node.items() if key.startswith("Rows Removed by"))
        read = (node["Actual Rows"] + removed) * node["Actual Loops"]
    return round(read) + sum(_rows(child) for child in node.get("Plans", ()))


def reads_more(small: int, large: int) -> bool:
    """True if the rows read grow with the table, beyond a page that was not full before."""
    return large > small * _MORE_ROWS + _A_FEW_ROWS
