"""Sections of the settings and the frame of their pages."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from fulfilment.console.layout.forms import SubmittedForm
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.i18n import N_

HTML = "text/html"


class SettingsSection(msgspec.Struct, frozen=True):
    """Page of the settings, for people with its right."""

    name: str
    title: str
    right: str


SECTIONS = (
    SettingsSection("workspace", N_("Workspace"), "console.use"),
    SettingsSection("origin", N_("Origin"), "shipping.read"),
    SettingsSection("couriers", N_("Couriers"), "shipping.read"),
    SettingsSection("warehouses", N_("Warehouses"), "warehouses.read"),
    SettingsSection("workstation", N_("This workstation"), "console.use"),
    SettingsSection("you", N_("You"), "console.use"),
)
TITLES = {section.name: section.title for section in SECTIONS}

# Message for each result of an action.
SUCCESS_MESSAGES = {
    "saved": N_("Saved."),
    "kept": N_("Saved in this browser."),
    "key-set": N_("Your own key is set. Enter the report address at the aggregator to receive its reports."),
    "key-removed": N_("Your own key is removed. From now on, shipping credit pays for parcels."),
    "opened": N_("The warehouse is created."),
    "default": N_("Parcels take stock from this warehouse first."),
    "archived": N_("The warehouse is archived. Its stock stays."),
    "restored": N_("The warehouse is in use again."),
    "ended": N_("You are signed out there."),
    "others-ended": N_("You are signed out everywhere else."),
}


class SectionQuery(msgspec.Struct, rename="camel"):
    """Result of the last action."""

    done: str | None = None


def list_sections(page: ConsolePage) -> list[SettingsSection]:
    """The pages that the person may see."""
    return [section for section in SECTIONS if page.may(section.right)]


def render_section(
    page: ConsolePage,
    layout: PageLayout,
    section: str,
    template: str,
    *,
    title: str | None = None,
    done: str | None = None,
    sent: SubmittedForm | None = None,
    fields: Mapping[str, str] = MappingProxyType({}),
    **values: Any,
) -> Document:
    """A page of the settings; `title` is that of a page below the section's own."""
    return layout.render(
        f"settings/{template}",
        nav_item="settings",
        title=title or layout.gettext(TITLES[section]),
        sent=sent,
        fields=fields,
        done=layout.gettext(SUCCESS_MESSAGES[done]) if done in SUCCESS_MESSAGES else None,
        section=section,
        sections=list_sections(page),
        **values,
    )
