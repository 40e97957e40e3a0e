"""Lists read page by page."""

from typing import Any

from tests.http.service import Client


def walk(client: Client, target: str, name: str, limit: int) -> list[dict[str, Any]]:
    """The whole list, `limit` rows at a time."""
    seen: list[dict[str, Any]] = []
    query = f"{target}{'&' if '?' in target else '?'}limit={limit}"
    cursor = ""
    while True:
        answer = client("GET", query + cursor)
        assert answer.status == 200, answer.raw
        seen += answer.data[name]
        assert len(answer.data[name]) <= limit
        if not answer.json["meta"]["hasMore"]:
            assert answer.json["meta"]["cursor"] is None
            return seen
        cursor = f"&cursor={answer.json['meta']['cursor']}"


def listed(client: Client, target: str, name: str) -> list[dict[str, Any]]:
    """The list in one page, having made sure that pages of every size put together are the same."""
    whole = client("GET", target)
    assert whole.status == 200, whole.raw
    assert whole.json["meta"]["hasMore"] is False
    for limit in (1, 2, 3):
        assert walk(client, target, name, limit) == whole.data[name]
    return whole.data[name]
