"""HTTP routes of the settings: a page for each section, with its forms."""

import msgspec

from fulfilment.console.layout import forms, page_layout
from fulfilment.console.settings import couriers, origin, profile, sections, warehouses, workspace
from fulfilment.console.settings.sections import HTML, SectionQuery
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.database.pool import Database
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.settings import Settings
from fulfilment.shipping import routes as shipping
from fulfilment.sign_in import sessions
from fulfilment.workspaces import routes as workspaces

route = Routes("Console", prefix="/console/{workspace}")


class OriginQuery(SectionQuery):
    """Result of the last action, and the page to continue with once the origin is set."""

    return_: str | None = msgspec.field(default=None, name="return")


class WarehousesQuery(SectionQuery):
    """Query of the list of warehouses, with the result of the last action."""

    archived: str | None = None
    cursor: str | None = None


@route.get("/settings", right="console.use", media_type=HTML)
async def redirect_to_first_section(page: ConsolePage) -> EncodedResponse:
    """Lead to the first page of the settings."""
    location = f"{page.address}/settings/{sections.list_sections(page)[0].name}"
    return EncodedResponse(303, b"", {"Location": location})


@route.get("/settings/workspace", right="console.use", media_type=HTML)
async def show_workspace(page: ConsolePage, query: SectionQuery, settings: Settings) -> Document:
    """The workspace's name, language, zone and paper."""
    return workspace.render_page(
        page, await page_layout.load_layout(page), settings, done=query.done, sent=await forms.load_submitted(page)
    )


@route.post("/settings/workspace", right="workspace.change", media_type=HTML)
async def update_workspace(page: ConsolePage, form: Form) -> EncodedResponse:
    """Change the name, language, zone and paper of the workspace."""
    layout = await page_layout.load_layout(page)
    try:
        await page.mutate(workspaces.update_own_workspace, workspace.parse_update(form), key=form.idempotency_key)
    except ApiError as error:
        return await layout.redirect_to_form(form, error)
    return layout.redirect("/settings/workspace?done=saved")


@route.get("/settings/origin", right="shipping.read", media_type=HTML)
async def show_origin(page: ConsolePage, query: OriginQuery) -> Document:
    """Where drivers collect parcels."""
    layout, sent = await page_layout.load_layout(page), await forms.load_submitted(page)
    return await origin.render_page(page, layout, back=query.return_, done=query.done, sent=sent)


@route.post("/settings/origin", right="shipping.configure", media_type=HTML)
async def save_origin(page: ConsolePage, form: Form) -> EncodedResponse:
    """Save the origin, once its area is clear."""
    return await origin.save(page, await page_layout.load_layout(page), form)


@route.get("/settings/origin/areas", right="shipping.read", media_type=HTML)
async def autocomplete_areas(page: ConsolePage, request: Request) -> Document:
    """Choices for a list beside the field of the area."""
    layout = await page_layout.load_layout(page)
    text = request.query_values().get("area", "").strip()
    is_long_enough = origin.MIN_LETTERS <= len(text) <= origin.MAX_CHARACTERS
    areas = (await page.get(shipping.search_areas, {"q": text})).data if is_long_enough else []
    return layout.render_partial("settings/areas.html", areas=areas)


@route.get("/settings/couriers", right="shipping.read", media_type=HTML)
async def show_couriers(page: ConsolePage, query: SectionQuery) -> Document:
    """Page of the enabled couriers and the account at the aggregator."""
    return await couriers.render_page(
        page, await page_layout.load_layout(page), done=query.done, sent=await forms.load_submitted(page)
    )


@route.post("/settings/couriers", right="shipping.configure", media_type=HTML)
async def save_couriers(page: ConsolePage, form: Form) -> EncodedResponse:
    """Enable the ticked couriers."""
    return await couriers.save(page, await page_layout.load_layout(page), form)


@route.post("/settings/couriers/key", right="shipping.configure", media_type=HTML)
async def set_key(page: ConsolePage, form: Form) -> EncodedResponse:
    """Set the workspace's own key, or replace it."""
    return await couriers.set_key(page, await page_layout.load_layout(page), form)


@route.get("/settings/couriers/key/remove", right="shipping.configure", media_type=HTML)
async def confirm_key_removal(page: ConsolePage) -> Document:
    """Question before the key is removed."""
    return await couriers.confirm_key_removal(
        page, await page_layout.load_layout(page), await forms.load_submitted(page)
    )


@route.post("/settings/couriers/key/remove", right="shipping.configure", media_type=HTML)
async def remove_key(page: ConsolePage, form: Form) -> EncodedResponse:
    """Fall back to the platform's account."""
    return await couriers.remove_key(page, await page_layout.load_layout(page), form)


@route.get("/settings/warehouses", right="warehouses.read", media_type=HTML)
async def show_warehouses(page: ConsolePage, query: WarehousesQuery) -> Document:
    """The warehouses, the default first."""
    layout = await page_layout.load_layout(page)
    with_archived = query.archived == "true"
    return await warehouses.render_list(page, layout, cursor=query.cursor, with_archived=with_archived, done=query.done)


@route.get("/settings/warehouses/new", right="warehouses.change", media_type=HTML)
async def show_new_warehouse(page: ConsolePage) -> Document:
    """An empty form."""
    return warehouses.render_new(page, await page_layout.load_layout(page), await forms.load_submitted(page))


@route.post("/settings/warehouses/new", right="warehouses.change", media_type=HTML)
async def create_warehouse(page: ConsolePage, form: Form) -> EncodedResponse:
    """Create a warehouse."""
    return await warehouses.create_warehouse(page, await page_layout.load_layout(page), form)


@route.get("/settings/warehouses/{id}", right="warehouses.read", media_type=HTML)
async def show_warehouse(page: ConsolePage, id: str, query: SectionQuery) -> Document:
    """Page of a warehouse with its actions."""
    return await warehouses.render_warehouse(
        page, await page_layout.load_layout(page), id, done=query.done, sent=await forms.load_submitted(page)
    )


@route.post("/settings/warehouses/{id}", right="warehouses.change", media_type=HTML)
async def update_warehouse(page: ConsolePage, id: str, form: Form) -> EncodedResponse:
    """Change the name or the address of the warehouse."""
    return await warehouses.update_warehouse(page, await page_layout.load_layout(page), id, form)


@route.post("/settings/warehouses/{id}/default", right="warehouses.change", media_type=HTML)
async def set_default_warehouse(page: ConsolePage, id: str, form: Form) -> EncodedResponse:
    """Make the warehouse the default."""
    return await warehouses.set_default(page, await page_layout.load_layout(page), id, form)


@route.get("/settings/warehouses/{id}/archive", right="warehouses.change", media_type=HTML)
async def confirm_archiving(page: ConsolePage, id: str) -> Document:
    """Question before a warehouse is archived."""
    return await warehouses.render_archive_confirmation(
        page, await page_layout.load_layout(page), id, await forms.load_submitted(page)
    )


@route.post("/settings/warehouses/{id}/archive", right="warehouses.change", media_type=HTML)
async def archive_warehouse(page: ConsolePage, id: str, form: Form) -> EncodedResponse:
    """Archive the warehouse."""
    return await warehouses.archive(page, await page_layout.load_layout(page), id, form)


@route.post("/settings/warehouses/{id}/restore", right="warehouses.change", media_type=HTML)
async def restore_warehouse(page: ConsolePage, id: str, form: Form) -> EncodedResponse:
    """Restore the warehouse."""
    return await warehouses.restore(page, await page_layout.load_layout(page), id, form)


@route.get("/settings/workstation", right="console.use", media_type=HTML)
async def show_workstation(page: ConsolePage, query: SectionQuery) -> Document:
    """Settings that this browser keeps; the frame takes their form."""
    layout = await page_layout.load_layout(page)
    return sections.render_section(
        page, layout, "workstation", "workstation.html", done=query.done, sizes=workspace.list_sizes(layout)
    )


@route.get("/settings/you", right="console.use", media_type=HTML)
async def show_profile(page: ConsolePage, query: SectionQuery, db: Database) -> Document:
    """Name, roles and sign-ins of the person."""
    return await profile.render_page(page, await page_layout.load_layout(page), db, done=query.done)


@route.post("/settings/you/end", right="console.use", media_type=HTML)
async def end_sign_in(page: ConsolePage, form: Form, db: Database) -> EncodedResponse:
    """End one of the person's own sign-ins; nothing happens where it has already ended."""
    layout = await page_layout.load_layout(page)
    await sessions.end_session(db, page.session, form.text("id"))
    return layout.redirect("/settings/you?done=ended")


@route.post("/settings/you/end-others", right="console.use", media_type=HTML)
async def end_other_sign_ins(page: ConsolePage, db: Database) -> EncodedResponse:
    """End all of the person's sign-ins but this one."""
    layout = await page_layout.load_layout(page)
    await sessions.end_others(db, page.session)
    return layout.redirect("/settings/you?done=others-ended")
