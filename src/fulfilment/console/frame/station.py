"""What one browser likes, kept in its cookies: the paper in its printer, its language, light or dark.

It is of the workstation and not of the person: a packing table keeps its label size whoever works there.
"""

import msgspec

from fulfilment.http import languages, themes
from fulfilment.http.request import Request
from fulfilment.translations import LANGUAGES

SIZES = ("thermal-100x150", "thermal-80x100", "a4")
# What may be chosen, by the name of its field and its cookie.
CHOICES = {"language": tuple(LANGUAGES), "theme": themes.THEMES, "label-size": SIZES, "keys": ("off",)}
_PREFIX = "console-"
_YEAR_SECONDS = 31_536_000


class Station(msgspec.Struct, frozen=True):
    """The choices of a workstation; None where it has made none."""

    language: str | None = None
    theme: str | None = None
    label_size: str | None = None
    keys: bool = True


def of(request: Request) -> Station:
    """The choices in a request's cookies; what makes no sense is none."""
    kept = request.cookies

    def one_of(name: str, choices: tuple[str, ...]) -> str | None:
        said = kept.get(_PREFIX + name)
        return said if said in choices else None

    return Station(
        language=languages.chosen(request),
        theme=themes.chosen(request),
        label_size=one_of("label-size", SIZES),
        keys=one_of("keys", ("off",)) is None,
    )


def cookie(name: str, value: str, *, is_secure: bool) -> str:
    """A `Set-Cookie` that keeps a choice for a year; an empty one forgets it. Scripts do not read it."""
    life = _YEAR_SECONDS if value else 0
    secure = "; Secure" if is_secure else ""
    return f"{_PREFIX}{name}={value}; Path=/console; Max-Age={life}; HttpOnly; SameSite=Lax{secure}"
