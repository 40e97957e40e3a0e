"""What a request takes of its allowance: one, unless its route says otherwise (docs/limits.md has the table)."""

from typing import Any

import msgspec


class Cost(msgspec.Struct, frozen=True):
    """So many at the least, and one for every `entries_each` entries of the body's list `entries`, rounded up."""

    least: int = 1
    entries: str = ""
    entries_each: int = 1

    def of(self, body: Any) -> int:
        """What a request with this body costs."""
        if not self.entries:
            return self.least
        return max(self.least, -(-len(getattr(body, self.entries)) // self.entries_each))

    def __str__(self) -> str:
        if not self.entries:
            return str(self.least)
        first, *rest = self.entries.split("_")
        shown = first + "".join(word.capitalize() for word in rest)
        return f"1 for every {self.entries_each} `{shown}`"


ONE = Cost()
# It calls the courier aggregator each time, for all couriers.
QUOTE = Cost(5)
# It calls the payment provider, some several times, which all workspaces share.
PAYMENTS = Cost(5)
# It reads, or sets going, what is as large as the workspace.
EXPORT = Cost(10)


def each(entries: str, entries_each: int) -> Cost:
    """One for every so many entries of a list in the body."""
    return Cost(1, entries, entries_each)
