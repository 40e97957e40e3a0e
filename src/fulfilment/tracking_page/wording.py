"""The courier's words and ours, said plainly to somebody who waits for a parcel, in whatever language."""

from datetime import date, datetime, timedelta, timezone
from functools import cache, lru_cache

from babel.dates import format_date
from msgspec import Struct

from fulfilment import translations
from fulfilment.tracking_page.words import BESIDES, REPLACED, STAGE, STAGES, STATUSES, Words

_CLOCKS = {"en": "%H:%M", "id": "%H.%M"}
_DAY = "d MMMM y"

# How far along the stages a status is.
_REACHED = {
    "pending": 0,
    "confirmed": 1,
    "allocated": 1,
    "picking_up": 1,
    "picked_up": 2,
    "in_transit": 2,
    "dropping_off": 2,
    "delivered": 3,
}


class Wording(Struct, frozen=True):
    """One language."""

    language: str
    statuses: dict[str, Words]
    besides: dict[str, Words]
    replaced: Words
    stages: tuple[str, ...]

    def of_report(self, raw_status: str, status: str) -> Words:
        """What one report says; `status` is the shipment's status after it.

        A report that came late is told as what it says, and not as where the parcel was by then. What `dropping_off`
        means depends on the courier, and has been settled in the status after it.
        """
        if raw_status in self.besides:
            return self.besides[raw_status]
        if raw_status == "picked":
            return self.statuses["picked_up"]
        said = raw_status if raw_status in self.statuses and raw_status != "dropping_off" else status
        return self.statuses[said]

    def of_now(self, status: str, newest_raw_status: str | None) -> Words:
        """Where the parcel is now. A hitch that the courier told of last says more than the status it left standing."""
        return self.besides.get(newest_raw_status or "", self.statuses[status])

    def moment(self, at: datetime, zone: timezone) -> str:
        """`21 November 2026, 08:12 WIB`."""
        at = at.astimezone(zone)
        return f"{self._day(at)}, {at.strftime(self._clock)} {at.tzname()}"

    def span(self, first: datetime, last: datetime, zone: timezone, *, in_hours: bool) -> str:
        """`22 – 24 November 2026`, or in hours `21 November 2026, 08:12 – 10:12 WIB`."""
        first, last = first.astimezone(zone), last.astimezone(zone)
        is_one_day = first.date() == last.date()
        if not in_hours:
            is_one_month = (first.year, first.month) == (last.year, last.month)
            begin = str(first.day) if is_one_month else self._day(first)
            return self._day(last) if is_one_day else f"{begin} – {self._day(last)}"
        if first == last:
            return self.moment(last, zone)
        end = last.strftime(self._clock) if is_one_day else f"{self._day(last)}, {last.strftime(self._clock)}"
        return f"{self._day(first)}, {first.strftime(self._clock)} – {end} {last.tzname()}"

    def _day(self, at: datetime) -> str:
        return _day(at.date(), self.language)

    @property
    def _clock(self) -> str:
        """How a time of day is written."""
        return _CLOCKS[self.language]


@cache
def of(language: str) -> Wording:
    """The words of one of the languages that there are."""
    told = translations.of(language, translations.TRACKING_PAGE)
    say = told.gettext

    def said(words: Words) -> Words:
        return Words(say(words.title), say(words.detail), words.tone)

    return Wording(
        language=language,
        statuses={status: said(words) for status, words in STATUSES.items()},
        besides={status: said(words) for status, words in BESIDES.items()},
        replaced=said(REPLACED),
        stages=tuple(told.pgettext(STAGE, stage) for stage in STAGES),
    )


# A page names the same day over and over.
@lru_cache(maxsize=1_024)
def _day(day: date, language: str) -> str:
    return format_date(day, _DAY, locale=language)


def stage(status: str) -> int | None:
    """The place in `stages` that a shipment has reached; None for one that will never arrive."""
    return _REACHED.get(status)


WIB = timezone(timedelta(hours=7), "WIB")
WITA = timezone(timedelta(hours=8), "WITA")
WIT = timezone(timedelta(hours=9), "WIT")
# The first two digits of Indonesian postal codes: South, East and North Kalimantan, Bali, Nusa Tenggara and Sulawesi
# keep the central time, the Moluccas and Papua the eastern one.
_CENTRAL = frozenset(map(str, (70, 71, 72, 75, 76, 77, *range(80, 88), *range(90, 97))))
_EASTERN = frozenset(("97", "98", "99"))
_POSTAL_CODE_DIGITS = 5


def zone_of(postal_code: str | None) -> timezone:
    """The time zone of an Indonesian place; that of Java where it cannot be told."""
    code = (postal_code or "").strip()
    if len(code) != _POSTAL_CODE_DIGITS or not (code.isascii() and code.isdigit()):
        return WIB
    return WITA if code[:2] in _CENTRAL else WIT if code[:2] in _EASTERN else WIB
