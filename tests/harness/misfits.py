"""Events held against the schemas that the service publishes, with no field beside those that are described."""

import json
from functools import cache
from typing import Any

import asyncpg
from jsonschema import Draft202012Validator, FormatChecker

from fulfilment.app import all_events
from fulfilment.infra.database.event import envelope
from fulfilment.infra.models import Value
from fulfilment.infra.openapi.event_schemas import EventTypes
from tests.harness.workspaces import in_database

# The newest events of each type: enough to have every shape there is, few enough to be quick.
_EACH = 200
_NEWEST = """
    SELECT id, type, occurred_at, account_id, data, sequence
      FROM (SELECT *, row_number() OVER (PARTITION BY type ORDER BY occurred_at DESC) AS nth FROM events) e
     WHERE nth <= $1
"""


def misfits(database_url: str) -> list[str]:
    """Schema violations in the stored events of every workspace."""
    rows: list[asyncpg.Record] = in_database(database_url, lambda db: db.fetch(_NEWEST, _EACH))
    sent = [envelope(**{**row, "data": row["data"].encode()}) for row in rows]
    return sorted({problem for one in sent for problem in misfits_of(json.loads(one))})


def misfits_of(event: dict[str, Any]) -> list[str]:
    """Where an envelope differs from the schema of its type; a type without a schema differs altogether."""
    if event["type"] not in _validators():
        return [f"{event['type']} has no schema"]
    problems = _validators()[event["type"]].iter_errors(event)
    return [f"{event['type']} {problem.json_path}: {problem.message}" for problem in problems]


@cache
def _validators() -> dict[str, Draft202012Validator]:
    return {
        described.type: Draft202012Validator(closed(described.schema), format_checker=FormatChecker())
        for described in EventTypes(all_events).all
    }


def closed(schema: Value) -> Value:
    """The same schema without room for fields that it does not describe."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    shut = {name: closed(part) for name, part in schema.items()}
    # A field may be called `properties` or `type` too; only a schema has the two together like this.
    return shut | ({"additionalProperties": False} if schema.get("type") == "object" and "properties" in schema else {})
