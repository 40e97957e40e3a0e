"""Which path is served by what: a table that is walked segment by segment, so that its size costs nothing.

Paths are compared as they were sent: an escaped letter, a doubled or a trailing slash and a dot segment make another
path (decisions, section 11). A path parameter is one segment that is not empty, still escaped.
"""

from collections.abc import Iterator
from typing import Generic, TypeVar

Served = TypeVar("Served")

_DOTS = (".", "..")


class Paths(Generic[Served]):
    """What is served under each pattern, for example `/api/v1/products/{id}`."""

    def __init__(self) -> None:
        self._exact: dict[str, Served] = {}
        self._root: _Node[Served] = _Node()
        self._most_segments = 0

    def __iter__(self) -> Iterator[Served]:
        yield from self._exact.values()
        yield from self._root.everything()

    def add(self, pattern: str, served: Served) -> None:
        """Serve `served` under the pattern; its parameters are the segments in braces."""
        segments = pattern.split("/")[1:]
        names = tuple(segment[1:-1] for segment in segments if segment.startswith("{"))
        if not names:
            assert pattern not in self._exact, f"{pattern} is served twice"
            self._exact[pattern] = served
            return
        node = self._root
        for segment in segments:
            key = None if segment.startswith("{") else segment
            node = node.children.setdefault(key, _Node())
        assert node.served is None, f"{pattern} is served twice, or under two names for its parameters"
        node.served, node.names = served, names
        self._most_segments = max(self._most_segments, len(segments))

    def find(self, path: str) -> tuple[Served, dict[str, str]] | None:
        """What is served there, with the values of its parameters; None where nothing is."""
        exact = self._exact.get(path)
        if exact is not None:
            return exact, {}
        segments = path.split("/", self._most_segments + 1)[1:]
        node = self._root
        values: list[str] = []
        for segment in segments:
            # What is spelled out goes before what is a parameter, and never back again: one walk, whatever the path.
            inner = node.children.get(segment)
            if inner is None and segment and segment not in _DOTS:
                inner = node.children.get(None)
                values.append(segment)
            if inner is None:
                return None
            node = inner
        return None if node.served is None else (node.served, dict(zip(node.names, values, strict=True)))


class _Node(Generic[Served]):
    """One segment. The child under None is a parameter."""

    __slots__ = ("children", "names", "served")

    def __init__(self) -> None:
        self.children: dict[str | None, _Node[Served]] = {}
        self.names: tuple[str, ...] = ()
        self.served: Served | None = None

    def everything(self) -> Iterator[Served]:
        if self.served is not None:
            yield self.served
        for child in self.children.values():
            yield from child.everything()
