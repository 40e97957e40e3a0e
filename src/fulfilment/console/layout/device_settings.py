"""What one browser likes, kept in its cookies: the paper in its printer, its language, light or dark.

It is of the workstation and not of the person: a packing table keeps its label size whoever works there.
"""

import msgspec

from fulfilment.infra.api import accept_language, themes
from fulfilment.infra.api.request import Request
from fulfilment.infra.i18n import LANGUAGES

SIZES = ("thermal-100x150", "thermal-80x100", "a4")
# What may be chosen, by the name of its field and its cookie.
CHOICES = {"language": tuple(LANGUAGES), "theme": themes.THEMES, "label-size": SIZES, "keys": ("off",)}
_PREFIX = "console-"
_YEAR_SECONDS = 31_536_000


class DeviceSettings(msgspec.Struct, frozen=True):
    """The choices of a workstation; None where it has made none."""

    language: str | None = None
    theme: str | None = None
    label_size: str | None = None
    has_shortcuts: bool = True


def parse_cookies(request: Request) -> DeviceSettings:
    """The choices in a request's cookies; what makes no sense is none."""
    cookies = request.cookies

    def read_choice(name: str, choices: tuple[str, ...]) -> str | None:
        value = cookies.get(_PREFIX + name)
        return value if value in choices else None

    return DeviceSettings(
        language=accept_language.device_language(request),
        theme=themes.device_theme(request),
        label_size=read_choice("label-size", SIZES),
        has_shortcuts=read_choice("keys", ("off",)) is None,
    )


def build_cookie(name: str, value: str, *, is_secure: bool) -> str:
    """A `Set-Cookie` that keeps a choice for a year; an empty one forgets it. Scripts do not read it."""
    max_age = _YEAR_SECONDS if value else 0
    secure = "; Secure" if is_secure else ""
    return f"{_PREFIX}{name}={value}; Path=/console; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}"
