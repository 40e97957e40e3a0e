"""Who was refused for who they are: counted in memory, bounded, until it is written down (docs/decisions/0066).

A row is a reason, an address and a key id. A process begins only so many rows an hour, and so few of one key or one
address, that a flood from a million addresses stays small; what comes beyond is counted under `others`. Each reason has
rows of its own, so that guessed key ids, which cost nothing, leave room for signatures that did not match.
"""

from collections import Counter

from fulfilment.infra import branding
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.auth.client_address import network_of

OVERFLOW = "others"
MAX_ROWS_PER_REASON = 200
MAX_ROWS_PER_SUBJECT = 20

# A refusal with one of these, or any 401, is about who calls.
FORBIDDEN_CODES = frozenset(
    {"FORBIDDEN", "FORBIDDEN_ONBEHALF", "FORBIDDEN_NETWORK", "NO_ACCOUNT", "WORKSPACE_SUSPENDED"}
)

KEY_ID_CHARACTERS = 24
_HEX = frozenset("0123456789abcdef")

# The reason, the address and the key id; empty where there is none.
FailureKey = tuple[str, str, str]


class FailedAuthStats:
    """What one process has counted: `take` gives it out, `begin_hour` makes room for other rows."""

    def __init__(self) -> None:
        self._counts: Counter[FailureKey] = Counter()
        self._known: set[FailureKey] = set()
        self._sizes: Counter[tuple[str, ...]] = Counter()

    def record(self, error: ApiError, client_ip: str | None, claimed_key_id: str | None) -> None:
        """Count a refusal, if it is about who calls, also where 429 is answered in its place."""
        if error.status == 429 and isinstance(error.__context__, ApiError):
            error = error.__context__
        if error.status == 401 or (error.status == 403 and error.code in FORBIDDEN_CODES):
            self.count(error.code, network_of(client_ip), claimed_key_id or "")

    def count(self, reason: str, address: str, key_id: str, times: int = 1) -> None:
        """Count it under its own row, or under the others' where there are too many."""
        self._counts[self._key_for(reason, address, key_id)] += times

    def drain(self) -> dict[FailureKey, int]:
        """All that was counted since the last time."""
        drained, self._counts = dict(self._counts), Counter()
        return drained

    def restore(self, drained: dict[FailureKey, int]) -> None:
        """It could not be written down: it is to be taken again."""
        self._counts.update(drained)

    def start_hour(self) -> None:
        """There is room for other rows. What is still to be written down keeps its own."""
        self._known.clear()
        self._sizes.clear()

    def _key_for(self, reason: str, address: str, key_id: str) -> FailureKey:
        row = (reason, address, key_id)
        if row in self._known:
            return row
        full = self._sizes[reason,] >= MAX_ROWS_PER_REASON
        of_key, of_address = (reason, "key", key_id), (reason, "address", address)
        if (
            not full
            and (not key_id or self._sizes[of_key] < MAX_ROWS_PER_SUBJECT)
            and self._sizes[of_address] < MAX_ROWS_PER_SUBJECT
        ):
            self._sizes[reason,] += 1
            self._sizes[of_key] += 1
            self._sizes[of_address] += 1
            self._known.add(row)
            return row
        # Whoever is known by one of the two is still told by it.
        if (reason, OVERFLOW, key_id) in self._known or (
            not full and key_id and self._sizes[of_key] >= MAX_ROWS_PER_SUBJECT
        ):
            return self._overflow_key((reason, OVERFLOW, key_id))
        if (reason, address, OVERFLOW) in self._known or (not full and self._sizes[of_address] >= MAX_ROWS_PER_SUBJECT):
            return self._overflow_key((reason, address, OVERFLOW))
        return (reason, OVERFLOW, OVERFLOW)

    def _overflow_key(self, row: FailureKey) -> FailureKey:
        if row not in self._known:
            self._sizes[row[0],] += 1
            self._known.add(row)
        return row


def key_id_of(claimed: bytes) -> str | None:
    """What a credential claims to be, if it can be a key id: what else stands there may be a secret."""
    if len(claimed) != KEY_ID_CHARACTERS:
        return None
    text = claimed.decode("latin-1")
    prefix = branding.current().key_id_prefix
    return text if text.startswith(prefix) and _HEX.issuperset(text[len(prefix) :]) else None
