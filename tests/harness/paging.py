"""Cursors as a client that guesses would send them."""

import base64
import json

_GUESSED = (
    [],
    {},
    "x",
    [1],
    [None],
    ["a", "b", "c", "d"],
    ["a\0"],
    ["now", "x"],
    ["0001-01-01T00:00:00+23:59", "x"],
    ["9999-12-31T23:59:59-23:59", "x"],
    ["2026-01-01", "x"],
    ["true", "0001-01-01T00:00:00+23:59", "x"],
    ["true", "9999-12-31T23:59:59.999999-23:59", "x"],
    ["perhaps", "2026-01-01T00:00:00+00:00", "x"],
    ["true", "soon", "x"],
    ["\ud800"],
    ["99999999999999999999999999"],
)

# Each part of a sort key as none of ours is, beside others that may be right.
_KEYS = (("x",), ("x", "x"), (_NOW := "2026-01-01T00:00:00+00:00", "x"), ("true", _NOW, "x"), (_NOW, "x", "x"))
# The first are those that a database stumbles over where they come as far as that.
_ODD = (
    *("", "9999-12-31T23:59:59.999999-23:59", "9" * 19),
    *(" ", "null", "True", "-1", "0x9", "9" * 400, "٧", "2026-01-01", "a\0", "\ud800", "a" * 2_000),
    *("0001-01-01T00:00:00+23:59", "2026-13-01T00:00:00Z"),
)
_MOST_TELLING = 3


def _cursor(said: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(said).encode()).rstrip(b"=").decode()


def _odd(*values: str) -> tuple[str, ...]:
    made = (_cursor([*key[:at], odd, *key[at + 1 :]]) for key in _KEYS for at in range(len(key)) for odd in values)
    return tuple(dict.fromkeys(made))


ODD_CURSORS = _odd(*_ODD)
# For every list of the service: few enough to be sent to each.
TELLING_CURSORS = _odd(*_ODD[:_MOST_TELLING])
GUESSED_CURSORS = (
    "",
    "x",
    "*",
    "%00",
    "%FF",
    "%C3%A9",
    "WyJh",
    "a" * 5_000,
    *(_cursor(said) for said in _GUESSED),
)
