"""Field types shared by the records that come in and go out (specification, Conventions)."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache
from types import UnionType
from typing import Annotated, Any, Protocol, TypeAlias, TypeVar, Union, cast, get_args, get_origin, overload

from msgspec import NODEFAULT, UNSET, Meta, Struct, defstruct, inspect, structs

from fulfilment.infra import clock

MAX_INTEGER = 2**53 - 1

Count = Annotated[int, Meta(ge=0, le=MAX_INTEGER)]
Positive = Annotated[int, Meta(ge=1, le=MAX_INTEGER)]
Signed = Annotated[int, Meta(ge=-MAX_INTEGER, le=MAX_INTEGER)]
# Ids and codes of the caller's choosing stand in indexes, which hold no longer text.
Code = Annotated[str, Meta(min_length=1, max_length=255)]
Latitude = Annotated[float, Meta(ge=-90, le=90)]
Longitude = Annotated[float, Meta(ge=-180, le=180)]
Name40 = Annotated[str, Meta(min_length=1, max_length=40)]
Name80 = Annotated[str, Meta(min_length=1, max_length=80)]
Name120 = Annotated[str, Meta(min_length=1, max_length=120)]
Name160 = Annotated[str, Meta(min_length=1, max_length=160)]
Name200 = Annotated[str, Meta(min_length=1, max_length=200)]
# What the specification leaves open has a bound of ours (decisions, section 11; docs/limits.md lists them all).
Short = Annotated[str, Meta(max_length=255)]
Street = Annotated[str, Meta(max_length=500)]
FilledStreet = Annotated[str, Meta(min_length=1, max_length=500)]
Locality = Annotated[str, Meta(max_length=100)]
Postal = Annotated[str, Meta(max_length=20)]
Note = Annotated[str, Meta(max_length=1_000)]
# For the driver, at an origin or a destination.
DriverNote = Annotated[str, Meta(max_length=500)]
EmailText = Annotated[str, Meta(max_length=254)]
# The last part keeps a line feed out, before which Python's `$` matches as well.
Email = Annotated[str, Meta(max_length=254, pattern=r"^[^@\s]+@[^@\s]+\.[^@\s.]+$(?!\s)")]

# The longest are of texts that every character of was escaped.
Cursor = Annotated[str, Meta(max_length=4_096)]

# Text of whatever characters, NUL and half a character too: a secret that is looked up, and then simply not found.
ANY_TEXT = "any_text"
AnyText = Annotated[str, Meta(extra={ANY_TEXT: True})]

# What no row can hold: a NUL, or half a character.
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")

Record = TypeVar("Record", bound=Struct)
Stored = TypeVar("Stored", bound=Struct)

# What a column of a row, a parameter of a statement or a value of JSON holds: anything.
Value: TypeAlias = Any

# A timestamp that comes in: it must say its offset.
Moment = Annotated[datetime, Meta(tz=True)]

# A timestamp on the wire. Records hold the text, since it is written far more often than it is reckoned with.
Timestamp = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]


# Where a schema names the record of its rows, until the document shows it.
ROW_SCHEMA = "x-rows-of"


def row_schema(record: str, *, most: int) -> Meta:
    """The bounds of a list whose rows are read one by one; the document shows them as the named record."""
    return Meta(min_length=1, max_length=most, extra_json_schema={ROW_SCHEMA: record})


class Row(Protocol):
    """What is read by the names of columns: a row of the database, or a mapping that stands for one."""

    def __getitem__(self, key: str, /) -> Value: ...
    def keys(self) -> Iterable[str]: ...


class ApiModel(Struct, rename="camel", kw_only=True):
    """A record that goes over the wire: snake_case here, camelCase there."""


class ArchivedResponse(ApiModel):
    """What an archived record is answered with; it stays, and can be un-archived."""

    archived: bool
    """Always true: it is archived now, whether this request did it or an earlier one."""


class RequestModel(ApiModel):
    """A record that comes in. Unknown keys are ignored; integers fit 2^53 - 1."""


class CommandModel(RequestModel):
    """What a route that creates or acts is told: null for an optional field is the same as leaving it out.

    A field whose default is not null is declared with `| None`, and never holds it.
    """

    def __post_init__(self) -> None:
        for name, default in _defaults(type(self)):
            if getattr(self, name) is None:
                setattr(self, name, default)


class Query(Struct, kw_only=True):
    """Query parameters, named as on the wire."""


class PageQuery(Query):
    """The two parameters that every list takes."""

    limit: int | None = None
    """How many rows the page has at most."""
    cursor: Cursor | None = None
    """Where the page begins: the `meta.cursor` of the page before. It is opaque, and only good for the same list."""


def is_storable(text: str) -> bool:
    """Whether a row can hold the text."""
    return _UNSTORABLE.search(text) is None


@overload
def format_timestamp(moment: datetime) -> str: ...
@overload
def format_timestamp(moment: None) -> None: ...
@overload
def format_timestamp(moment: datetime | None) -> str | None: ...
def format_timestamp(moment: datetime | None) -> str | None:
    """A database timestamp as it goes over the wire."""
    return None if moment is None else clock.to_iso(moment)


def is_timestamp(kind: object) -> bool:
    """Whether a field of this type holds a Timestamp, or null."""
    return kind == Timestamp or Timestamp in getattr(kind, "__args__", ())


def described_fields(record: type) -> tuple[inspect.Field, ...]:
    """The fields of a record as msgspec describes them: with their bounds, and their names on the wire."""
    described = inspect.type_info(record)
    assert isinstance(described, inspect.StructType)
    return described.fields


@cache
def _defaults(record: type[Struct]) -> tuple[tuple[str, Any], ...]:
    """The fields that have a default, and another one than null."""
    known = ((field.name, field.default) for field in structs.fields(record))
    return tuple((name, default) for name, default in known if default is not NODEFAULT and default is not None)


def without_bounds(record: type[Record]) -> type[Record]:
    """A twin of a record that takes texts and lists of any length: what was stored before there were bounds."""
    fields = [
        (field.name, _bare(field.type)) if field.required else (field.name, _bare(field.type), field.default)
        for field in structs.fields(record)
    ]
    return cast("type[Record]", defstruct(f"Stored{record.__name__}", fields, rename="camel", kw_only=True))


def _bare(kind: Value) -> Value:
    """A type without its bounds, those of its parts included."""
    parts = get_args(kind)
    if get_origin(kind) is Annotated:
        return _bare(parts[0])
    if get_origin(kind) in (Union, UnionType):
        return Union[tuple(_bare(part) for part in parts)]  # noqa: UP007 - made of parts that are known only now
    return list[_bare(parts[0])] if get_origin(kind) is list else kind


@cache
def _shape(record: type[Struct]) -> tuple[tuple[str, ...], frozenset[str]]:
    fields = structs.fields(record)
    moments = {f.name for f in fields if is_timestamp(f.type)}
    return tuple(f.name for f in fields), frozenset(moments)


def from_row(record: type[Stored], row: Row, **values: Any) -> Stored:
    """A database row as the record the API shows; `values` fill or replace what the row does not hold."""
    names, moments = _shape(record)
    for name in names:
        if name not in values:
            values[name] = format_timestamp(row[name]) if name in moments else row[name]
    return record(**values)


def provided_fields(change: Struct) -> dict[str, Any]:
    """What a partial update says: absent leaves, null clears (decisions, section 5)."""
    return {name: value for name, value in structs.asdict(change).items() if value is not UNSET}


def changes(row: Row, change: Struct) -> dict[str, Any]:
    """The columns of `row` that a partial update sets to something else."""
    return {name: value for name, value in provided_fields(change).items() if row[name] != value}


def changed_fields(row: Row, changed: Mapping[str, Any], names: Mapping[str, str]) -> tuple[dict, dict]:
    """The name and the fields that change, by their names on the wire: as they were, and as they become."""
    told = {"name": "name", **names}
    before, after = ({shown: of[name] for name, shown in told.items()} for of in (row, {**row, **changed}))
    return before, after


def wire_names(record: type[Struct], names: Iterable[str]) -> dict[str, str]:
    """The fields' names as they go over the wire."""
    encoded = {field.name: field.encode_name for field in structs.fields(record)}
    return {name: encoded[name] for name in names}
