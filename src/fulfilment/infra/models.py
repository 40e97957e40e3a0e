"""Base classes and field types of request and response schemas (specification, Conventions)."""

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
# Ids and codes chosen by clients are indexed, and an index row cannot hold longer texts.
Code = Annotated[str, Meta(min_length=1, max_length=255)]
Latitude = Annotated[float, Meta(ge=-90, le=90)]
Longitude = Annotated[float, Meta(ge=-180, le=180)]
Name40 = Annotated[str, Meta(min_length=1, max_length=40)]
Name80 = Annotated[str, Meta(min_length=1, max_length=80)]
Name120 = Annotated[str, Meta(min_length=1, max_length=120)]
Name160 = Annotated[str, Meta(min_length=1, max_length=160)]
Name200 = Annotated[str, Meta(min_length=1, max_length=200)]
# Bounds that the specification leaves open (decisions, section 11; docs/limits.md lists them all).
Short = Annotated[str, Meta(max_length=255)]
Street = Annotated[str, Meta(max_length=500)]
FilledStreet = Annotated[str, Meta(min_length=1, max_length=500)]
Locality = Annotated[str, Meta(max_length=100)]
Postal = Annotated[str, Meta(max_length=20)]
Note = Annotated[str, Meta(max_length=1_000)]
# A note for the driver, at an origin or a destination.
DriverNote = Annotated[str, Meta(max_length=500)]
EmailText = Annotated[str, Meta(max_length=254)]
# The last part excludes a trailing line feed, before which Python's `$` also matches.
Email = Annotated[str, Meta(max_length=254, pattern=r"^[^@\s]+@[^@\s]+\.[^@\s.]+$(?!\s)")]

# The longest cursors contain texts in which every character is escaped.
Cursor = Annotated[str, Meta(max_length=4_096)]

# Text with any characters, even NUL and lone surrogates: a secret that is looked up is then simply not found.
ANY_TEXT = "any_text"
AnyText = Annotated[str, Meta(extra={ANY_TEXT: True})]

# Characters that PostgreSQL cannot store: NUL and lone surrogates.
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")

Record = TypeVar("Record", bound=Struct)
Stored = TypeVar("Stored", bound=Struct)

# A value of a column, of a statement's parameter or of JSON.
Value: TypeAlias = Any

# A timestamp in a request, with a required offset.
Moment = Annotated[datetime, Meta(tz=True)]

# A timestamp in a response. Schemas hold it as text, since it is encoded far more often than calculated with.
Timestamp = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]


# The key under which a JSON schema names the schema of its rows, until the OpenAPI document resolves it.
ROW_SCHEMA = "x-rows-of"


def row_schema(record: str, *, most: int) -> Meta:
    """Bounds of a list whose rows are decoded one by one; the OpenAPI document shows them as the named schema."""
    return Meta(min_length=1, max_length=most, extra_json_schema={ROW_SCHEMA: record})


class Row(Protocol):
    """A row of the database, or a mapping with the same keys."""

    def __getitem__(self, key: str, /) -> Value: ...
    def keys(self) -> Iterable[str]: ...


class ApiModel(Struct, rename="camel", kw_only=True):
    """Base class of the API's schemas: snake_case in Python, camelCase in JSON."""


class ArchivedResponse(ApiModel):
    """The response to archiving a record. The record still exists and can be un-archived."""

    archived: bool
    """Always true: the record is archived, by this request or by an earlier one."""


class RequestModel(ApiModel):
    """Base class of request bodies. Unknown keys are ignored; integers are at most 2^53 - 1."""


class CommandModel(RequestModel):
    """Base class of bodies of routes that create or act: null for an optional field is the same as leaving it out.

    A field whose default is not null is declared with `| None`, but never holds None.
    """

    def __post_init__(self) -> None:
        for name, default in _defaults(type(self)):
            if getattr(self, name) is None:
                setattr(self, name, default)


class Query(Struct, kw_only=True):
    """Base class of query parameters, named as in the URL."""


class PageQuery(Query):
    """The pagination parameters of every list."""

    limit: int | None = None
    """The maximum number of rows of the page."""
    cursor: Cursor | None = None
    """The start of the page: the `meta.cursor` of the previous page. It is opaque and valid only for the same list."""


def is_storable(text: str) -> bool:
    """True where PostgreSQL can store the text."""
    return _UNSTORABLE.search(text) is None


@overload
def format_timestamp(moment: datetime) -> str: ...
@overload
def format_timestamp(moment: None) -> None: ...
@overload
def format_timestamp(moment: datetime | None) -> str | None: ...
def format_timestamp(moment: datetime | None) -> str | None:
    """A database timestamp in the format of the API."""
    return None if moment is None else clock.to_iso(moment)


def is_timestamp(kind: object) -> bool:
    """True where a field of this type holds a Timestamp, or null."""
    return kind == Timestamp or Timestamp in getattr(kind, "__args__", ())


def described_fields(record: type) -> tuple[inspect.Field, ...]:
    """The fields of a schema as msgspec describes them, with their bounds and their names in JSON."""
    described = inspect.type_info(record)
    assert isinstance(described, inspect.StructType)
    return described.fields


@cache
def _defaults(record: type[Struct]) -> tuple[tuple[str, Any], ...]:
    """The fields with a default that is not null."""
    known = ((field.name, field.default) for field in structs.fields(record))
    return tuple((name, default) for name, default in known if default is not NODEFAULT and default is not None)


def without_bounds(record: type[Record]) -> type[Record]:
    """A copy of a schema without bounds, which also decodes data that was stored before the bounds existed."""
    fields = [
        (field.name, _bare(field.type)) if field.required else (field.name, _bare(field.type), field.default)
        for field in structs.fields(record)
    ]
    return cast("type[Record]", defstruct(f"Stored{record.__name__}", fields, rename="camel", kw_only=True))


def _bare(kind: Value) -> Value:
    """A type without its bounds and those of its type arguments."""
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
    """A response schema from a database row; `values` add to the row's columns or replace them."""
    names, moments = _shape(record)
    for name in names:
        if name not in values:
            values[name] = format_timestamp(row[name]) if name in moments else row[name]
    return record(**values)


def provided_fields(change: Struct) -> dict[str, Any]:
    """The fields that a partial update contains: absent fields stay, null clears (decisions, section 5)."""
    return {name: value for name, value in structs.asdict(change).items() if value is not UNSET}


def changes(row: Row, change: Struct) -> dict[str, Any]:
    """The columns of `row` that a partial update changes."""
    return {name: value for name, value in provided_fields(change).items() if row[name] != value}


def changed_fields(row: Row, changed: Mapping[str, Any], names: Mapping[str, str]) -> tuple[dict, dict]:
    """The name and the changed fields, by their names in JSON, before and after the change."""
    told = {"name": "name", **names}
    before, after = ({shown: of[name] for name, shown in told.items()} for of in (row, {**row, **changed}))
    return before, after


def wire_names(record: type[Struct], names: Iterable[str]) -> dict[str, str]:
    """The fields' names in JSON."""
    encoded = {field.name: field.encode_name for field in structs.fields(record)}
    return {name: encoded[name] for name in names}
