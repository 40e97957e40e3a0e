"""JSON and query parameters decoded into typed records, with errors that name the field (decisions, section 2)."""

import inspect
import json
import math
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec.inspect import (
    DateTimeType,
    EnumType,
    ListType,
    LiteralType,
    Metadata,
    StructType,
    Type,
    UnionType,
    type_info,
)

from fulfilment.infra.api import json_depth
from fulfilment.infra.api.body_reader import SMALL_BODY_BYTES
from fulfilment.infra.api.envelope import JSON_TYPE
from fulfilment.infra.api.errors import UnsupportedMediaType, Validation
from fulfilment.infra.limits.loop_admission import TimeSlice
from fulfilment.infra.models import ANY_TEXT, described_fields, is_storable

# The cache has one entry per record type.
_described = cache(type_info)

Record = TypeVar("Record")

# The beginnings of msgspec's messages. Text quoted from the body follows them, and may hold anything.
_BAD_CHOICE = "Invalid enum value"
_MISSING = "Object missing required field `"
_WHERE = " - at `"
_MAX_SHOWN_CHARACTERS = 200
_QUOTED = re.compile(r"`([^`]*)`")
_JSON_TYPES = {"str": "string", "int": "integer", "float": "number", "bool": "boolean"}
_PYTHON_TYPE = re.compile(rf"\b(?:{'|'.join(_JSON_TYPES)})\b")


async def parse(body: bytes, content_type: str | None, decoder: "msgspec.json.Decoder[Record]") -> Record:
    """The record in a JSON body. Raises UnsupportedMediaType, and Validation as `decode` does."""
    media_type = (content_type or JSON_TYPE).split(";")[0].strip().lower()
    if media_type != JSON_TYPE:
        raise UnsupportedMediaType
    is_large = len(body) > SMALL_BODY_BYTES
    if is_large:
        await check(body)
    return decode(body, decoder, is_checked=is_large)


async def check(body: bytes) -> None:
    """The depth check of `decode` for a large body, which yields to the event loop. Raises Validation."""
    time_slice = TimeSlice()
    for is_deep_here in json_depth.check_slices(body):
        if is_deep_here:
            raise _too_deep()
        await time_slice.yield_if_due()


def decode(body: bytes, decoder: "msgspec.json.Decoder[Record]", *, is_checked: bool = False) -> Record:
    """The record in `body`. Raises Validation with a dotted `field` (`items.0.weight`)."""
    if not is_checked and json_depth.exceeds(body):
        raise _too_deep()
    try:
        record = decoder.decode(body)
    except msgspec.ValidationError as problem:
        if not _is_of_fraction(problem):
            raise translate_error(problem, decoder.type) from None
        record = _decode_fractions(body, decoder.type)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        if not raw_text_fields(decoder.type):
            raise Validation("The body is not valid JSON.") from None
        record = _decode_halves(body, decoder.type)
        _require_storable(record)
    if b"\\u0000" in body:
        _require_storable(record)
    _require_years_of_four_digits(record)
    return record


def _is_of_fraction(problem: msgspec.ValidationError) -> bool:
    """True if the body has a number with a decimal point where an integer is expected."""
    expected, _, got = str(problem).removeprefix("Expected `").partition("`")
    return "int" in expected.split(" | ") and got.startswith(", got `float`")


def _decode_fractions(body: bytes, shape: type[Record]) -> Record:
    """The record in a body that may write integers as `1000.0`, which the fast decoder refuses."""
    try:
        return msgspec.convert(_fractions.decode(body), shape)
    except msgspec.ValidationError as problem:
        raise translate_error(problem, shape) from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Validation("The body is not valid JSON.") from None


def _number(text: str) -> int | float:
    number = float(text)
    return int(number) if math.isfinite(number) and number.is_integer() else number


_fractions = msgspec.json.Decoder(float_hook=_number)


def _decode_halves(body: bytes, shape: type[Record]) -> Record:
    """The record in a body with lone surrogates, which the fast decoder refuses in every field."""
    try:
        return msgspec.convert(json.loads(body.decode("utf-8"), parse_constant=_refuse_constant), shape)
    except msgspec.ValidationError as problem:
        raise translate_error(problem, shape) from None
    except (ValueError, RecursionError):
        raise Validation("The body is not valid JSON.") from None


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


@cache
def raw_text_fields(shape: type) -> frozenset[str]:
    """The fields that accept any characters (models.AnyText), by their names on the wire."""
    if not (inspect.isclass(shape) and issubclass(shape, msgspec.Struct)):
        return frozenset()
    fields = described_fields(shape)
    return frozenset(f.encode_name for f in fields if isinstance(f.type, Metadata) and ANY_TEXT in (f.type.extra or {}))


@cache
def _repeated(shape: type) -> frozenset[str]:
    """The query parameters that may be repeated, one value each time, by their names on the wire."""
    return frozenset(field.encode_name for field in described_fields(shape) if _is_list(field.type))


def _is_list(kind: Type) -> bool:
    kinds = kind.types if isinstance(kind, UnionType) else (kind,)
    return any(isinstance(one.type if isinstance(one, Metadata) else one, ListType) for one in kinds)


def group_params(pairs: Iterable[tuple[str, str]], shape: type) -> dict[str, str | list[str]]:
    """Query parameters by name: a repeatable parameter has the list of its values, any other its last value."""
    values: dict[str, Any] = {}
    several = _repeated(shape)
    for name, value in pairs:
        if name in several:
            values.setdefault(name, []).append(value)
        else:
            values[name] = value
    return values


def convert(values: Mapping[str, str | list[str]], shape: type[Record]) -> Record:
    """Query parameters as a typed record. Raises Validation with the parameter's name."""
    try:
        record = msgspec.convert(values, shape, strict=False)
    except msgspec.ValidationError as problem:
        raise translate_error(problem, shape) from None
    _require_years_of_four_digits(record)
    return record


def translate_error(problem: msgspec.ValidationError, shape: type) -> Validation:
    """The Validation error for a message of msgspec about a record type, with its path as `field`."""
    message, _, where = str(problem).rpartition(_WHERE)
    if not message:
        message, where = where, ""
    path = where.partition("$")[2].rstrip("`").replace("[", ".").replace("]", "").strip(".")
    if message.startswith(_MISSING):
        path = f"{path}.{message.removeprefix(_MISSING).rstrip('`')}".strip(".")
        message = "This field is required."
    elif message.startswith(_BAD_CHOICE):
        return Validation(_with_values(message, allowed_values(shape, path)), field=path or None)
    return Validation(_in_json_terms(message), field=path or None)


def _with_values(message: str, values: list[str]) -> str:
    """A message that quotes the value sent, truncated if it is long, and lists the allowed values."""
    is_long = len(message) > _MAX_SHOWN_CHARACTERS
    got = message[:_MAX_SHOWN_CHARACTERS] + ("…" if is_long else ".")
    return f"{got} It must be one of {', '.join(values)}." if values else got


def _in_json_terms(message: str) -> str:
    """The message with JSON's names of types instead of Python's. A regular expression is not shown to the client."""
    if " matching regex " in message:
        return "This does not have the form that it must have."
    message = _QUOTED.sub(lambda quoted: "'" + _PYTHON_TYPE.sub(_json_type, quoted[1]) + "'", message)
    return message if message.endswith(".") else message + "."


def _json_type(found: re.Match[str]) -> str:
    return _JSON_TYPES[found[0]]


def _too_deep() -> Validation:
    return Validation(f"The body is nested deeper than {json_depth.MAX_DEPTH} levels.")


def _require_years_of_four_digits(record: object) -> None:
    """Refuse a timestamp of the year 1 or 9999 that has no such year in UTC. Raises Validation."""
    for name, shown_name in _moments(type(record)):
        moment = getattr(record, name)
        try:
            if isinstance(moment, datetime):
                moment.astimezone(UTC)
        except OverflowError:
            raise Validation("The year must be between 1 and 9999 in UTC.", field=shown_name) from None


@cache
def _moments(shape: type) -> tuple[tuple[str, str], ...]:
    """The fields that hold a timestamp, as pairs of attribute name and name on the wire."""
    if not issubclass(shape, msgspec.Struct):
        return ()
    return tuple((field.name, field.encode_name) for field in described_fields(shape) if _is_moment(field.type))


def _is_moment(kind: Type) -> bool:
    kinds = kind.types if isinstance(kind, UnionType) else (kind,)
    return any(isinstance(one, DateTimeType) for one in kinds)


def _require_storable(record: object) -> None:
    """Refuse NUL characters, which are legal JSON, and lone surrogates: PostgreSQL stores neither. Raises Validation.

    Raw rows of a bulk request are decoded, and checked, later.
    """
    where = _unstorable(record)
    if where is not None:
        path = ".".join(where) or None
        raise Validation("NUL characters and lone surrogates are not allowed.", field=path)


def _unstorable(value: object) -> tuple[str, ...] | None:
    """The path to the first text, or the parent of the first key, that cannot be stored; None if all can.

    The path is built only for an error, because keys may be long and values large.
    """
    if isinstance(value, str):
        return None if is_storable(value) else ()
    for name, inner in _parts(value):
        if not is_storable(name):
            return ()
        if (where := _unstorable(inner)) is not None:
            return (name, *where)
    return None


def _parts(value: object) -> Iterable[tuple[str, object]]:
    """The members of a value with their names on the wire; fields that accept any text are left out."""
    if isinstance(value, msgspec.Struct):
        fields = msgspec.structs.fields(value)
        free = raw_text_fields(type(value))
        return ((each.encode_name, getattr(value, each.name)) for each in fields if each.encode_name not in free)
    if isinstance(value, dict):
        return value.items()
    return ((str(index), inner) for index, inner in enumerate(value)) if isinstance(value, list) else ()


def allowed_values(shape: type, path: str) -> list[str]:
    """The allowed values of the field at a dotted path (`items.0.type`), sorted; empty for a field without an enum."""
    kinds = [_described(shape)]
    for name in path.split("."):
        kinds = [inner for kind in kinds for inner in _inside(kind, name)]
    return sorted({str(value) for kind in kinds for value in _values(kind)})


def _inside(kind: Type, name: str) -> list[Type]:
    if isinstance(kind, Metadata):
        return _inside(kind.type, name)
    if isinstance(kind, UnionType):
        return [inner for one in kind.types for inner in _inside(one, name)]
    if isinstance(kind, ListType):
        return [kind.item_type]
    if isinstance(kind, StructType):
        return [field.type for field in kind.fields if field.encode_name == name]
    return []


def _values(kind: Type) -> list[object]:
    if isinstance(kind, Metadata):
        return _values(kind.type)
    if isinstance(kind, UnionType):
        return [value for one in kind.types for value in _values(one)]
    if isinstance(kind, LiteralType):
        return list(kind.values)
    return [member.value for member in kind.cls] if isinstance(kind, EnumType) else []
