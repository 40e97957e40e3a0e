"""The HTTP edge of the settings: a page for each section, and what its forms do."""

import msgspec

from fulfilment.console.frame import frame
from fulfilment.console.settings import couriers, origin, sections, warehouses, workspace, you
from fulfilment.console.settings.sections import HTML, SectionQuery
from fulfilment.db.pool import Database
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError
from fulfilment.http.form import Form
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Page
from fulfilment.http.request import Request
from fulfilment.http.route import Routes
from fulfilment.settings import Settings
from fulfilment.shipping import routes as shipping
from fulfilment.sign_in import sessions
from fulfilment.workspace import routes as workspaces

route = Routes("Console", prefix="/console/{workspace}")


class OriginQuery(SectionQuery):
    """What was just done, and where to go on once the origin is set."""

    return_: str | None = msgspec.field(default=None, name="return")


class WarehousesQuery(SectionQuery):
    """Which warehouses, and what was just done."""

    archived: str | None = None
    cursor: str | None = None


@route.get("/settings", right="console.use", media_type=HTML)
async def begin(page: Page) -> Answered:
    """Lead to the first page of the settings."""
    there = f"{page.address}/settings/{sections.of(page)[0].name}"
    return Answered(303, b"", {"Location": there})


@route.get("/settings/workspace", right="console.use", media_type=HTML)
async def show_workspace(page: Page, query: SectionQuery, settings: Settings) -> Document:
    """The workspace's name, language, zone and paper."""
    return workspace.put(page, await frame.of(page), settings, done=query.done)


@route.post("/settings/workspace", right="workspace.change", media_type=HTML)
async def change_workspace(page: Page, form: Form, settings: Settings) -> Document | Answered:
    """Change what the workspace is called, and how its console shows things."""
    shown = await frame.of(page)
    try:
        await page.tell(workspaces.update_own_workspace, workspace.change_of(form), key=form.key)
    except ApiError as refusal:
        return workspace.put(page, shown, settings, form=form, refusal=refusal)
    return shown.go("/settings/workspace?done=saved")


@route.get("/settings/origin", right="shipping.read", media_type=HTML)
async def show_origin(page: Page, query: OriginQuery) -> Document:
    """Where drivers collect parcels."""
    return await origin.put(page, await frame.of(page), back=query.return_, done=query.done)


@route.post("/settings/origin", right="shipping.configure", media_type=HTML)
async def save_origin(page: Page, form: Form) -> Document | Answered:
    """Keep the origin, once its area is clear."""
    return await origin.save(page, await frame.of(page), form)


@route.get("/settings/origin/areas", right="shipping.read", media_type=HTML)
async def suggest_areas(page: Page, request: Request) -> Document:
    """Choices for a list beside the field of the area."""
    shown = await frame.of(page)
    text = request.query_values().get("area", "").strip()
    is_long_enough = origin.FEWEST_LETTERS <= len(text) <= origin.MOST_CHARACTERS
    areas = (await page.ask(shipping.search_areas, {"q": text})).data if is_long_enough else []
    return shown.piece("settings/areas.html", areas=areas)


@route.get("/settings/couriers", right="shipping.read", media_type=HTML)
async def show_couriers(page: Page, query: SectionQuery) -> Document:
    """Which couriers are asked for prices, and through whose account."""
    return await couriers.put(page, await frame.of(page), done=query.done)


@route.post("/settings/couriers", right="shipping.configure", media_type=HTML)
async def choose_couriers(page: Page, form: Form) -> Document | Answered:
    """Enable what is ticked."""
    return await couriers.choose(page, await frame.of(page), form)


@route.post("/settings/couriers/key", right="shipping.configure", media_type=HTML)
async def set_key(page: Page, form: Form) -> Document | Answered:
    """Set the workspace's own key, or replace it."""
    return await couriers.set_key(page, await frame.of(page), form)


@route.get("/settings/couriers/key/remove", right="shipping.configure", media_type=HTML)
async def ask_to_remove_key(page: Page) -> Document:
    """Say what follows before the key is removed."""
    return await couriers.ask_to_remove_key(page, await frame.of(page))


@route.post("/settings/couriers/key/remove", right="shipping.configure", media_type=HTML)
async def remove_key(page: Page, form: Form) -> Document | Answered:
    """Fall back to the platform's account."""
    return await couriers.remove_key(page, await frame.of(page), form)


@route.get("/settings/warehouses", right="warehouses.read", media_type=HTML)
async def show_warehouses(page: Page, query: WarehousesQuery) -> Document:
    """The warehouses, the default first."""
    shown = await frame.of(page)
    with_archived = query.archived == "true"
    return await warehouses.put_list(page, shown, cursor=query.cursor, with_archived=with_archived, done=query.done)


@route.get("/settings/warehouses/new", right="warehouses.change", media_type=HTML)
async def begin_warehouse(page: Page) -> Document:
    """An empty form."""
    return warehouses.put_new(page, await frame.of(page))


@route.post("/settings/warehouses/new", right="warehouses.change", media_type=HTML)
async def open_warehouse(page: Page, form: Form) -> Document | Answered:
    """Create a warehouse."""
    return await warehouses.open_one(page, await frame.of(page), form)


@route.get("/settings/warehouses/{id}", right="warehouses.read", media_type=HTML)
async def show_warehouse(page: Page, id: str, query: SectionQuery) -> Document:
    """One warehouse with its acts."""
    return await warehouses.put_one(page, await frame.of(page), id, done=query.done)


@route.post("/settings/warehouses/{id}", right="warehouses.change", media_type=HTML)
async def change_warehouse(page: Page, id: str, form: Form) -> Document | Answered:
    """Rename it, or say anew where it is."""
    return await warehouses.change(page, await frame.of(page), id, form)


@route.post("/settings/warehouses/{id}/default", right="warehouses.change", media_type=HTML)
async def make_warehouse_default(page: Page, id: str, form: Form) -> Document | Answered:
    """Have parcels take stock from here first."""
    return await warehouses.make_default(page, await frame.of(page), id, form)


@route.get("/settings/warehouses/{id}/archive", right="warehouses.change", media_type=HTML)
async def ask_to_archive(page: Page, id: str) -> Document:
    """Say what follows before it is archived."""
    return await warehouses.put_archiving(page, await frame.of(page), id)


@route.post("/settings/warehouses/{id}/archive", right="warehouses.change", media_type=HTML)
async def archive_warehouse(page: Page, id: str, form: Form) -> Document | Answered:
    """Put it out of use."""
    return await warehouses.archive(page, await frame.of(page), id, form)


@route.post("/settings/warehouses/{id}/restore", right="warehouses.change", media_type=HTML)
async def restore_warehouse(page: Page, id: str, form: Form) -> Document | Answered:
    """Bring it back into use."""
    return await warehouses.restore(page, await frame.of(page), id, form)


@route.get("/settings/workstation", right="console.use", media_type=HTML)
async def show_workstation(page: Page, query: SectionQuery) -> Document:
    """What this browser keeps; its form is the frame's."""
    shown = await frame.of(page)
    return sections.put(page, shown, "workstation", "workstation.html", done=query.done, sizes=workspace.sizes(shown))


@route.get("/settings/you", right="console.use", media_type=HTML)
async def show_you(page: Page, query: SectionQuery, db: Database) -> Document:
    """Who somebody is, and where they are signed in."""
    return await you.put(page, await frame.of(page), db, done=query.done)


@route.post("/settings/you/end", right="console.use", media_type=HTML)
async def end_sign_in(page: Page, form: Form, db: Database) -> Answered:
    """End one of the person's own sign-ins; one that is over already stays so."""
    shown = await frame.of(page)
    await sessions.end(db, page.session, form.text("id"))
    return shown.go("/settings/you?done=ended")


@route.post("/settings/you/end-others", right="console.use", media_type=HTML)
async def end_other_sign_ins(page: Page, db: Database) -> Answered:
    """End all of the person's sign-ins but this one."""
    shown = await frame.of(page)
    await sessions.end_others(db, page.session)
    return shown.go("/settings/you?done=others-ended")
