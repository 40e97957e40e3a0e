"""Formatting and parsing of numbers, money, times and telephone numbers, in the reader's language and the workspace's
zone.

Every form of the console parses its numbers here. A mark groups thousands only with three digits between the marks, and
a number has one kind of grouping mark. Everything else is refused: `2.0` is not 20, and `1,5` is not 15.
"""

import re
import unicodedata
from datetime import UTC, date, datetime
from functools import cached_property, lru_cache

from babel import Locale
from babel.dates import format_date, format_timedelta, get_timezone_name
from babel.numbers import format_decimal, get_currency_symbol
from markupsafe import Markup, escape

from fulfilment.infra import clock
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.i18n import N_
from fulfilment.workspaces import schemas

WITHOUT_CENTS = ("IDR", "JPY", "KRW", "VND")
MAX_NUMBER = 2**53 - 1
_MAX_CHARACTERS = 40
# A grouped number does not begin with zero: `0.500` means a half.
_WHOLE = re.compile(r"[1-9][0-9]{0,2}(?:(?:,[0-9]{3})+|(?:\.[0-9]{3})+|(?: [0-9]{3})+)|[0-9]+")
# The mark that groups the thousands is never the decimal mark too.
_BY_COMMA = re.compile(r"([1-9][0-9]{0,2}(?:,[0-9]{3})+)(?:\.([0-9]{1,2}))?")
_BY_POINT = re.compile(r"([1-9][0-9]{0,2}(?:\.[0-9]{3})+)(?:,([0-9]{1,2}))?")
_PLAIN = re.compile(r"([1-9][0-9]{0,2}(?: [0-9]{3})+|[0-9]+)(?:[.,]([0-9]{1,2}))?")
_DEGREES = re.compile(r"([+\-−–]?)([0-9]{1,3})(?:[.,]([0-9]+))?")
_BEFORE, _AFTER = ("rp", "idr", "usd", "us$", "$"), ("idr", "usd")


def parse_integer(text: str) -> int | None:
    """The whole number that a text means; None where that is not certain."""
    plain = _normalize(text)
    return _to_integer(plain) if _WHOLE.fullmatch(plain) else None


def parse_money(text: str, currency: str) -> int | None:
    """The minor units that a text means; None where that is not certain. `85.000` and `Rp 85000` are the same.

    The rupiah has no decimals, so every separator groups thousands; elsewhere the last one may be the decimal mark.
    """
    plain = _strip_currency_symbol(_normalize(text))
    if currency in WITHOUT_CENTS:
        return _to_integer(plain) if _WHOLE.fullmatch(plain) else None
    found = _BY_COMMA.fullmatch(plain) or _BY_POINT.fullmatch(plain) or _PLAIN.fullmatch(plain)
    return None if found is None else _to_integer(found[1] + (found[2] or "").ljust(2, "0"))


def parse_degrees(text: str, maximum: int) -> float | None:
    """Decimal degrees up to `maximum`, with a point or a comma; None where the text is something else."""
    found = _DEGREES.fullmatch(_normalize(text))
    if found is None:
        return None
    value = float(f"{found[2]}.{found[3] or 0}")
    if value > maximum:
        return None
    return -value if found[1] in ("-", "−", "–") else value


def _normalize(text: str) -> str:
    """Text in plain characters, or an empty text where it is too long for a number."""
    plain = unicodedata.normalize("NFKC", text[: _MAX_CHARACTERS + 1]).strip()
    return "" if len(text) > _MAX_CHARACTERS else plain


def _to_integer(text: str) -> int | None:
    value = int(re.sub(r"[^0-9]", "", text))
    return value if value <= MAX_NUMBER else None


def _strip_currency_symbol(text: str) -> str:
    folded = text.lower()
    before = next((symbol for symbol in _BEFORE if folded.startswith(symbol)), "")
    after = next((symbol for symbol in _AFTER if not before and folded.endswith(symbol)), "")
    return text[len(before) : len(text) - len(after)].strip()


MIN_DIGITS = 6


def require_phone(text: str, field: str) -> None:
    """Raise Validation for a text that no driver could call. The API refuses an empty text."""
    if text and sum(character.isdecimal() for character in text) < MIN_DIGITS:
        raise Validation(N_("Enter a telephone number of at least six digits."), field=field)


# A longer code does not fit a telephone; it breaks instead of leaving the screen.
MAX_UNBROKEN_CHARACTERS = 32
_WORD = re.compile(r"\S+")
# Only words with one of these signs break in a line that has room for them.
_BREAKING = ("-", "/")
_EXACT, _CODE = Markup('<span class="exact">%s</span>'), Markup('<span class="code">%s</span>')


def exact(text: str) -> Markup:
    """HTML of a number or a code in the font of the text, such as the number of an order."""
    return _wrap(text, _EXACT, "exact")


def code(text: str) -> Markup:
    """HTML of a code in a font with distinct letters, such as a SKU or a waybill."""
    return _wrap(text, _CODE, "code")


def mark_unbroken(text: str) -> Markup:
    """HTML of prose in which each date and code stays on one line."""
    parts, end = [], 0
    for found in _WORD.finditer(text):
        if _has_digits_and_break(found[0]):
            parts += [escape(text[end : found.start()]), exact(found[0])]
            end = found.end()
    return Markup("").join([*parts, escape(text[end:])])


def _has_digits_and_break(word: str) -> bool:
    return any(sign in word for sign in _BREAKING) and any(character.isdigit() for character in word)


def _wrap(text: str, span: Markup, name: str) -> Markup:
    if len(text) <= MAX_UNBROKEN_CHARACTERS:
        return span % text
    return Markup('<span class="%s long">%s</span>') % (name, text)


# Time of day with 24 hours.
_CLOCKS = {"en": "%H:%M", "id": "%H.%M"}
_DAY_AND_MONTH, _FULL_DAY = "d MMM", "d MMM y"
# English as in Indonesia's neighbours: the day before the month, 24 hours.
_LOCALES = {"en": "en_GB", "id": "id"}
_INDONESIAN = {
    **dict.fromkeys(("Asia/Jakarta", "Asia/Pontianak"), "WIB"),
    "Asia/Makassar": "WITA",
    "Asia/Jayapura": "WIT",
}
_SHORT_ID_CHARACTERS = 6
_TIME = Markup('<time datetime="%s" title="%s %s">%s</time>')
_UNKNOWN = Markup('<span class="soft">–</span>')


class Formatter:
    """The formats of one reader: a language, the workspace's zone and its currency."""

    def __init__(self, language: str, zone: str, currency: str) -> None:
        self.language = language
        self.zone_name = zone
        self.currency = currency
        self.zone = schemas.load_zone(zone)
        self._locale = _locale(language)
        self._clock = _CLOCKS[language]

    def number(self, value: int) -> str:
        return _number(value, "#,##0", self.language)

    def money(self, minor_units: int | None) -> str:
        """`Rp85.000` in Indonesian, `Rp85,000` in English; nothing where nothing is known."""
        if minor_units is None:
            return "–"
        symbol = _symbol(self.currency, "id" if self.currency == "IDR" else self.language)
        sign = "−" if minor_units < 0 else ""
        if self.currency in WITHOUT_CENTS:
            return f"{sign}{symbol}{self.number(abs(minor_units))}"
        return f"{sign}{symbol}{_number(abs(minor_units) / 100, '#,##0.00', self.language)}"

    def weight(self, grams: int) -> str:
        if grams < 1_000:
            return f"{self.number(grams)} g"
        return f"{_number(grams / 1_000, '#,##0.##', self.language)} kg"

    def moment(self, at: datetime | str | None) -> str:
        """A day and a time: `23 Nov 2026, 14.05`."""
        if at is None:
            return "–"
        here = self._localize(at)
        return f"{_day(here.date(), _FULL_DAY, self.language)}, {here.strftime(self._clock)}"

    def short(self, at: datetime | str | None) -> str:
        """Shortest useful form: the time for today, else the day."""
        if at is None:
            return "–"
        here, now = self._localize(at), clock.now().astimezone(self.zone)
        if here.date() == now.date():
            return here.strftime(self._clock)
        return _day(here.date(), _DAY_AND_MONTH if here.year == now.year else _FULL_DAY, self.language)

    def time(self, at: datetime | str | None, *, whole: bool = False) -> Markup:
        """HTML of a moment: short unless `whole`, with the full moment as its title."""
        if not at:
            return _UNKNOWN
        iso, moment = self.to_iso(at), self.moment(at)
        label = moment if whole else self.short(at)
        return _TIME % (iso, moment, self.zone_title, label)

    def day(self, at: datetime | date | str) -> str:
        if isinstance(at, str) and len(at) == len("2026-11-23"):
            at = date.fromisoformat(at)
        here = at if isinstance(at, date) and not isinstance(at, datetime) else self._localize(at).date()
        return _day(here, _FULL_DAY, self.language)

    def ago(self, at: datetime | str | None) -> str:
        """Time since a moment, in the largest unit: `3 days`."""
        if at is None:
            return "–"
        return format_timedelta(_parse_moment(at) - clock.now(), granularity="minute", locale=self._locale)

    def to_iso(self, at: datetime | str) -> str:
        """A moment for programs, as HTML's `datetime` has it."""
        return f"{_parse_moment(at).astimezone(UTC).replace(tzinfo=None).isoformat(timespec='seconds')}Z"

    @cached_property
    def zone_title(self) -> str:
        """The zone by its usual short name (`WIB`), else by its place."""
        # English has no short names for these zones; people in Indonesia know them.
        if known := _INDONESIAN.get(self.zone_name):
            return known
        return get_timezone_name(clock.now().astimezone(self.zone), width="short", locale=self._locale)

    @staticmethod
    def short_id(id: str) -> str:
        """End of an id, which people use to tell parcels apart."""
        return id[-_SHORT_ID_CHARACTERS:]

    def today(self) -> date:
        """The workspace's day."""
        return clock.now().astimezone(self.zone).date()

    def start_of(self, day: date) -> datetime:
        """When a day of the workspace begins."""
        return datetime(day.year, day.month, day.day, tzinfo=self.zone)

    def _localize(self, at: datetime | str) -> datetime:
        return _parse_moment(at).astimezone(self.zone)


def _parse_moment(at: datetime | str) -> datetime:
    return datetime.fromisoformat(at) if isinstance(at, str) else at


@lru_cache
def _locale(language: str) -> Locale:
    return Locale.parse(_LOCALES[language])


# A page repeats the same days and small numbers, and each takes as long to format as the rest of a row.


@lru_cache(maxsize=4_096)
def _number(value: float, pattern: str, language: str) -> str:
    return format_decimal(value, pattern, locale=_locale(language))


@lru_cache(maxsize=1_024)
def _day(day: date, pattern: str, language: str) -> str:
    return format_date(day, pattern, locale=_locale(language))


@lru_cache
def _symbol(currency: str, language: str) -> str:
    return get_currency_symbol(currency, locale=_locale(language))
