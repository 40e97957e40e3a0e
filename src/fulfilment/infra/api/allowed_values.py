"""The values that a field of a record may have, for the refusal of another one."""

from functools import cache

from msgspec.inspect import EnumType, ListType, LiteralType, Metadata, StructType, Type, UnionType, type_info

# There are as many as there are records.
_described = cache(type_info)


def allowed_values(shape: type, path: str) -> list[str]:
    """Those of the field at a dotted path (`items.0.type`), in alphabetical order; none where the field is free."""
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
