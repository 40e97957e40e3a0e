"""Who was refused for who they are: counted in memory, bounded, until it is written down (docs/decisions/0066).

A row is a reason, an address and a key id. A process begins only so many rows an hour, and so few of one key or one
address, that a flood from a million addresses stays small; what comes beyond is counted under `others`. Each reason has
rows of its own, so that guessed key ids, which cost nothing, leave room for signatures that did not match.
"""

from collections import Counter

from fulfilment import brand
from fulfilment.http.client_address import network_of
from fulfilment.http.errors import ApiError
from fulfilment.http.request import Request

OTHERS = "others"
ROWS_OF_A_REASON = 200
ROWS_OF_ONE = 20

# A refusal with one of these, or any 401, is about who calls.
CODES_OF_403 = frozenset({"FORBIDDEN", "FORBIDDEN_ONBEHALF", "FORBIDDEN_NETWORK", "NO_ACCOUNT", "WORKSPACE_SUSPENDED"})

KEY_ID_CHARACTERS = 24
_HEX = frozenset("0123456789abcdef")

# The reason, the address and the key id; empty where there is none.
Row = tuple[str, str, str]


class Refused:
    """What one process has counted: `take` gives it out, `begin_hour` makes room for other rows."""

    def __init__(self) -> None:
        self._counts: Counter[Row] = Counter()
        self._begun: set[Row] = set()
        self._sizes: Counter[tuple[str, ...]] = Counter()

    def note(self, refusal: ApiError, request: Request) -> None:
        """Count a refusal, if it is about who calls, also where 429 is answered in its place."""
        if refusal.status == 429 and isinstance(refusal.__context__, ApiError):
            refusal = refusal.__context__
        if refusal.status == 401 or (refusal.status == 403 and refusal.code in CODES_OF_403):
            self.count(refusal.code, network_of(request.client_ip), request.claimed_key_id or "")

    def count(self, reason: str, address: str, key_id: str, times: int = 1) -> None:
        """Count it under its own row, or under the others' where there are too many."""
        self._counts[self._row(reason, address, key_id)] += times

    def take(self) -> dict[Row, int]:
        """All that was counted since the last time."""
        taken, self._counts = dict(self._counts), Counter()
        return taken

    def give_back(self, taken: dict[Row, int]) -> None:
        """It could not be written down: it is to be taken again."""
        self._counts.update(taken)

    def begin_hour(self) -> None:
        """There is room for other rows. What is still to be written down keeps its own."""
        self._begun.clear()
        self._sizes.clear()

    def _row(self, reason: str, address: str, key_id: str) -> Row:
        row = (reason, address, key_id)
        if row in self._begun:
            return row
        full = self._sizes[reason,] >= ROWS_OF_A_REASON
        of_key, of_address = (reason, "key", key_id), (reason, "address", address)
        if not full and (not key_id or self._sizes[of_key] < ROWS_OF_ONE) and self._sizes[of_address] < ROWS_OF_ONE:
            self._sizes[reason,] += 1
            self._sizes[of_key] += 1
            self._sizes[of_address] += 1
            self._begun.add(row)
            return row
        # Whoever is known by one of the two is still told by it.
        if (reason, OTHERS, key_id) in self._begun or (not full and key_id and self._sizes[of_key] >= ROWS_OF_ONE):
            return self._begin_rest((reason, OTHERS, key_id))
        if (reason, address, OTHERS) in self._begun or (not full and self._sizes[of_address] >= ROWS_OF_ONE):
            return self._begin_rest((reason, address, OTHERS))
        return (reason, OTHERS, OTHERS)

    def _begin_rest(self, row: Row) -> Row:
        if row not in self._begun:
            self._sizes[row[0],] += 1
            self._begun.add(row)
        return row


def key_id_of(claimed: bytes) -> str | None:
    """What a credential claims to be, if it can be a key id: what else stands there may be a secret."""
    if len(claimed) != KEY_ID_CHARACTERS:
        return None
    text = claimed.decode("latin-1")
    prefix = brand.current().key_id_prefix
    return text if text.startswith(prefix) and _HEX.issuperset(text[len(prefix) :]) else None
