"""The page of the couriers: which are enabled, and the workspace's own key at the aggregator."""

from typing import Any

import msgspec

from fulfilment.console.frame import forms
from fulfilment.console.frame.frame import Frame
from fulfilment.console.settings import sections
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError, IntegrationError, NotConfigured, Validation
from fulfilment.http.form import Form
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Page
from fulfilment.shipping import couriers
from fulfilment.shipping import routes as shipping
from fulfilment.shipping.records import MAX_COURIERS, CourierService
from fulfilment.translations import N_

ALL, SOME = "all", "some"
# What a service is beyond the usual.
TYPES = {"standard": "", "overnight": N_("overnight"), "same_day": N_("same day"), "instant": N_("instant")}
_FIELDS = {
    "enabledCouriers": "couriers",
    "lat": "couriers",
    "lng": "couriers",
    **{f"enabledCouriers.{nth}": "couriers" for nth in range(MAX_COURIERS)},
    "apiKey": "apiKey",
}
_NOWHERE = ("lat", "lng")


class Typed(msgspec.Struct):
    """What the form of the couriers says."""

    which: str
    chosen: list[str]
    active: bool


async def put(
    page: Page,
    shown: Frame,
    *,
    done: str | None = None,
    form: Form | None = None,
    refusal: ApiError | None = None,
) -> Document:
    """The page as it is, or as it was sent where that was refused."""
    services, trouble = await _catalogue(page)
    config = None
    if page.may("shipping.read_configuration"):
        config = (await page.ask(shipping.get_shipping_config)).data["config"]
        there = config["enabledCouriers"]
    else:
        there = (await page.ask(shipping.get_shipping_origin)).data["couriers"] or []
    is_sent = form is not None and "which" in form
    return sections.put(
        page,
        shown,
        "couriers",
        "couriers.html",
        done=done,
        refusal=refusal,
        fields=_FIELDS,
        rows=_rows(shown, services) if page.may("shipping.configure") else _enabled(_rows(shown, services), there),
        trouble=None if trouble is None else shown.told(trouble),
        config=config,
        typed=typed_in(form) if is_sent else Typed(SOME if there else ALL, there, config is None or config["active"]),
        needs_place=refusal is not None and refusal.field in _NOWHERE,
        key_value=None if form is None or refusal is None else forms.next_key(form, refusal),
    )


def typed_in(form: Form) -> Typed:
    return Typed(form.text("which"), form.all("courier"), form.has("active"))


async def choose(page: Page, shown: Frame, form: Form) -> Document | Answered:
    """Enable what is ticked."""
    typed = typed_in(form)
    try:
        if typed.which != ALL and not typed.chosen:
            # To the API none means every one, which nobody has said here.
            raise Validation(shown.say("Tick at least one courier."), field="enabledCouriers")
        chosen = [] if typed.which == ALL else typed.chosen
        change = {"active": typed.active, "enabledCouriers": chosen}
        await page.tell(shipping.update_shipping_config, change, key=form.key)
    except ApiError as refusal:
        if refusal.field in _NOWHERE:
            words = shown.say("An instant courier needs an origin with coordinates. Enter them there first.")
            refusal = Validation(words, field=refusal.field)
        return await put(page, shown, form=form, refusal=refusal)
    return shown.go("/settings/couriers?done=saved")


async def set_key(page: Page, shown: Frame, form: Form) -> Document | Answered:
    """Book with the workspace's own account from now on."""
    page.require_fresh()
    try:
        await page.tell(shipping.update_shipping_config, {"apiKey": form.text("apiKey")}, key=form.key)
    except ApiError as refusal:
        return await put(page, shown, form=form, refusal=refusal)
    return shown.go("/settings/couriers?done=key-set")


async def ask_to_remove_key(
    page: Page, shown: Frame, *, form: Form | None = None, refusal: ApiError | None = None
) -> Document:
    """Say what follows before the key is removed."""
    config = (await page.ask(shipping.get_shipping_config)).data["config"]
    return sections.put(
        page,
        shown,
        "couriers",
        "remove_key.html",
        title=shown.say("Remove your own key"),
        refusal=refusal,
        config=config,
        key_value=None if form is None or refusal is None else forms.next_key(form, refusal),
    )


async def remove_key(page: Page, shown: Frame, form: Form) -> Document | Answered:
    """Book with the platform's account from now on."""
    page.require_fresh()
    try:
        await page.tell(shipping.update_shipping_config, {"apiKey": None}, key=form.key)
    except ApiError as refusal:
        return await ask_to_remove_key(page, shown, form=form, refusal=refusal)
    return shown.go("/settings/couriers?done=key-removed")


async def _catalogue(page: Page) -> tuple[list[CourierService], ApiError | None]:
    """The catalogue; while it cannot be had, why: the rest of the page must stay in reach to be put right."""
    try:
        answer = await page.ask(shipping.list_couriers)
    except (IntegrationError, NotConfigured) as problem:
        return [], problem
    return msgspec.convert(answer.data, list[CourierService]), None


def _enabled(rows: list[dict[str, Any]], chosen: list[str]) -> list[dict[str, Any]]:
    """Those that are asked for prices, for whoever cannot change it."""
    return [row for row in rows if (row["code"] in chosen if chosen else not row["needs_coordinates"])]


def _rows(shown: Frame, services: list[CourierService]) -> list[dict[str, Any]]:
    """The couriers by name, each with its services."""
    rows: dict[str, dict[str, Any]] = {}
    instant = couriers.instant_codes(services)
    for one in services:
        row = rows.setdefault(
            one.courier_code,
            {
                "code": one.courier_code,
                "name": one.courier_name,
                "services": [],
                "needs_coordinates": one.courier_code in instant,
            },
        )
        kind = TYPES.get(one.service_type, one.service_type)
        row["services"].append((one.courier_service_name, kind and shown.say(kind)))
    return sorted(rows.values(), key=lambda row: row["name"].casefold())
