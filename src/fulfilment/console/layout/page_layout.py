"""The layout of a page: workspace, language, zone, navigation and headers.

Paper size, language and theme are cookies of the browser, since a packing table keeps its settings for every person.
"""

import gzip
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

import jinja2
import msgspec

from fulfilment import settings
from fulfilment.console.i18n import error_messages, formatter
from fulfilment.console.i18n.error_messages import ErrorMessage
from fulfilment.console.i18n.formatter import Formatter
from fulfilment.console.layout import forms
from fulfilment.console.layout.forms import SubmittedForm
from fulfilment.infra import branding, i18n, outbound
from fulfilment.infra.api import accept_language, static_files
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.form import Form, new_idempotency_key
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.static_files import takes_gzip
from fulfilment.infra.auth.bearer_tokens import TokenAuthenticator
from fulfilment.infra.i18n import CONSOLE, LANGUAGES, N_
from fulfilment.infra.models import Row
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.shipments import courier_names
from fulfilment.sign_in.provider import IdentityProvider
from fulfilment.workspaces import routes as workspace_routes

SIZES = ("thermal-100x150", "thermal-80x100", "a4")
# Allowed choices, by the name of field and cookie.
CHOICES = {"language": tuple(LANGUAGES), "theme": static_files.THEMES, "label-size": SIZES, "keys": ("off",)}
_PREFIX = "console-"
_YEAR_SECONDS = 31_536_000


class DeviceSettings(msgspec.Struct, frozen=True):
    """The choices of a workstation; None where it has made none."""

    language: str | None = None
    theme: str | None = None
    label_size: str | None = None
    has_shortcuts: bool = True


def parse_cookies(request: Request) -> DeviceSettings:
    """Choices in the cookies of a request; invalid values count as no choice."""
    cookies = request.cookies

    def read_choice(name: str, choices: tuple[str, ...]) -> str | None:
        value = cookies.get(_PREFIX + name)
        return value if value in choices else None

    return DeviceSettings(
        language=accept_language.device_language(request),
        theme=static_files.device_theme(request),
        label_size=read_choice("label-size", SIZES),
        has_shortcuts=read_choice("keys", ("off",)) is None,
    )


def build_cookie(name: str, value: str, *, is_secure: bool) -> str:
    """A `Set-Cookie` that keeps a choice for a year; an empty one forgets it. Scripts do not read it."""
    max_age = _YEAR_SECONDS if value else 0
    secure = "; Secure" if is_secure else ""
    return f"{_PREFIX}{name}={value}; Path=/console; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}"


# Payment page of the real provider.
_CHECKOUT = "https://checkout.stripe.com"


HTML = "text/html; charset=utf-8"
_MIN_COMPRESSED_BYTES = 1_024
# A higher level makes pages hardly smaller, at twice the time.
_COMPRESSION_LEVEL = 5
_MAX_CACHED_STATUSES = 64
_SERVER_ERROR_STATUS = 500


class Workspace(msgspec.Struct, frozen=True, rename="camel"):
    """The workspace as GET /workspace shows it."""

    account_id: str
    name: str
    currency: str
    time_zone: str
    label_size: str
    plan: str | None
    is_suspended: bool
    language: str | None


class PageLayout:
    """Frame, language and formats of one screen."""

    def __init__(self, page: ConsolePage, workspace: Workspace, form_targets: tuple[str, ...]) -> None:
        self.page = page
        self.workspace = workspace
        # Origins that signing out may lead to: each page has its form.
        self._form_targets = form_targets
        self.device_settings = parse_cookies(page.request)
        self.language = accept_language.negotiate(page.request, workspace.language)
        self.formatter = Formatter(self.language, workspace.time_zone, workspace.currency)
        self._environment = load_environment(self.language)

    @property
    def address(self) -> str:
        """Path of the pages of the workspace."""
        return self.page.address

    @property
    def label_size(self) -> str:
        """The paper of this workstation, else the workspace's."""
        return self.device_settings.label_size or self.workspace.label_size

    def gettext(self, text: str, **values: Any) -> str:
        """A text of the code in the reader's language."""
        translated = i18n.translations_for(self.language).gettext(text)
        return translated % values if values else translated

    def ngettext(self, singular: str, plural: str, count: int, **values: Any) -> str:
        """A text with a number, `%(num)s`, in the form that the number needs."""
        translated = i18n.translations_for(self.language).ngettext(singular, plural, count)
        return translated % (values | {"num": self.formatter.number(count)})

    def translate_error(self, error: ApiError) -> ErrorMessage:
        """A refusal in the reader's language, with what to do next."""
        return error_messages.translate_error(error, self.gettext, can_read_credit=self._can_read_credit)

    def translate_message(self, message: str) -> str:
        """Message of the API about one parcel, in the reader's language."""
        return error_messages.translate_message(message, self.gettext, can_read_credit=self._can_read_credit)

    @property
    def _can_read_credit(self) -> bool:
        return self.page.may("shipping_credits.read")

    def render(
        self,
        template: str,
        *,
        nav_item: str,
        title: str,
        error_message: ErrorMessage | None = None,
        sent: SubmittedForm | None = None,
        fields: Mapping[str, str] = MappingProxyType({}),
        **values: Any,
    ) -> Document:
        """A whole page: `nav_item` is the screen in the navigation, `title` is translated already.

        `sent` is the form that is shown again, and `error_message` its refusal where that is told in other words.
        `fields` has the name of the page's field for each of the API's (`destination.postalCode`), so that what is
        wrong stands beside it.
        """
        if error_message is None and sent is not None and sent.error is not None:
            error_message = self.translate_error(sent.error)
        values = {"key_value": None if sent is None else sent.key} | values
        field_errors = {}
        if error_message is not None and error_message.field is not None and error_message.field in fields:
            field_errors = {fields[error_message.field]: error_message.detail or error_message.title}
        html = self._environment.get_template(template).render(
            layout=self,
            page=self.page,
            formatter=self.formatter,
            nav_item=nav_item,
            title=title,
            nav_items=list_nav_items(self.page),
            new_key=new_idempotency_key,
            error_message=error_message,
            wrong=field_errors,
            **values,
        )
        # An earlier request failed, so a load balancer must not count this page as a failure.
        is_over = sent is not None and error_message is not None and error_message.status >= _SERVER_ERROR_STATUS
        status = 200 if error_message is None or is_over else error_message.status
        return build_page(html, self.page.request, self.language, status, *self._form_targets)

    def render_partial(self, template: str, **values: Any) -> Document:
        """A piece of a page, for a script that puts it in place."""
        html = self._environment.get_template(template).render(
            layout=self, page=self.page, formatter=self.formatter, new_key=new_idempotency_key, **values
        )
        return build_page(html, self.page.request, self.language, 200)

    def redirect(self, path: str) -> EncodedResponse:
        """Redirect to another page of the workspace after a form."""
        return EncodedResponse(303, b"", {"Location": self.address + path})

    async def redirect_to_form(
        self,
        form: Form,
        error: ApiError | None = None,
        *,
        path: str | None = None,
        key: str | None = None,
        **extra: Any,
    ) -> EncodedResponse:
        """Lead the browser to the page that shows the form again: the form's own address, else the one at `path`.

        The form is stored with its refusal, the key to send it again under, and whatever `extra` the page shows.
        """
        target = forms.request_path(self.page) if path is None else self.address + path
        target_path, _, query = target.partition("?")
        id = await forms.store_form(self.page, target_path, form, error, key=key, **extra)
        query_prefix = f"{query}&" if query else ""
        return EncodedResponse(303, b"", {"Location": f"{target_path}?{query_prefix}{forms.FORM_PARAMETER}={id}"})


async def load_layout(page: ConsolePage) -> PageLayout:
    """Layout of a request, from one statement for the workspace."""
    response = await page.get(workspace_routes.get_own_workspace)
    discovery_document = await page.resource(TokenAuthenticator).discovery_soon()
    form_targets = page.resource(IdentityProvider).form_targets(discovery_document)
    return PageLayout(page, msgspec.convert(response.data, Workspace), form_targets)


def build_page(html: str, request: Request, language: str, status: int, *form_targets: str) -> Document:
    """Response of a page; its forms may lead to the origins of `form_targets`.

    It holds no secret that a stranger's guesses could be mixed with, so it is compressed.
    """
    content, response_headers = html.encode(), build_headers(*form_targets) | {"Content-Language": language}
    if len(content) >= _MIN_COMPRESSED_BYTES and takes_gzip(request):
        content = gzip.compress(content, _COMPRESSION_LEVEL, mtime=0)
        response_headers["Content-Encoding"] = "gzip"
    return Document(content, HTML, headers=response_headers, status=status)


@cache
def load_environment(language: str) -> jinja2.Environment:
    """The templates in one language."""
    environment = i18n.template_environment(CONSOLE, language)
    environment.globals |= {
        "asset": static_files.asset_url,
        "brand": branding.current().title,
        "outbound_is_on": outbound.is_on,
        "role_names": error_messages.ROLE_NAMES,
        "languages": i18n.LANGUAGES,
        "statuses": error_messages.STATUS_BADGES | error_messages.EXCEPTION_BADGES,
        "exact": formatter.exact,
        "code": formatter.code,
        "unbroken": formatter.mark_unbroken,
        "courier_code": courier_names.find_code,
        "courier_name": courier_names.get_courier_name,
        "service_of": _service_name,
    }
    # There are few values, and a list shows one in each row.
    template = environment.get_template("layout/status.html")
    status_macro = template.module.status  # pyright: ignore[reportAttributeAccessIssue]  # a macro
    environment.globals["status"] = lru_cache(_MAX_CACHED_STATUSES)(status_macro)
    return environment


def _service_name(shipment: Row) -> str:
    """The courier and the service of a shipment by the names that people know: `J&T EZ`."""
    courier = shipment["courierCode"]
    service = courier_names.get_service_name(courier, shipment["courierServiceCode"])
    return f"{courier_names.get_courier_name(courier)} {service}"


@cache
def build_headers(*form_targets: str) -> dict[str, str]:
    """Security headers: nothing from other sites, no inline script or style, and no frames around a page.

    A form may lead on to the payment page and to the origins of `form_targets`, which browsers check as its own target.
    """
    current_settings = settings.current()
    targets = {
        "'self'",
        current_settings.payment_simulator_url if current_settings.simulates_payments else _CHECKOUT,
        *form_targets,
    }
    policy = (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "frame-src 'self'",
        f"form-action {' '.join(sorted(targets))}",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
    return {
        "Content-Security-Policy": "; ".join(policy),
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "X-Robots-Tag": "noindex, nofollow",
        "Vary": "Accept-Encoding, Accept-Language, Cookie",
    }


class NavItem(msgspec.Struct, frozen=True):
    """A screen in the navigation. `key` is what is pressed after `g`."""

    name: str
    title: str
    path: str
    icon: str
    right: str
    key: str


NAV_ITEMS = (
    NavItem("home", N_("Home"), "", "home", "shipments.read", "h"),
    NavItem("shipments", N_("Shipments"), "/shipments", "parcel", "shipments.read", "s"),
    NavItem("batches", N_("Batches"), "/batches", "stack", "batches.read", "b"),
    NavItem("products", N_("Products"), "/products", "tag", "catalog.read", "p"),
    NavItem("stock", N_("Stock"), "/stock", "shelf", "stock.read", "l"),
    NavItem("credit", N_("Credit"), "/credit", "coins", "shipping_credits.read", "c"),
    NavItem("billing", N_("Plan"), "/billing", "receipt", "billing.read", "y"),
    NavItem("settings", N_("Settings"), "/settings", "sliders", "shipping.read", "e"),
)


def list_nav_items(page: ConsolePage) -> list[NavItem]:
    """The screens that the person may see."""
    return [item for item in NAV_ITEMS if page.may(item.right)]
