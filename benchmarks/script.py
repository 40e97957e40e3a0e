"""Recorded statements as a script for pgbench, in which whatever must be unique, or another row, is so each time."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from benchmarks.processes import CannotMeasure
from benchmarks.workload import FIRST_NUMBER, PADDING

# Each transaction has a number: clients take turns, so that ids rise as ULIDs do, over all clients together.
STRIDE = 64
# A new row of a transaction is named by its number and three digits more, in place of a ULID.
DIGITS_OF_ONE = 3
FIRST_MADE, _FIRST_FRESH = FIRST_NUMBER * 11 // 10, 2 * FIRST_NUMBER
_HEAD = {
    "id": [f"\\set n :n + {STRIDE}", "\\set id :n + :client_id"],
    "row": [f"\\set m :m + {STRIDE}", "\\set row :m + :client_id"],
    "key": [f"\\set key random({_FIRST_FRESH}, {9 * FIRST_NUMBER})"],
}
# pgbench takes no more in one statement.
_MOST_PARAMETERS = 250
_TOKEN = (
    r"(?<![0-9A-Z])(?P<ulid>[0-7][0-9A-HJKMNP-TV-Z]{25})(?![0-9A-Z])"
    r"|(?<![0-9a-z_])(?P<cuid>[a-z][0-9a-z]{23})(?![0-9a-z])"
    r"|(?<![1-9])(?P<number>[1-9][0-9]{18})(?![0-9])"
)
_MARKER = re.compile(r"<(\w+)>")
_VARIABLE = re.compile(r"(?<![:\w]):([a-z]\w*)")
_COLON = re.compile(r"(?<!:):(?=\w)")
_QUOTED = re.compile(r"('(?:[^']|'')*')")
_PREFIX = re.compile(r"[a-z]+[_-]$")


class Pick(msgspec.Struct, frozen=True):
    """Rows that were there before, of which each transaction takes others: `count` numbers from `first` on.

    They are drawn at random, or follow from the number of the transaction (`by="id"`), or of the one whose leavings
    it uses up (`by="row"`). Where a request names several, they keep their distances.
    """

    name: str
    first: int
    count: int
    by: str = ""

    def has(self, number: int) -> bool:
        return self.first <= number - FIRST_NUMBER < self.first + self.count

    def of(self, number: int) -> int:
        """Which it is, where it follows from a number."""
        return self.first + number % self.count


class Heard(msgspec.Struct, frozen=True):
    """A statement that was heard. `many` has the arguments of each time it was run, `types` those of `$1`, `$2` …"""

    statement: str
    many: Sequence[Sequence[Any]]
    types: Sequence[str]


class Known(msgspec.Struct, frozen=True):
    """The recorded request: an identifier made just before it, the sent values, and those that may vary."""

    since: str
    sent: str
    key: str
    picks: Sequence[Pick]
    drawn: Sequence[str]


class Script(msgspec.Struct, frozen=True):
    """A script for pgbench, and the variables that it names.

    `names` are of what it makes new, by their beginning; `round_trips` is how often PostgreSQL is asked.
    """

    text: str
    variables: dict[str, str]
    names: dict[str, str]
    round_trips: int

    def made(self, prefix: str, number: int) -> str:
        """The new rows of the transaction with that number, by the beginning of their names."""
        return self.names[prefix].replace("<id>", str(number))


def written(heard: Sequence[Heard], known: Known) -> Script:
    """The script that runs these statements."""
    writer = _Writer(known)
    body = [line for one in heard for line in writer.lines(one)]
    return Script("\n".join([*writer.head(), *body]), writer.variables, writer.names, len(heard))


class _Writer:
    def __init__(self, known: Known):
        self.variables: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self._known = known
        numbers = [int(number) for number in re.findall(r"(?<![1-9])[1-9][0-9]{18}(?![0-9])", known.sent)]
        self._sent = set(numbers)
        self._row = next((str(n)[:-DIGITS_OF_ONE] for n in numbers if FIRST_MADE <= n < _FIRST_FRESH), None)
        self._offsets = {p: sorted(n for n in self._sent if p.has(n)) for p in known.picks}
        drawn = "|".join(map(re.escape, known.drawn))
        self._token = re.compile(f"(?P<drawn>{drawn})|{_TOKEN}" if drawn else _TOKEN)
        self._marks: dict[str, str] = {}
        self._made = 0
        self._used: set[str] = set()

    def head(self) -> list[str]:
        """The lines that give the variables their next values."""
        lines: list[str] = []
        names = self._used | {p.by for p, found in self._offsets.items() if found and p.by}
        for name in ("id", "row", "key"):
            lines += _HEAD[name] if name in names else []
        for pick, found in self._offsets.items():
            if found:
                last = pick.count - 1 - (found[-1] - found[0])
                lines.append(
                    f"\\set {pick.name} " + (f":{pick.by} % {pick.count}" if pick.by else f"random(0, {last})")
                )
            lines += [
                f"\\set {pick.name}_{n - found[0]} {FIRST_NUMBER + pick.first + n - found[0]} + :{pick.name}"
                for n in found
            ]
        return lines

    def lines(self, heard: Heard) -> list[str]:
        statement = _plain(heard.statement)
        run = [self._filled(statement, args, heard.types) + ";" for args in heard.many]
        # As the driver sends them: in one round trip.
        return ["\\startpipeline", *run, "\\endpipeline"] if len(run) > 1 else run

    def _filled(self, statement: str, args: Sequence[Any], types: Sequence[str]) -> str:
        values = [self._expression(value, kind) for value, kind in zip(args, types, strict=True)]
        filled = re.sub(r"\$(\d+)", lambda found: values[int(found[1]) - 1], statement).strip().rstrip(";")
        if len(_VARIABLE.findall(filled)) > _MOST_PARAMETERS:
            filled = _VARIABLE.sub(self._literal, filled)
        return filled

    def _literal(self, found: re.Match) -> str:
        value = self.variables.get(found[1])
        if value is None:
            return found[0]
        return _escaped(value)

    def _expression(self, value: Any, kind: str) -> str:
        if value is None or value == "":
            return f"{'NULL' if value is None else repr(value)}::{kind}"
        text = _text(value)
        if not isinstance(value, bytes):
            text = self._token.sub(self._marked, text)
        # pgbench looks for its variables within quotes too, so that a text can only be one of them.
        name = next((name for name, known in self.variables.items() if known == text), f"c{len(self.variables)}")
        self.variables[name] = text
        expression = f":{name}"
        for marker in sorted(set(_MARKER.findall(text)) & {"id", "row", "key", *self._picked()}):
            self._used.add(marker)
            expression = f"replace({expression}, '<{marker}>', :{marker}::text)"
        return f"({expression})::{kind}"

    def _picked(self) -> list[str]:
        return [f"{pick.name}_{n - found[0]}" for pick, found in self._offsets.items() for n in found]

    def _marked(self, found: re.Match) -> str:
        token = found[0]
        if token not in self._marks:
            self._marks[token] = self._mark(found.lastgroup, token)
        mark = self._marks[token]
        if "<id>" in mark and (prefix := _PREFIX.search(found.string[: found.start()])):
            self.names.setdefault(prefix[0], prefix[0] + mark)
        return mark

    def _mark(self, kind: str, token: str) -> str:
        """The substitute of a token: itself, unless it differs each time."""
        if kind == "drawn":
            return self._new("x")
        if kind == "cuid":
            return token if token in self._known.sent else self._new("c0000")
        if kind == "number":
            return self._mark_of(int(token))
        if token.startswith(PADDING) and token.isdigit():
            return PADDING + self._mark_of(int(token))
        return self._new(PADDING) if token > self._known.since else token

    def _mark_of(self, number: int) -> str:
        text = str(number)
        if text in self._known.key:
            return "<key>"
        if text[:-DIGITS_OF_ONE] == self._row:
            return f"<row>{text[-DIGITS_OF_ONE:]}"
        if number not in self._sent:
            return text
        if number >= _FIRST_FRESH:
            return self._new("")
        pick = next((pick for pick in self._offsets if pick.has(number)), None)
        return text if pick is None else f"<{pick.name}_{number - self._offsets[pick][0]}>"

    def _new(self, before: str) -> str:
        if self._made == 10**DIGITS_OF_ONE:
            raise CannotMeasure("A request makes more than can be told apart.")
        self._made += 1
        return f"{before}<id>{self._made - 1:0{DIGITS_OF_ONE}}"


def _plain(statement: str) -> str:
    """The statement without what pgbench, which looks into texts as well, would take for a variable of its own."""
    parts = _QUOTED.split(re.sub(r"--.*", "", statement))
    parts[::2] = [_COLON.sub(": ", part) for part in parts[::2]]
    parts[1::2] = [_escaped(part[1:-1].replace("''", "'")) if _COLON.search(part) else part for part in parts[1::2]]
    return "".join(parts)


def _escaped(text: str) -> str:
    """A text as SQL writes it, without a colon."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace(":", "\\x3a").replace("\n", "\\n")
    return f"E'{escaped}'"


def _text(value: Any) -> str:
    """A value as PostgreSQL reads it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, bytes):
        return "\\x" + value.hex()
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, timedelta):
        return f"{value.total_seconds()} seconds"
    if isinstance(value, list):
        return "{" + ",".join(map(_element, value)) + "}"
    if isinstance(value, tuple):
        return "(" + ",".join("" if part is None else _quoted(_text(part)) for part in value) + ")"
    return str(value)


def _element(value: Any) -> str:
    if value is None:
        return "NULL"
    return _text(value) if isinstance(value, list) else _quoted(_text(value))


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
