"""The page of the workspace itself: its name, and how its console shows things."""

from functools import cache
from typing import Any

import fulfilment
from fulfilment.console.frame import forms, station
from fulfilment.console.frame.frame import Frame
from fulfilment.console.settings import sections
from fulfilment.docs_page.routes import PAGE_PATH
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError
from fulfilment.http.form import Form
from fulfilment.http.page import Page
from fulfilment.http.route import PREFIX
from fulfilment.settings import Settings
from fulfilment.translations import N_
from fulfilment.workspace import zones

SIZES = {
    "thermal-100x150": N_("Label printer, 100 × 150 mm"),
    "thermal-80x100": N_("Label printer, 80 × 100 mm"),
    "a4": N_("A4 sheet"),
}
# The form's field for each of the API's.
FIELDS = {"name": "name", "language": "language", "timeZone": "time-zone", "labelSize": "label-size"}
_WITHOUT_PLAN = N_("Without limits")
# Offered first, since most who look for a zone look for one of these.
_NEAREST = ("Asia/Jakarta", "Asia/Makassar", "Asia/Jayapura")


def put(
    page: Page,
    shown: Frame,
    settings: Settings,
    *,
    done: str | None = None,
    form: Form | None = None,
    refusal: ApiError | None = None,
) -> Document:
    """The page as it is, or as it was sent where that was refused."""
    plan = shown.workspace.plan
    return sections.put(
        page,
        shown,
        "workspace",
        "workspace.html",
        done=done,
        refusal=refusal,
        fields=FIELDS,
        key_value=None if form is None or refusal is None else forms.next_key(form, refusal),
        typed=_there(shown) if form is None else _typed(form),
        sizes=sizes(shown),
        size_words=dict(sizes(shown)),
        zones=_offered(),
        plan=plan.capitalize() if plan else shown.say(_WITHOUT_PLAN),
        version=fulfilment.__version__,
        api_address=settings.base_url + PREFIX,
        docs_address=settings.base_url + PAGE_PATH,
    )


def change_of(form: Form) -> dict[str, Any]:
    """What the form says, for PATCH /workspace."""
    typed = _typed(form)
    return {
        "name": typed["name"],
        "language": typed["language"] or None,
        "timeZone": typed["time_zone"] or None,
        "labelSize": typed["label_size"] or None,
    }


def sizes(shown: Frame) -> list[tuple[str, str]]:
    """The papers there are, in words."""
    return [(size, shown.say(SIZES[size])) for size in station.SIZES]


def _there(shown: Frame) -> dict[str, str]:
    there = shown.workspace
    return {
        "name": there.name,
        "language": there.language or "",
        "time_zone": there.time_zone,
        "label_size": there.label_size,
    }


def _typed(form: Form) -> dict[str, str]:
    return {name.replace("-", "_"): form.text(name) for name in FIELDS.values()}


@cache
def _offered() -> tuple[str, ...]:
    """The zones that have a place in their name; others can be typed."""
    placed = (name for name in zones.names() if "/" in name and not name.startswith("Etc/") and name not in _NEAREST)
    return (*_NEAREST, *sorted(placed))
