"""Paths are matched segment by segment, exactly as they were sent."""

import pytest

from fulfilment import app
from fulfilment.infra.api.routing import Paths


def table(*patterns: str) -> Paths[str]:
    paths: Paths[str] = Paths()
    for pattern in patterns:
        paths.add(pattern, pattern)
    return paths


PATHS = table("/", "/a", "/a/{id}", "/a/{id}/b", "/a/{id}/b/{other}", "/a/lookup", "/t/{token}")


@pytest.mark.parametrize(
    ("path", "pattern", "values"),
    [
        ("/", "/", {}),
        ("/a", "/a", {}),
        ("/a/1", "/a/{id}", {"id": "1"}),
        ("/a/lookup", "/a/lookup", {}),
        ("/a/1/b", "/a/{id}/b", {"id": "1"}),
        ("/a/1/b/2", "/a/{id}/b/{other}", {"id": "1", "other": "2"}),
        ("/a/%2F", "/a/{id}", {"id": "%2F"}),
        ("/a/...", "/a/{id}", {"id": "..."}),
        ("/a/{id}", "/a/{id}", {"id": "{id}"}),
    ],
)
def test_a_path_is_found_with_what_its_parameters_say(path: str, pattern: str, values: dict) -> None:
    assert PATHS.find(path) == (pattern, values)


@pytest.mark.parametrize(
    "path",
    [
        "",
        "a",
        "*",
        "/b",
        "/a/",
        "//a",
        "/a//b",
        "/a/1/",
        "/a/1/c",
        "/a/1/b/2/3",
        "/a/.",
        "/a/..",
        "/a/../b",
        "/A",
        "/%61",
    ],
)
def test_any_other_path_is_none(path: str) -> None:
    assert PATHS.find(path) is None


def test_a_path_of_a_million_segments_is_looked_at_no_further_than_the_table_is_deep() -> None:
    assert PATHS.find("/a/1/b" + "/2" * 1_000_000) is None


@pytest.mark.parametrize("again", ["/a", "/a/{id}", "/a/{name}"])
def test_what_is_served_twice_is_a_mistake(again: str) -> None:
    paths = table("/a", "/a/{id}")
    with pytest.raises(AssertionError):
        paths.add(again, again)


def test_every_route_of_the_service_is_found_under_its_own_path() -> None:
    paths: Paths[str] = Paths()
    patterns = dict.fromkeys(route.path for route in app.all_routes())
    for pattern in patterns:
        paths.add(pattern, pattern)
    assert sorted(paths) == sorted(patterns)
    for pattern in patterns:
        found, values = paths.find(pattern)
        assert found == pattern and all("{" + name + "}" == value for name, value in values.items())
