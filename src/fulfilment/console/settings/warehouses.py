"""Pages of warehouses: the list, the form of a new warehouse, and a warehouse with its actions."""

from typing import Any
from urllib.parse import quote

from fulfilment.console.i18n import formatter
from fulfilment.console.layout.forms import SubmittedForm
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.console.settings import sections
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.stock import routes as stock

# The API's fields, which the form calls the same.
FIELDS = {name: name for name in ("name", "address", "city", "postal", "phone")}
LIST_PATH = "/settings/warehouses"
PAGE_ROWS = 50


async def render_list(
    page: ConsolePage,
    layout: PageLayout,
    *,
    cursor: str | None = None,
    with_archived: bool = False,
    done: str | None = None,
) -> Document:
    """List of warehouses in use, the default first; with archived warehouses on request."""
    params = {"limit": PAGE_ROWS, "cursor": cursor, "archived": "true" if with_archived else None}
    response = await page.get(stock.list_warehouses, params)
    base = f"{layout.address}{LIST_PATH}?archived=true" if with_archived else f"{layout.address}{LIST_PATH}?"
    next_cursor = response.meta["cursor"] if response.meta.get("hasMore") else None
    return sections.render_section(
        page,
        layout,
        "warehouses",
        "warehouses.html",
        done=done,
        rows=response.data["warehouses"],
        with_archived=with_archived,
        newest=base if cursor else None,
        older=f"{base}&cursor={next_cursor}" if next_cursor else None,
    )


def render_new(page: ConsolePage, layout: PageLayout, sent: SubmittedForm | None = None) -> Document:
    """Empty form, or the refused one."""
    return sections.render_section(
        page,
        layout,
        "warehouses",
        "warehouse.html",
        title=layout.gettext("New warehouse"),
        sent=sent,
        fields=FIELDS,
        warehouse=None,
        typed=_typed_values(sent.form) if sent is not None else dict.fromkeys(FIELDS, ""),
    )


async def render_warehouse(
    page: ConsolePage,
    layout: PageLayout,
    id: str,
    *,
    done: str | None = None,
    sent: SubmittedForm | None = None,
) -> Document:
    """One warehouse, archived or not. Raises NotFound."""
    warehouse = await _load_warehouse(page, id)
    return sections.render_section(
        page,
        layout,
        "warehouses",
        "warehouse.html",
        title=warehouse["name"],
        done=done,
        sent=sent,
        fields=FIELDS,
        warehouse=warehouse,
        typed=_typed_values(sent.form)
        if sent is not None and "name" in sent.form
        else {name: warehouse[name] or "" for name in FIELDS},
    )


async def render_archive_confirmation(
    page: ConsolePage, layout: PageLayout, id: str, sent: SubmittedForm | None = None
) -> Document:
    """Question before a warehouse is archived, with the consequences. Raises NotFound."""
    warehouse = await _load_warehouse(page, id)
    title = layout.gettext("Archive %(name)s", name=warehouse["name"])
    return sections.render_section(
        page, layout, "warehouses", "archive.html", title=title, sent=sent, warehouse=warehouse
    )


async def create_warehouse(page: ConsolePage, layout: PageLayout, form: Form) -> EncodedResponse:
    """Create a warehouse."""
    try:
        formatter.require_phone(form.text("phone"), "phone")
        await page.mutate(stock.create_warehouse, _parse_body(form), key=form.idempotency_key)
    except ApiError as error:
        return await layout.redirect_to_form(form, error)
    return layout.redirect(f"{LIST_PATH}?done=opened")


async def update_warehouse(page: ConsolePage, layout: PageLayout, id: str, form: Form) -> EncodedResponse:
    """Change the name or the address of the warehouse."""
    try:
        formatter.require_phone(form.text("phone"), "phone")
        await page.mutate(stock.update_warehouse, _parse_body(form), key=form.idempotency_key, id=id)
    except ApiError as error:
        return await layout.redirect_to_form(form, error, path=f"{LIST_PATH}/{quote(id, safe='')}")
    return layout.redirect(f"{LIST_PATH}/{id}?done=saved")


async def set_default(page: ConsolePage, layout: PageLayout, id: str, form: Form) -> EncodedResponse:
    """Make the warehouse the only default."""
    try:
        await page.mutate(stock.update_warehouse, {"isDefault": True}, key=form.idempotency_key, id=id)
        # The former defaults change after the new default, so that there is a default at every moment.
        for other in (await page.get(stock.list_warehouses)).data["warehouses"]:
            if other["isDefault"] and other["id"] != id:
                await page.mutate(stock.update_warehouse, {"isDefault": False}, key=None, id=other["id"])
    except ApiError as error:
        return await layout.redirect_to_form(form, error, path=f"{LIST_PATH}/{quote(id, safe='')}")
    return layout.redirect(f"{LIST_PATH}/{id}?done=default")


async def archive(page: ConsolePage, layout: PageLayout, id: str, form: Form) -> EncodedResponse:
    """Archive a warehouse; its stock stays."""
    try:
        await page.mutate(stock.archive_warehouse, key=form.idempotency_key, id=id)
    except ApiError as error:
        return await layout.redirect_to_form(form, error)
    return layout.redirect(f"{LIST_PATH}/{id}?done=archived")


async def restore(page: ConsolePage, layout: PageLayout, id: str, form: Form) -> EncodedResponse:
    """Restore a warehouse, within the limit of the plan."""
    try:
        await page.mutate(stock.update_warehouse, {"archived": False}, key=form.idempotency_key, id=id)
    except ApiError as error:
        return await layout.redirect_to_form(form, error, path=f"{LIST_PATH}/{quote(id, safe='')}")
    return layout.redirect(f"{LIST_PATH}/{id}?done=restored")


async def _load_warehouse(page: ConsolePage, id: str) -> dict[str, Any]:
    return (await page.get(stock.get_warehouse, id=id)).data["warehouse"]


def _typed_values(form: Form) -> dict[str, str]:
    return {name: form.text(name) for name in FIELDS}


def _parse_body(form: Form) -> dict[str, Any]:
    return {name: form.text(name) or None for name in FIELDS} | {"name": form.text("name")}
