"""Numbers, money and times as a reader writes them, in the zone of the workspace."""

from datetime import UTC, date, datetime
from functools import lru_cache

from babel import Locale
from babel.dates import format_date, format_datetime, format_timedelta, get_timezone_name
from babel.numbers import format_decimal, get_currency_symbol

from fulfilment.console.wording.amounts import WITHOUT_CENTS
from fulfilment.workspace import zones

# How a time of day is written, to 24.
_CLOCKS = {"en": "HH:mm", "id": "HH.mm"}
# English as Indonesia's neighbours write it: the day before the month, hours to 24.
_LOCALES = {"en": "en_GB", "id": "id"}
_INDONESIAN = {
    **dict.fromkeys(("Asia/Jakarta", "Asia/Pontianak"), "WIB"),
    "Asia/Makassar": "WITA",
    "Asia/Jayapura": "WIT",
}
_SHOWN_OF_ID = 6


class Show:
    """The formats of one reader: a language, the workspace's zone and its currency."""

    def __init__(self, language: str, zone: str, currency: str):
        self.language = language
        self.zone_name = zone
        self.currency = currency
        self.zone = zones.find(zone)
        self._locale = _locale(language)
        self._clock = _CLOCKS[language]

    def number(self, value: int) -> str:
        return format_decimal(value, locale=self._locale)

    def money(self, minor_units: int | None) -> str:
        """`Rp85.000` in Indonesian, `Rp85,000` in English; nothing where nothing is known."""
        if minor_units is None:
            return "–"
        symbol = get_currency_symbol(self.currency, locale="id" if self.currency == "IDR" else self._locale)
        sign = "−" if minor_units < 0 else ""
        if self.currency in WITHOUT_CENTS:
            return f"{sign}{symbol}{self.number(abs(minor_units))}"
        return f"{sign}{symbol}{format_decimal(abs(minor_units) / 100, '#,##0.00', locale=self._locale)}"

    def weight(self, grams: int) -> str:
        if grams < 1_000:
            return f"{self.number(grams)} g"
        return f"{format_decimal(grams / 1_000, '#,##0.##', locale=self._locale)} kg"

    def moment(self, at: datetime | str | None) -> str:
        """A day and a time: `23 Nov 2026, 14.05`."""
        if at is None:
            return "–"
        return format_datetime(self._here(at), f"d MMM y, {self._clock}", locale=self._locale)

    def short(self, at: datetime | str | None) -> str:
        """What tells most: the time of today, else the day."""
        if at is None:
            return "–"
        here, now = self._here(at), datetime.now(self.zone)
        if here.date() == now.date():
            return format_datetime(here, self._clock, locale=self._locale)
        return format_datetime(here, "d MMM" if here.year == now.year else "d MMM y", locale=self._locale)

    def day(self, at: datetime | date | str) -> str:
        if isinstance(at, str) and len(at) == len("2026-11-23"):
            at = date.fromisoformat(at)
        here = at if isinstance(at, date) and not isinstance(at, datetime) else self._here(at).date()
        return format_date(here, "d MMM y", locale=self._locale)

    def ago(self, at: datetime | str | None) -> str:
        """How long ago, in the largest unit: `3 days`."""
        if at is None:
            return "–"
        return format_timedelta(_moment(at) - datetime.now(UTC), granularity="minute", locale=self._locale)

    def exactly(self, at: datetime | str) -> str:
        """A moment for programs, as HTML's `datetime` has it."""
        return _moment(at).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    @property
    def zone_title(self) -> str:
        """The zone by its usual short name (`WIB`), else by its place."""
        here = datetime.now(self.zone)
        # English has no short names for these, and everybody in Indonesia knows them.
        return _INDONESIAN.get(self.zone_name) or get_timezone_name(here, width="short", locale=self._locale)

    @staticmethod
    def short_id(id: str) -> str:
        """The end of an id, by which people tell parcels apart."""
        return id[-_SHOWN_OF_ID:]

    def today(self) -> date:
        """The workspace's day."""
        return datetime.now(self.zone).date()

    def start_of(self, day: date) -> datetime:
        """When a day of the workspace begins."""
        return datetime(day.year, day.month, day.day, tzinfo=self.zone)

    def _here(self, at: datetime | str) -> datetime:
        return _moment(at).astimezone(self.zone)


def _moment(at: datetime | str) -> datetime:
    return datetime.fromisoformat(at) if isinstance(at, str) else at


@lru_cache
def _locale(language: str) -> Locale:
    return Locale.parse(_LOCALES[language])
