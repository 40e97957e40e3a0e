"""The pages of the settings, and how each is put into their frame."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from fulfilment.console.frame.frame import Frame
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError
from fulfilment.http.page import Page
from fulfilment.translations import N_

HTML = "text/html"


class Section(msgspec.Struct, frozen=True):
    """A page of the settings, for whoever has the right."""

    name: str
    title: str
    right: str


SECTIONS = (
    Section("workspace", N_("Workspace"), "console.use"),
    Section("origin", N_("Origin"), "shipping.read"),
    Section("couriers", N_("Couriers"), "shipping.read"),
    Section("warehouses", N_("Warehouses"), "warehouses.read"),
    Section("workstation", N_("This workstation"), "console.use"),
    Section("you", N_("You"), "console.use"),
)
TITLES = {section.name: section.title for section in SECTIONS}

# What an address says was just done.
DONE = {
    "saved": N_("Saved."),
    "kept": N_("This browser keeps it."),
    "key-set": N_("Your own key is set. Enter the report address at the aggregator, so that reports reach you."),
    "key-removed": N_("Your own key is removed. Parcels are paid from the shipping credit from now on."),
    "opened": N_("The warehouse is there."),
    "default": N_("Parcels take stock from this warehouse first."),
    "archived": N_("The warehouse is archived. Its stock stays."),
    "restored": N_("The warehouse is in use again."),
    "ended": N_("That sign-in is over."),
    "others-ended": N_("All your other sign-ins are over."),
}


class SectionQuery(msgspec.Struct, rename="camel"):
    """What was just done."""

    done: str | None = None


def of(page: Page) -> list[Section]:
    """The pages that the person may see."""
    return [section for section in SECTIONS if page.may(section.right)]


def put(
    page: Page,
    shown: Frame,
    section: str,
    template: str,
    *,
    title: str | None = None,
    done: str | None = None,
    refusal: ApiError | None = None,
    fields: Mapping[str, str] = MappingProxyType({}),
    **values: Any,
) -> Document:
    """A page of the settings; `title` is that of a page below the section's own."""
    return shown.put(
        f"settings/{template}",
        place="settings",
        title=title or shown.say(TITLES[section]),
        told=None if refusal is None else shown.told(refusal),
        fields=fields,
        done=shown.say(DONE[done]) if done in DONE else None,
        section=section,
        sections=of(page),
        **values,
    )
