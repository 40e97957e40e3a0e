"""Wording of the tracking page: English here, other languages in `<language>.po` of this folder.

The texts differ from those of the console, since they are for a recipient and not for a merchant.
"""

from datetime import date, datetime, timedelta, timezone
from functools import cache, lru_cache
from typing import Literal

from babel.dates import format_date
from msgspec import Struct

from fulfilment.infra import i18n
from fulfilment.infra.i18n import N_, NC_

Tone = Literal["waiting", "moving", "done", "trouble", "over"]


class StatusText(Struct, frozen=True):
    """Words of a status: `title` names it, `detail` explains it to the recipient."""

    title: str
    detail: str
    tone: Tone


STATUS_TEXTS = {
    "pending": StatusText(N_("Being prepared"), N_("The sender is getting your parcel ready."), "waiting"),
    "confirmed": StatusText(
        N_("Courier booked"), N_("The courier has the order and will collect your parcel."), "moving"
    ),
    "allocated": StatusText(N_("Driver assigned"), N_("A driver has been sent to collect your parcel."), "moving"),
    "picking_up": StatusText(N_("Being collected"), N_("The courier is on the way to collect your parcel."), "moving"),
    "picked_up": StatusText(N_("Collected"), N_("The courier has your parcel."), "moving"),
    "in_transit": StatusText(N_("On its way"), N_("Your parcel is on its way to you."), "moving"),
    "dropping_off": StatusText(N_("Out for delivery"), N_("The courier is bringing your parcel to you."), "moving"),
    "delivered": StatusText(N_("Delivered"), N_("Your parcel has arrived."), "done"),
    "returned": StatusText(
        N_("Returned to the sender"), N_("The parcel could not be delivered and went back."), "over"
    ),
    "cancelled": StatusText(N_("Cancelled"), N_("This delivery will not take place."), "over"),
}
# Further reports of a courier: such a report leaves the status of a shipment as it was, or says why it ended.
EXCEPTION_TEXTS = {
    "on_hold": StatusText(N_("On hold"), N_("The courier is holding your parcel for the moment."), "trouble"),
    "return_in_transit": StatusText(
        N_("Going back to the sender"), N_("The parcel could not be delivered."), "trouble"
    ),
    "disposed": StatusText(N_("Disposed of"), N_("The courier could neither deliver nor return the parcel."), "over"),
    "rejected": StatusText(N_("Declined by the courier"), N_("The courier did not take the parcel."), "over"),
    "courier_not_found": StatusText(
        N_("No driver available"), N_("No driver could be found to collect the parcel."), "over"
    ),
}
REPLACED_TEXT = StatusText(N_("Sent another way"), N_("This delivery has been replaced by a new one."), "moving")
# Stages of the whole way, in a word each.
STAGE_CONTEXT = "stage"
STAGE_NAMES = (NC_("stage", "Packing"), NC_("stage", "Booked"), NC_("stage", "On its way"), NC_("stage", "Arrived"))


_CLOCKS = {"en": "%H:%M", "id": "%H.%M"}
_DAY = "d MMMM y"

# Stage that each status has reached.
_REACHED_STAGES = {
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
    """Words and formats of one language."""

    language: str
    statuses: dict[str, StatusText]
    exceptions: dict[str, StatusText]
    replaced: StatusText
    stages: tuple[str, ...]

    def describe_report(self, raw_status: str, status: str) -> StatusText:
        """Words for one report; `status` is the status of the shipment after it.

        A late report is shown by its own status, and not by the place of the parcel at that time. The meaning of
        `dropping_off` depends on the courier, and the status after it has settled it.
        """
        if raw_status in self.exceptions:
            return self.exceptions[raw_status]
        if raw_status == "picked":
            return self.statuses["picked_up"]
        shown_status = raw_status if raw_status in self.statuses and raw_status != "dropping_off" else status
        return self.statuses[shown_status]

    def describe_current(self, status: str, newest_raw_status: str | None) -> StatusText:
        """Words for the current status. An exception in the last report says more than the status."""
        return self.exceptions.get(newest_raw_status or "", self.statuses[status])

    def format_time(self, at: datetime, zone: timezone) -> str:
        """`21 November 2026, 08:12 WIB`."""
        at = at.astimezone(zone)
        return f"{self._day(at)}, {at.strftime(self._clock)} {at.tzname()}"

    def format_span(self, first: datetime, last: datetime, zone: timezone, *, in_hours: bool) -> str:
        """`22 – 24 November 2026`, or in hours `21 November 2026, 08:12 – 10:12 WIB`."""
        first, last = first.astimezone(zone), last.astimezone(zone)
        is_one_day = first.date() == last.date()
        if not in_hours:
            is_one_month = (first.year, first.month) == (last.year, last.month)
            start = str(first.day) if is_one_month else self._day(first)
            return self._day(last) if is_one_day else f"{start} – {self._day(last)}"
        if first == last:
            return self.format_time(last, zone)
        end = last.strftime(self._clock) if is_one_day else f"{self._day(last)}, {last.strftime(self._clock)}"
        return f"{self._day(first)}, {first.strftime(self._clock)} – {end} {last.tzname()}"

    def _day(self, at: datetime) -> str:
        return _day(at.date(), self.language)

    @property
    def _clock(self) -> str:
        """Format of a time of day."""
        return _CLOCKS[self.language]


@cache
def load_wording(language: str) -> Wording:
    """The words of one of the languages that there are."""
    translations = i18n.translations_for(language, i18n.TRACKING_PAGE)
    gettext = translations.gettext

    def translate(text: StatusText) -> StatusText:
        return StatusText(gettext(text.title), gettext(text.detail), text.tone)

    return Wording(
        language=language,
        statuses={status: translate(words) for status, words in STATUS_TEXTS.items()},
        exceptions={status: translate(words) for status, words in EXCEPTION_TEXTS.items()},
        replaced=translate(REPLACED_TEXT),
        stages=tuple(str(translations.pgettext(STAGE_CONTEXT, stage)) for stage in STAGE_NAMES),
    )


# A page repeats the same days.
@lru_cache(maxsize=1_024)
def _day(day: date, language: str) -> str:
    return format_date(day, _DAY, locale=language)


def reached_stage(status: str) -> int | None:
    """Index in `stages` that a shipment has reached; None for a shipment that will never arrive."""
    return _REACHED_STAGES.get(status)


WIB = timezone(timedelta(hours=7), "WIB")
WITA = timezone(timedelta(hours=8), "WITA")
WIT = timezone(timedelta(hours=9), "WIT")
# First two digits of Indonesian postal codes. South, East and North Kalimantan, Bali, Nusa Tenggara and Sulawesi
# have central time; the Moluccas and Papua have eastern time.
_CENTRAL = frozenset(map(str, (70, 71, 72, 75, 76, 77, *range(80, 88), *range(90, 97))))
_EASTERN = frozenset(("97", "98", "99"))
_POSTAL_CODE_DIGITS = 5


def find_time_zone(postal_code: str | None) -> timezone:
    """Time zone of an Indonesian postal code; that of Java for an unknown code."""
    code = (postal_code or "").strip()
    if len(code) != _POSTAL_CODE_DIGITS or not (code.isascii() and code.isdigit()):
        return WIB
    return WITA if code[:2] in _CENTRAL else WIT if code[:2] in _EASTERN else WIB
