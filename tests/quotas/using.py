"""Workspaces on a plan, and months with much usage."""

from typing import Any

from tests.harness.counts import PRETENDED_SHARD
from tests.harness.database import execute, rows
from tests.harness.parallel import Call, send_together
from tests.harness.service import Answer, Client

WAREHOUSES = "/api/v1/warehouses"
KEYS = "/api/v1/api-keys"
ENDPOINTS = "/api/v1/webhooks/endpoints"
LICENSES = "/api/v1/licenses"
# No server listens there, and no request is sent.
ENDPOINT = {"url": "http://127.0.0.1:9/hook"}
LIMITED = (403, "PLAN_LIMIT")


def pretend(client: Client, noun: str, count: int, months_ago: int = 0) -> None:
    """As if so much had been used."""
    statement = """
        INSERT INTO monthly_usage (account_id, month, noun, shard, count)
        VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC') - $4 * interval '1 month', $2, $5, $3)
    """
    execute(client, statement, client.account_id, noun, count, months_ago, PRETENDED_SHARD)


def move_to(client: Client, plan: str | None) -> None:
    """Another plan, from now on."""
    execute(client, "UPDATE accounts SET plan = $2 WHERE id = $1", client.account_id, plan)


def used(client: Client) -> dict[str, int]:
    """The service's counts of all months, for records that are orders."""
    statement = """
        SELECT noun, sum(count)::bigint AS count FROM monthly_usage
         WHERE account_id = $1 AND shard <> $2 AND noun <> 'shipment_created' GROUP BY 1
    """
    return {row["noun"]: row["count"] for row in rows(client, statement, PRETENDED_SHARD)}


def together(client: Client, target: str, bodies: list[Any], keys: list[str] | None = None) -> list[Answer]:
    """Posted at once, each over a connection of its own, to several processes."""
    keys = keys or [None] * len(bodies)
    return send_together([Call(client, "POST", target, body, key) for body, key in zip(bodies, keys, strict=True)])


def assert_one_was_taken(answers: list[Answer], field: str, status: int = 201) -> None:
    """One got the last place, and all others hear which limit they met."""
    assert sorted(answer.status for answer in answers) == [status] + [403] * (len(answers) - 1)
    refused = [answer for answer in answers if answer.status == 403]
    assert {(*answer.error, answer.field) for answer in refused} == {(*LIMITED, field)}
