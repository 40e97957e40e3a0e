"""Cursors as somebody who guesses would send them."""

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

GUESSED_CURSORS = (
    "",
    "x",
    "*",
    "%00",
    "%FF",
    "%C3%A9",
    "WyJh",
    "a" * 5_000,
    *(base64.urlsafe_b64encode(json.dumps(said).encode()).rstrip(b"=").decode() for said in _GUESSED),
)
