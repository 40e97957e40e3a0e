"""The value of an update's argument that was not given, since `None` means: clear it."""

from __future__ import annotations


class Omit:
    """`OMIT` is the only one: the field is left as it is."""

    def __repr__(self) -> str:
        return "OMIT"

    def __bool__(self) -> bool:
        return False


OMIT = Omit()
