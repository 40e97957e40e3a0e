"""Rows as JSON built by PostgreSQL, from the record that documents them.

Building a long list in the database was worth a factor of four over building it here. The record stays the one place
where the shape is written down: `json_object(Level, "l")` is the `json_build_object` of its fields, taken from columns
of alias `l`.
"""

import msgspec

from fulfilment.infra.models import is_timestamp


def json_object(record: type[msgspec.Struct], alias: str, **expressions: str) -> str:
    """SQL for one row as a JSON object; `expressions` replace the column of a field."""
    pairs = []
    for field in msgspec.structs.fields(record):
        source = expressions.get(field.name, f"{alias}.{field.name}")
        if is_timestamp(field.type) and field.name not in expressions:
            source = f"iso_time({source})"
        pairs.append(f"'{field.encode_name}', {source}")
    return f"json_build_object({', '.join(pairs)})"
