"""Depth of nested JSON, compared with a parser that reads byte by byte."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fulfilment.infra.api import json_depth
from fulfilment.infra.api.json_depth import MAX_DEPTH, exceeds

_PIECES = [b"[", b"]", b"{", b"}", b'"', b"\\", b'\\"', b"\\\\", b",", b":", b"a", b"\n", b'"[",', b"[]", b"\xc3\xa9"]
_MANY = [b"[" * MAX_DEPTH, b"]" * MAX_DEPTH, b'{"a":' * MAX_DEPTH, b"}" * MAX_DEPTH]

_VALUES = st.recursive(
    st.text(alphabet='[]{}"\\a\n/é', max_size=8) | st.integers() | st.none(),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(alphabet='[{"\\', max_size=3), inner, max_size=3)
    ),
    max_leaves=40,
)


def _depth_read(body: bytes) -> int:
    """How deep a parser can get: it follows strings and escapes, and stops at what cannot stand in JSON."""
    depth = deepest = 0
    in_string = is_escaped = False
    for byte in body:
        character = chr(byte)
        if is_escaped:
            is_escaped = False
        elif in_string:
            in_string, is_escaped = character != '"', character == "\\"
        elif character == '"':
            in_string = True
        elif character == "\\":
            break
        elif character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    return deepest


@given(st.lists(st.sampled_from(_PIECES + _MANY), max_size=60).map(b"".join))
def test_nothing_passes_in_which_a_parser_could_get_too_deep(body: bytes) -> None:
    assert exceeds(body) or _depth_read(body) <= MAX_DEPTH


@given(_VALUES, st.integers(0, MAX_DEPTH + 3), st.sampled_from(["[", "{"]), st.booleans())
def test_of_json_the_depth_is_told_exactly(value: object, around: int, kind: str, has_space: bool) -> None:
    for _ in range(around):
        value = [value, "]", {}] if kind == "[" else {'"[': value, "b": []}
    body = json.dumps(value, separators=(", ", ": ") if has_space else (",", ":")).encode()
    assert exceeds(body) == (_depth_read(body) > MAX_DEPTH)


@pytest.mark.parametrize(
    ("body", "deep"),
    [
        (b"[" * 33 + b"]" * 33, True),
        (b"[" * 32 + b"]" * 32, False),
        (b"[" * 33, True),
        (b"{}" * 100, False),
        (b"]" * 1_000 + b"[" * 32, False),
        (b'["' + b"[" * 100 + b'"]', False),
        (b'["\\"' + b"[" * 100 + b'"]', False),
        (b'["\\\\",' + b"[" * 32 + b"]" * 33, True),
        (b'["\\\\\\"' + b"[" * 100 + b'"]', False),
        (b'["' + b"[" * 100, False),
        (b'[""' + b"[" * 32, True),
        (b"[[]]" * 1_000, False),
        ((b"[" * 32 + b"]" * 32) * 100, False),
        ((b"[" * 33 + b"]" * 33) * 100, True),
    ],
)
def test_brackets_count_where_they_stand_outside_of_strings(body: bytes, deep: bool) -> None:
    assert exceeds(body) is deep


@given(
    st.lists(st.sampled_from(_PIECES + _MANY), max_size=60).map(b"".join),
    st.integers(1, 40),
)
def test_however_it_is_sliced_nothing_too_deep_passes(body: bytes, size: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_depth, "SLICE_BYTES", size)
        assert exceeds(body) or _depth_read(body) <= MAX_DEPTH


@given(_VALUES, st.integers(MAX_DEPTH - 4, MAX_DEPTH + 3), st.integers(1, 40))
def test_of_json_the_depth_is_told_exactly_however_it_is_sliced(value: object, around: int, size: int) -> None:
    for _ in range(around):
        value = [value, '\\\\"]', {}]
    body = json.dumps(value).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_depth, "SLICE_BYTES", size)
        assert exceeds(body) == (_depth_read(body) > MAX_DEPTH)
