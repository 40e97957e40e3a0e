"""A schema in words: types, bounds, choices, and the fields of objects."""

import pytest

from fulfilment.docs_site.fields import Schemas, find_example

COMPONENTS = {
    "Place": {
        "type": "object",
        "description": "A place.",
        "required": ["name"],
        "properties": {"name": {"type": "string", "minLength": 1}, "next": {"$ref": "#/components/schemas/Place"}},
    },
}
PLACE = {"$ref": "#/components/schemas/Place"}
SCHEMAS = Schemas(COMPONENTS)


@pytest.mark.parametrize(
    ("schema", "told", "facts"),
    [
        ({"type": "string", "minLength": 1, "maxLength": 255}, "string", ["1 to 255 characters"]),
        ({"type": "string", "minLength": 2, "maxLength": 2}, "string", ["exactly 2 characters"]),
        ({"type": "string", "format": "date-time"}, "time", []),
        ({"anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}]}, "integer or null", ["at least 0"]),
        ({"type": ["string", "null"], "maxLength": 5}, "string or null", ["at most 5 characters"]),
        ({"type": "integer", "minimum": 0, "maximum": 2**53 - 1}, "integer", ["at least 0"]),
        ({"type": "integer", "minimum": 1, "maximum": 1000}, "integer", ["1 to 1,000"]),
        ({"type": "number", "minimum": -90, "maximum": 90}, "number", ["-90 to 90"]),
        (
            {"type": "array", "items": {"type": "string"}, "maxItems": 100},
            "list of strings",
            ["at most 100 in the list"],
        ),
        ({"type": "array", "items": PLACE}, "list of objects", []),
        ({"anyOf": [PLACE, {"type": "null"}]}, "object or null", []),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, "string or integer", []),
        ({"enum": [False]}, "boolean", []),
        ({"type": "boolean", "default": False}, "boolean", ["false where it is left out"]),
        ({}, "anything", []),
    ],
)
def test_types_and_bounds_in_words(schema: dict, told: str, facts: list[str]) -> None:
    field = SCHEMAS.build_field("each", schema, False)
    assert (field.type, field.bounds) == (told, facts)


def test_a_field_tells_what_it_is_for_and_not_what_its_record_is_in_general() -> None:
    assert SCHEMAS.build_field("home", PLACE, True).description == ""
    assert SCHEMAS.build_field("home", {**PLACE, "description": "Where it is."}, True).description == "Where it is."


def test_what_holds_itself_comes_to_an_end() -> None:
    depth, fields = 0, SCHEMAS.list_fields(PLACE)
    while fields:
        depth, fields = depth + 1, fields[-1].fields
    assert 1 < depth < 20


def test_an_example_is_the_documents_own_or_the_least_that_the_schema_takes() -> None:
    assert find_example({"example": {"name": "Own"}, "schema": PLACE}, SCHEMAS) == {"name": "Own"}
    assert find_example({"examples": {"one": {"value": 7}}, "schema": PLACE}, SCHEMAS) == 7
    assert find_example({"schema": PLACE}, SCHEMAS) == {"name": "text"}
    least = {"type": "array", "minItems": 1, "items": {"type": "integer", "minimum": 5}}
    assert find_example({"schema": least}, SCHEMAS) == [5]
