"""Numbers, money and times as a reader writes them, in the zone of the workspace."""

from datetime import UTC, date, datetime
from functools import cached_property, lru_cache

from babel import Locale
from babel.dates import format_date, format_timedelta, get_timezone_name
from babel.numbers import format_decimal, get_currency_symbol
from markupsafe import Markup

from fulfilment.console.i18n.numbers import WITHOUT_CENTS
from fulfilment.infra import clock
from fulfilment.workspaces import time_zones

# How a time of day is written, to 24.
_CLOCKS = {"en": "%H:%M", "id": "%H.%M"}
_DAY_AND_MONTH, _FULL_DAY = "d MMM", "d MMM y"
# English as Indonesia's neighbours write it: the day before the month, hours to 24.
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
        self.zone = time_zones.load_zone(zone)
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
        """What tells most: the time of today, else the day."""
        if at is None:
            return "–"
        here, now = self._localize(at), clock.now().astimezone(self.zone)
        if here.date() == now.date():
            return here.strftime(self._clock)
        return _day(here.date(), _DAY_AND_MONTH if here.year == now.year else _FULL_DAY, self.language)

    def time(self, at: datetime | str | None, *, whole: bool = False) -> Markup:
        """HTML of a moment: short unless `whole`, with all of it for whoever asks."""
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
        """How long ago, in the largest unit: `3 days`."""
        if at is None:
            return "–"
        return format_timedelta(_parse_moment(at) - clock.now(), granularity="minute", locale=self._locale)

    def to_iso(self, at: datetime | str) -> str:
        """A moment for programs, as HTML's `datetime` has it."""
        return f"{_parse_moment(at).astimezone(UTC).replace(tzinfo=None).isoformat(timespec='seconds')}Z"

    @cached_property
    def zone_title(self) -> str:
        """The zone by its usual short name (`WIB`), else by its place."""
        # English has no short names for these, and everybody in Indonesia knows them.
        if known := _INDONESIAN.get(self.zone_name):
            return known
        return get_timezone_name(clock.now().astimezone(self.zone), width="short", locale=self._locale)

    @staticmethod
    def short_id(id: str) -> str:
        """The end of an id, by which people tell parcels apart."""
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


# A page says the same days and small numbers over and over, and each takes as long as a row does otherwise.


@lru_cache(maxsize=4_096)
def _number(value: float, pattern: str, language: str) -> str:
    return format_decimal(value, pattern, locale=_locale(language))


@lru_cache(maxsize=1_024)
def _day(day: date, pattern: str, language: str) -> str:
    return format_date(day, pattern, locale=_locale(language))


@lru_cache
def _symbol(currency: str, language: str) -> str:
    return get_currency_symbol(currency, locale=_locale(language))
