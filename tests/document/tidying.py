"""Stable values for those that differ from run to run: ids, secrets, times, addresses.

One value has the same replacement in every example. Replacements are numbered in the order of first use, so that the
result depends on the order of the story alone.
"""

import base64
import copy
import hashlib
import json
import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from ulid import ULID

# Where the story is told, when it is said to begin, and how long it takes from one example to the next.
ZONE = ZoneInfo("Asia/Makassar")
BEGINNING = datetime(2026, 11, 20, 2, 15, tzinfo=UTC)
STEP = timedelta(seconds=40)
# A moment at most this far from the run happened in it.
_NEAR = timedelta(minutes=10)
_MINUTES, _DAY = timedelta(minutes=5), timedelta(days=1)
_WEEK, _MONTH = timedelta(days=7), timedelta(days=30)
# As secrets are shown: their beginning, and their last four characters.
_SHOWN_OF_KEY, _SHOWN_OF_WEBHOOK, _LAST = 8, 6, 4
_ADDRESSES = (
    (re.compile(r"http://127\.0\.0\.1:9(?=/)"), "https://shop.kopisenja.example"),
    (re.compile(r"http://127\.0\.0\.1:\d+"), "https://pay.example.com"),
    (re.compile(r"\b127\.0\.0\.1\b"), "203.0.113.7"),
)
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
_CALENDAR_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_CURSORS = ("cursor", "nextCursor")


def tidy(examples: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The examples as they are to be shown, in the order in which they happened."""
    examples = copy.deepcopy(examples)
    _abridge(examples)
    words = _Words(datetime.now(UTC))
    words.learn_secrets(json.dumps(examples))
    shown = {}
    for number, (operation_id, example) in enumerate(examples.items()):
        words.now = BEGINNING + number * STEP
        shown[operation_id] = words.of(example)
    return shown


def _abridge(examples: dict[str, dict[str, Any]]) -> None:
    """Shorten the document within the document and the schemas of events, which are too long to read in an example."""
    said = examples["getOpenApiDocument"]["answer"]
    examples["getOpenApiDocument"]["answer"] = {"openapi": said["openapi"], "info": {"title": said["info"]["title"]}}
    for kind in examples.get("listWebhookEventTypes", {"answer": {"data": {"eventTypes": []}}})["answer"]["data"][
        "eventTypes"
    ]:
        kind["schema"] = {name: kind["schema"][name] for name in ("$schema", "title", "type", "required")}


class _Words:
    """The replacement of every unstable value, kept from its first use on."""

    def __init__(self, run_at: datetime):
        self.now = BEGINNING
        self._run_at = run_at
        self._known: dict[str, str] = {}
        self._met: dict[str, int] = {}
        self._kinds: tuple[tuple[re.Pattern[str], Callable[[str, int], str]], ...] = (
            (re.compile(r"(svcsk|whsec)_[\w-]{40,}"), self._secret),
            (re.compile(r"(svcsk_[\w-]{2}|whsec_)…[\w-]{4}"), self._preview),
            (re.compile(r"svc_key_[0-9a-f]{16}"), lambda _, n: f"svc_key_{_hex('key', n, 16)}"),
            (re.compile(r"(?<=[_-])[0-7][0-9A-HJKMNP-TV-Z]{25}"), self._ulid),
            (re.compile(r"\b[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){4}\b"), _license_key),
            (re.compile(r"cs_test_[A-Za-z0-9]{40,}"), lambda _, n: f"cs_test_{_letters('page', n, 58)}"),
            (re.compile(r"\bin_[A-Za-z0-9]{24}\b"), lambda _, n: f"in_{_letters('invoice', n, 24)}"),
            (re.compile(r"\bJNE\d{11}\b"), lambda _, n: f"JNE00417{n:06d}"),
            (re.compile(r"(?<=/t/)[0-9a-f]{32}"), lambda _, n: _hex("page", n, 32)),
            (re.compile(r"\b[0-9a-f]{24}\b"), lambda _, n: _hex("order", n, 24)),
            (re.compile(r"\b[a-z][a-z0-9]{23}\b"), lambda _, n: f"c{_letters('opaque', n, 23).lower()}"),
            (re.compile(r"[\w-]{40,}"), lambda old, n: _letters("token", n, min(len(old), 64))),
        )

    def learn_secrets(self, text: str) -> None:
        """Meet every secret first, since its ends may be shown before it is."""
        pattern, make = self._kinds[0]
        for found in pattern.finditer(text):
            self._known_as(found[0], "0", make)

    def of(self, value: Any, name: str = "", owner: str = "") -> Any:
        """A part of an example, the value of `name`; `owner` is the id of the record that it is of."""
        if isinstance(value, dict):
            owner = str(value.get("id", owner))
            return {key: self.of(each, key, owner) for key, each in value.items()}
        if isinstance(value, list):
            return [self.of(each, name, owner) for each in value]
        if isinstance(value, str):
            return self._known_as(value, "cursor", _cursor) if name in _CURSORS else self._text(value, owner)
        return value

    def _text(self, text: str, owner: str) -> str:
        for pattern, instead in _ADDRESSES:
            text = pattern.sub(instead, text)
        if text == self._run_at.strftime("%Y-%m"):
            return BEGINNING.strftime("%Y-%m")
        if _CALENDAR_DAY.fullmatch(text):
            return self._day(text)
        text = _MOMENT.sub(lambda found: self._moment(found[0], owner), text)
        for number, (pattern, make) in enumerate(self._kinds):
            text = pattern.sub(lambda found, k=str(number), make=make: self._known_as(found[0], k, make), text)
        return text

    def _known_as(self, old: str, kind: str, make: Callable[[str, int], str]) -> str:
        if old in self._known.values():
            return old
        if old not in self._known:
            self._met[kind] = number = self._met.get(kind, 0) + 1
            self._known[old] = make(old, number)
        return self._known[old]

    def _secret(self, old: str, number: int) -> str:
        """A secret that says it is an example; its shortened form, with only its ends, is replaced to match."""
        new = f"{old[:6]}example{'Example' * 4}{number:04d}"
        shown = _SHOWN_OF_KEY if old.startswith("svcsk") else _SHOWN_OF_WEBHOOK
        self._known[f"{old[:shown]}…{old[-_LAST:]}"] = f"{new[:shown]}…{new[-_LAST:]}"
        return new

    def _preview(self, old: str, number: int) -> str:
        beginning, _, _ = old.partition("…")
        return f"{beginning[:6]}{'ex' if len(beginning) > _SHOWN_OF_WEBHOOK else ''}…9{number:03d}"

    def _ulid(self, _: str, number: int) -> str:
        made = ULID.from_datetime(BEGINNING + number * STEP)
        return str(made)[:10] + base64.b32encode(_bytes("ulid", number)).decode()[:16].translate(_CROCKFORD)

    def _day(self, old: str) -> str:
        """A day of the run's week keeps its distance; others were written into the story."""
        apart = date.fromisoformat(old) - self._run_at.astimezone(ZONE).date()
        return str(BEGINNING.astimezone(ZONE).date() + apart) if abs(apart) <= _WEEK else old

    def _moment(self, old: str, owner: str) -> str:
        """A moment of the run becomes the moment of the first example with that record. Other moments keep their
        distance to it. Two records may have the same moment in one run, and not in the next.
        """
        moment = datetime.fromisoformat(old)
        known = f"{owner} {old}" if owner else f"{self.now} {old}"
        if known not in self._known:
            apart = moment - self._run_at
            if moment.astimezone(UTC).strftime("%dT%H:%M:%S") == "01T00:00:00":
                new = BEGINNING.replace(day=1, hour=0, minute=0, month=BEGINNING.month + (apart > timedelta()))
            else:
                # Months are not of one length, and the story may be told in any.
                apart = _MONTH if timedelta(days=27) < apart < timedelta(days=32) else apart
                # A period counted in days from the beginning of an hour is up to an hour longer.
                is_hour = (moment.minute, moment.second, moment.microsecond) == (0, 0, 0)
                step = _DAY if is_hour else _MINUTES
                new = self.now + (timedelta() if abs(apart) < _NEAR else round(apart / step) * step)
            self._known[known] = new.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return self._known[known]


_CROCKFORD = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789ABCDEFGHJKMNPQRSTVWXYZ")


def _bytes(kind: str, number: int) -> bytes:
    return hashlib.sha512(f"{kind} {number}".encode()).digest()


def _hex(kind: str, number: int, length: int) -> str:
    return _bytes(kind, number).hex()[:length]


def _letters(kind: str, number: int, length: int) -> str:
    return base64.b64encode(_bytes(kind, number), altchars=b"xy").decode()[:length]


def _license_key(_: str, number: int) -> str:
    letters = base64.b32encode(_bytes("license", number)).decode()[:25].translate(_CROCKFORD)
    return "-".join(letters[at : at + 5] for at in range(0, 25, 5))


def _cursor(_: str, number: int) -> str:
    return base64.urlsafe_b64encode(b'["' + _letters("cursor", number, 26).encode() + b'"]').decode().rstrip("=")
