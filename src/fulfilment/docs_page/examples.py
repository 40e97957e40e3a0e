"""What stands for a value in samples: the document's worked example, else the least that its schema takes."""

from typing import Any

from fulfilment.docs_page.fields import Schema, Schemas

_MOST_LEVELS = 6
_MOMENT = "2026-11-21T02:54:30.327Z"
_OF_TYPE: dict[str, Any] = {"integer": 1, "number": 1, "boolean": False, "object": {}, "null": None}


def of(holder: Schema, schemas: Schemas) -> Any:
    """The example of a parameter or of one kind of content: its own, or one that its schema takes."""
    if "example" in holder:
        return holder["example"]
    for named in holder.get("examples", {}).values():
        return named.get("value")
    return of_schema(holder.get("schema", {}), schemas)


def is_worked(holder: Schema) -> bool:
    """Whether the document has an example of it."""
    return "example" in holder or bool(holder.get("examples"))


def of_schema(schema: Schema, schemas: Schemas, level: int = 0) -> Any:
    """The least that the schema takes: required fields alone."""
    schema = schemas.resolved(schema)
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
                return of_schema(choice, schemas, level)
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    if level >= _MOST_LEVELS:
        return None
    if "properties" in schema:
        required = schema.get("required", ())
        fields = schema["properties"].items()
        return {name: of_schema(inner, schemas, level + 1) for name, inner in fields if name in required}
    if kind == "array":
        return [of_schema(schema.get("items", {}), schemas, level + 1)] if schema.get("minItems") else []
    if kind == "string":
        return _MOMENT if schema.get("format") == "date-time" else "text"[: schema.get("maxLength", 4)]
    return max(schema.get("minimum", 1), 1) if kind == "integer" else _OF_TYPE.get(kind or "")
