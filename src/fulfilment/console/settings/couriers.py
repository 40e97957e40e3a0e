"""The page of the couriers: which are enabled, and the workspace's own key at the aggregator."""

from typing import Any, cast

import msgspec

from fulfilment.aggregators import port
from fulfilment.console.layout.forms import SubmittedForm
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.console.settings import sections
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError, IntegrationError, NotConfigured, Validation
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.i18n import N_
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.shipping import couriers
from fulfilment.shipping import routes as shipping
from fulfilment.shipping.schemas import MAX_COURIERS, CourierService

ALL_COURIERS, SELECTED_COURIERS = "all", "some"
# Names of types of service; the usual type has none.
TYPE_LABELS = {"standard": "", "overnight": N_("overnight"), "same_day": N_("same day"), "instant": N_("instant")}
_FIELDS = {
    "enabledCouriers": "couriers",
    "lat": "couriers",
    "lng": "couriers",
    **{f"enabledCouriers.{nth}": "couriers" for nth in range(MAX_COURIERS)},
    "apiKey": "apiKey",
}
_COORDINATE_FIELDS = ("lat", "lng")


class CouriersForm(msgspec.Struct):
    """Form of the couriers."""

    which: str
    chosen: list[str]
    active: bool


async def render_page(
    page: ConsolePage,
    layout: PageLayout,
    *,
    done: str | None = None,
    sent: SubmittedForm | None = None,
) -> Document:
    """Page of the couriers, or its refused form."""
    services, catalog_error = await _load_catalog(page)
    config = None
    if page.may("shipping.read_configuration"):
        config = (await page.get(shipping.get_shipping_config)).data["config"]
        enabled = config["enabledCouriers"]
    else:
        enabled = (await page.get(shipping.get_shipping_origin)).data["couriers"] or []
    error = None if sent is None else sent.error
    return sections.render_section(
        page,
        layout,
        "couriers",
        "couriers.html",
        done=done,
        sent=sent,
        fields=_FIELDS,
        rows=_build_rows(layout, services)
        if page.may("shipping.configure")
        else _filter_enabled(_build_rows(layout, services), enabled),
        catalog_error=None if catalog_error is None else layout.translate_error(catalog_error),
        config=config,
        typed=parse_form(sent.form)
        if sent is not None and "which" in sent.form
        else CouriersForm(SELECTED_COURIERS if enabled else ALL_COURIERS, enabled, config is None or config["active"]),
        needs_place=error is not None and error.field in _COORDINATE_FIELDS,
    )


def parse_form(form: Form) -> CouriersForm:
    return CouriersForm(form.text("which"), form.all("courier"), form.has("active"))


async def save(page: ConsolePage, layout: PageLayout, form: Form) -> EncodedResponse:
    """Enable the ticked couriers."""
    typed = parse_form(form)
    try:
        if typed.which != ALL_COURIERS and not typed.chosen:
            # An empty list means every courier to the API, and the form did not choose that.
            raise Validation(layout.gettext("Tick at least one courier."), field="enabledCouriers")
        chosen = [] if typed.which == ALL_COURIERS else typed.chosen
        change = {"active": typed.active, "enabledCouriers": chosen}
        await page.mutate(shipping.update_shipping_config, change, key=form.idempotency_key)
    except ApiError as error:
        if error.field in _COORDINATE_FIELDS:
            words = layout.gettext("An instant courier needs the coordinates of the origin. Enter them there first.")
            error = Validation(words, field=error.field)
        return await layout.redirect_to_form(form, error)
    return layout.redirect("/settings/couriers?done=saved")


async def set_key(page: ConsolePage, layout: PageLayout, form: Form) -> EncodedResponse:
    """Book with the workspace's own account from now on."""
    page.require_recent_sign_in()
    try:
        await page.mutate(shipping.update_shipping_config, {"apiKey": form.text("apiKey")}, key=form.idempotency_key)
    except ApiError as error:
        return await layout.redirect_to_form(form, error, path="/settings/couriers")
    return layout.redirect("/settings/couriers?done=key-set")


async def confirm_key_removal(page: ConsolePage, layout: PageLayout, sent: SubmittedForm | None = None) -> Document:
    """Question before the key is removed."""
    config = (await page.get(shipping.get_shipping_config)).data["config"]
    return sections.render_section(
        page,
        layout,
        "couriers",
        "remove_key.html",
        title=layout.gettext("Remove your own key"),
        sent=sent,
        config=config,
    )


async def remove_key(page: ConsolePage, layout: PageLayout, form: Form) -> EncodedResponse:
    """Book with the platform's account from now on."""
    page.require_recent_sign_in()
    try:
        await page.mutate(shipping.update_shipping_config, {"apiKey": None}, key=form.idempotency_key)
    except ApiError as error:
        return await layout.redirect_to_form(form, error)
    return layout.redirect("/settings/couriers?done=key-removed")


async def _load_catalog(page: ConsolePage) -> tuple[list[CourierService], ApiError | None]:
    """Catalogue of couriers, or the error: the rest of the page must stay usable to correct the settings."""
    try:
        response = await page.get(shipping.list_couriers)
    except (IntegrationError, NotConfigured) as error:
        return [], error
    return msgspec.convert(response.data, list[CourierService]), None


def _filter_enabled(rows: list[dict[str, Any]], chosen: list[str]) -> list[dict[str, Any]]:
    """Couriers that are asked for prices, for people who cannot change the choice."""
    return [row for row in rows if (row["code"] in chosen if chosen else not row["needs_coordinates"])]


def _build_rows(layout: PageLayout, services: list[CourierService]) -> list[dict[str, Any]]:
    """The couriers by name, each with its services."""
    rows: dict[str, dict[str, Any]] = {}
    # The API shows the fields that this looks at as the aggregator has them.
    instant = couriers.instant_codes(cast("list[port.CatalogueService]", services))
    for service in services:
        row = rows.setdefault(
            service.courier_code,
            {
                "code": service.courier_code,
                "name": service.courier_name,
                "services": [],
                "needs_coordinates": service.courier_code in instant,
            },
        )
        kind = TYPE_LABELS.get(service.service_type, service.service_type)
        row["services"].append((service.courier_service_name, kind and layout.gettext(kind)))
    return sorted(rows.values(), key=lambda row: row["name"].casefold())
