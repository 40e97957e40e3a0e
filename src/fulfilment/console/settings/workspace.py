"""Page of the workspace: name, language, zone and paper."""

from functools import cache
from typing import Any

import fulfilment
from fulfilment.console.layout import page_layout
from fulfilment.console.layout.forms import SubmittedForm
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.console.settings import sections
from fulfilment.docs_site.routes import PAGE_PATH
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.api.routing import PREFIX
from fulfilment.infra.i18n import N_
from fulfilment.settings import Settings
from fulfilment.workspaces import schemas

SIZE_LABELS = {
    "thermal-100x150": N_("Label printer, 100 × 150 mm"),
    "thermal-80x100": N_("Label printer, 80 × 100 mm"),
    "a4": N_("A4 sheet"),
}
# The form's field for each of the API's.
FIELDS = {"name": "name", "language": "language", "timeZone": "time-zone", "labelSize": "label-size"}
_WITHOUT_PLAN = N_("Without limits")
# Zones at the top of the list, since most people look for one of them.
_INDONESIAN_ZONES = ("Asia/Jakarta", "Asia/Makassar", "Asia/Jayapura")


def render_page(
    page: ConsolePage,
    layout: PageLayout,
    settings: Settings,
    *,
    done: str | None = None,
    sent: SubmittedForm | None = None,
) -> Document:
    """Page of the workspace, or its refused form."""
    plan = layout.workspace.plan
    return sections.render_section(
        page,
        layout,
        "workspace",
        "workspace.html",
        done=done,
        sent=sent,
        fields=FIELDS,
        typed=_current_values(layout) if sent is None else _typed_values(sent.form),
        sizes=list_sizes(layout),
        size_words=dict(list_sizes(layout)),
        zones=_list_zones(),
        plan=plan.capitalize() if plan else layout.gettext(_WITHOUT_PLAN),
        version=fulfilment.__version__,
        api_address=settings.base_url + PREFIX,
        docs_address=settings.base_url + PAGE_PATH,
    )


def parse_update(form: Form) -> dict[str, Any]:
    """Body of PATCH /workspace from the form."""
    typed = _typed_values(form)
    return {
        "name": typed["name"],
        "language": typed["language"] or None,
        "timeZone": typed["time_zone"] or None,
        "labelSize": typed["label_size"] or None,
    }


def list_sizes(layout: PageLayout) -> list[tuple[str, str]]:
    """Sizes of paper with their words."""
    return [(size, layout.gettext(SIZE_LABELS[size])) for size in page_layout.SIZES]


def _current_values(layout: PageLayout) -> dict[str, str]:
    workspace = layout.workspace
    return {
        "name": workspace.name,
        "language": workspace.language or "",
        "time_zone": workspace.time_zone,
        "label_size": workspace.label_size,
    }


def _typed_values(form: Form) -> dict[str, str]:
    return {name.replace("-", "_"): form.text(name) for name in FIELDS.values()}


@cache
def _list_zones() -> tuple[str, ...]:
    """Zones named after a place; other zones can be typed."""
    placed = (
        name
        for name in schemas.list_names()
        if "/" in name and not name.startswith("Etc/") and name not in _INDONESIAN_ZONES
    )
    return (*_INDONESIAN_ZONES, *sorted(placed))
