"""The pages of the warehouses: a list, a new one, and one with its acts."""

from typing import Any

from fulfilment.console.frame import forms
from fulfilment.console.frame.frame import Frame
from fulfilment.console.settings import sections
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError
from fulfilment.http.form import Form
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Page
from fulfilment.stock import routes as stock

# The API's fields, which the form calls the same.
FIELDS = {name: name for name in ("name", "address", "city", "postal", "phone")}
LIST = "/settings/warehouses"
PAGE_ROWS = 50


async def put_list(
    page: Page, shown: Frame, *, cursor: str | None = None, with_archived: bool = False, done: str | None = None
) -> Document:
    """Those in use, the default first; with the archived ones where that is asked for."""
    asked = {"limit": PAGE_ROWS, "cursor": cursor, "archived": "true" if with_archived else None}
    answer = await page.ask(stock.list_warehouses, asked)
    base = f"{shown.address}{LIST}?archived=true" if with_archived else f"{shown.address}{LIST}?"
    more = answer.meta["cursor"] if answer.meta.get("hasMore") else None
    return sections.put(
        page,
        shown,
        "warehouses",
        "warehouses.html",
        done=done,
        rows=answer.data["warehouses"],
        with_archived=with_archived,
        newest=base if cursor else None,
        older=f"{base}&cursor={more}" if more else None,
    )


def put_new(page: Page, shown: Frame, *, form: Form | None = None, refusal: ApiError | None = None) -> Document:
    """An empty form, or the one that was refused."""
    return sections.put(
        page,
        shown,
        "warehouses",
        "warehouse.html",
        title=shown.say("New warehouse"),
        refusal=refusal,
        fields=FIELDS,
        warehouse=None,
        typed=_typed(form) if form is not None else dict.fromkeys(FIELDS, ""),
        key_value=_key(form, refusal),
    )


async def put_one(
    page: Page,
    shown: Frame,
    id: str,
    *,
    done: str | None = None,
    form: Form | None = None,
    refusal: ApiError | None = None,
) -> Document:
    """One warehouse, archived or not. Raises NotFound."""
    warehouse = await _find(page, id)
    is_sent = form is not None and "name" in form
    return sections.put(
        page,
        shown,
        "warehouses",
        "warehouse.html",
        title=warehouse["name"],
        done=done,
        refusal=refusal,
        fields=FIELDS,
        warehouse=warehouse,
        typed=_typed(form) if is_sent else {name: warehouse[name] or "" for name in FIELDS},
        key_value=_key(form, refusal),
    )


async def put_archiving(
    page: Page, shown: Frame, id: str, *, form: Form | None = None, refusal: ApiError | None = None
) -> Document:
    """What follows, before it is archived. Raises NotFound."""
    warehouse = await _find(page, id)
    title = shown.say("Archive %(name)s", name=warehouse["name"])
    values = {"warehouse": warehouse, "key_value": _key(form, refusal)}
    return sections.put(page, shown, "warehouses", "archive.html", title=title, refusal=refusal, **values)


async def open_one(page: Page, shown: Frame, form: Form) -> Document | Answered:
    """Create a warehouse."""
    try:
        await page.tell(stock.create_warehouse, _said(form), key=form.key)
    except ApiError as refusal:
        return put_new(page, shown, form=form, refusal=refusal)
    return shown.go(f"{LIST}?done=opened")


async def change(page: Page, shown: Frame, id: str, form: Form) -> Document | Answered:
    """Rename it, or say anew where it is."""
    try:
        await page.tell(stock.update_warehouse, _said(form), key=form.key, id=id)
    except ApiError as refusal:
        return await put_one(page, shown, id, form=form, refusal=refusal)
    return shown.go(f"{LIST}/{id}?done=saved")


async def make_default(page: Page, shown: Frame, id: str, form: Form) -> Document | Answered:
    """Have parcels take stock from here first, and from no other first."""
    try:
        await page.tell(stock.update_warehouse, {"isDefault": True}, key=form.key, id=id)
        # The former ones are told after the new one, so that there is a default at every moment.
        for other in (await page.ask(stock.list_warehouses)).data["warehouses"]:
            if other["isDefault"] and other["id"] != id:
                await page.tell(stock.update_warehouse, {"isDefault": False}, key=None, id=other["id"])
    except ApiError as refusal:
        return await put_one(page, shown, id, form=form, refusal=refusal)
    return shown.go(f"{LIST}/{id}?done=default")


async def archive(page: Page, shown: Frame, id: str, form: Form) -> Document | Answered:
    """Put it out of use; its stock stays."""
    try:
        await page.tell(stock.archive_warehouse, key=form.key, id=id)
    except ApiError as refusal:
        return await put_archiving(page, shown, id, form=form, refusal=refusal)
    return shown.go(f"{LIST}/{id}?done=archived")


async def restore(page: Page, shown: Frame, id: str, form: Form) -> Document | Answered:
    """Bring it back into use, within the plan's limit."""
    try:
        await page.tell(stock.update_warehouse, {"archived": False}, key=form.key, id=id)
    except ApiError as refusal:
        return await put_one(page, shown, id, form=form, refusal=refusal)
    return shown.go(f"{LIST}/{id}?done=restored")


async def _find(page: Page, id: str) -> dict[str, Any]:
    return (await page.ask(stock.get_warehouse, id=id)).data["warehouse"]


def _typed(form: Form) -> dict[str, str]:
    return {name: form.text(name) for name in FIELDS}


def _said(form: Form) -> dict[str, Any]:
    return {name: form.text(name) or None for name in FIELDS} | {"name": form.text("name")}


def _key(form: Form | None, refusal: ApiError | None) -> str | None:
    return None if form is None or refusal is None else forms.next_key(form, refusal)
