"""Lists read page by page."""

from typing import Any

from tests.harness.service import Client


def fetch_pages(client: Client, target: str, name: str, limit: int) -> list[dict[str, Any]]:
    """The whole list, `limit` rows at a time."""
    rows: list[dict[str, Any]] = []
    query = f"{target}{'&' if '?' in target else '?'}limit={limit}"
    cursor = ""
    while True:
        answer = client("GET", query + cursor)
        assert answer.status == 200, answer.raw
        rows += answer.data[name]
        assert len(answer.data[name]) <= limit
        if not answer.json["meta"]["hasMore"]:
            assert answer.json["meta"]["cursor"] is None
            return rows
        cursor = f"&cursor={answer.json['meta']['cursor']}"


def fetch_list(client: Client, target: str, name: str) -> list[dict[str, Any]]:
    """The list in one page, having made sure that pages of every size put together are the same."""
    reply = client("GET", target)
    assert reply.status == 200, reply.raw
    assert reply.json["meta"]["hasMore"] is False
    for limit in (1, 2, 3):
        assert fetch_pages(client, target, name, limit) == reply.data[name]
    return reply.data[name]
