"""What stands for a value in samples: the document's worked example, else the least that its schema takes."""

from typing import Any

from fulfilment.docs_site.fields import Schema, Schemas
from fulfilment.infra.models import Value

_MAX_LEVELS = 6
_MOMENT = "2026-11-21T02:54:30.327Z"
_EXAMPLES_BY_TYPE: dict[str, Any] = {"integer": 1, "number": 1, "boolean": False, "object": {}, "null": None}


def find_example(holder: Schema, schemas: Schemas) -> Value:
    """The example of a parameter or of one kind of content: its own, or one that its schema takes."""
    if "example" in holder:
        return holder["example"]
    for named in holder.get("examples", {}).values():
        return named.get("value")
    return build_example(holder.get("schema", {}), schemas)


def has_example(holder: Schema) -> bool:
    """Whether the document has an example of it."""
    return "example" in holder or bool(holder.get("examples"))


def build_example(schema: Schema, schemas: Schemas, level: int = 0) -> Value:
    """The least that the schema takes: required fields alone."""
    schema = schemas.resolve(schema)
    for word in ("example", "const", "default"):
        if schema.get(word) is not None:
            return schema[word]
    if schema.get("examples"):
        return schema["examples"][0]
    if "enum" in schema:
        return schema["enum"][0]
    for word in ("anyOf", "oneOf", "allOf"):
        for choice in schema.get(word, ()):
            if choice != {"type": "null"}:
                return build_example(choice, schemas, level)
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    if level >= _MAX_LEVELS:
        return None
    if "properties" in schema:
        required = schema.get("required", ())
        fields = schema["properties"].items()
        return {name: build_example(inner, schemas, level + 1) for name, inner in fields if name in required}
    if kind == "array":
        return [build_example(schema.get("items", {}), schemas, level + 1)] if schema.get("minItems") else []
    if kind == "string":
        return _MOMENT if schema.get("format") == "date-time" else "text"[: schema.get("maxLength", 4)]
    return max(schema.get("minimum", 1), 1) if kind == "integer" else _EXAMPLES_BY_TYPE.get(kind or "")
