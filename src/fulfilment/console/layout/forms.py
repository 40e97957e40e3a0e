"""Forms by POST, redirect, GET: every POST answers 303, and the page shows a refused form with its error.

The functions that parse a form's numbers raise Validation, which names the field.
"""

from datetime import datetime
from typing import TYPE_CHECKING, Any

import msgspec

from fulfilment.console import form_states
from fulfilment.console.i18n import formatter
from fulfilment.infra.api.errors import ApiError, Forbidden, Validation
from fulfilment.infra.api.form import KEY_FIELD, Form, new_idempotency_key
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.database.pool import Database

if TYPE_CHECKING:
    from fulfilment.console.layout.page_layout import PageLayout

_SIGNS = {"+": 1, "-": -1, "−": -1, "–": -1}
# Largest absolute values of coordinates.
MAX_DEGREES = {"lat": 90, "lng": 180}


def parse_integer(layout: "PageLayout", text: str, field: str) -> int | None:
    """Whole number of pieces or grams; None for an empty field."""
    if not text:
        return None
    value = formatter.parse_integer(text)
    if value is None:
        raise Validation(layout.gettext("Enter a whole number, such as 250."), field=field)
    return value


def parse_positive(layout: "PageLayout", text: str, field: str) -> int:
    """Whole number of pieces or grams, at least one."""
    value = formatter.parse_integer(text)
    if not value:
        raise Validation(layout.gettext("Enter a whole number above zero."), field=field)
    return value


def parse_amount(layout: "PageLayout", text: str, field: str) -> int | None:
    """Minor units of the workspace's currency; None for an empty field."""
    if not text:
        return None
    value = formatter.parse_money(text, layout.workspace.currency)
    if value is None:
        raise Validation(
            layout.gettext("Enter an amount such as %(example)s.", example=layout.formatter.money(85_000)),
            field=field,
        )
    return value


def parse_signed(layout: "PageLayout", text: str, field: str) -> int:
    """Change of a quantity: `5`, `+5`, `-5`."""
    sign = _SIGNS.get(text[:1])
    value = parse_integer(layout, (text[1:] if sign else text).strip(), field)
    if not value:
        raise Validation(layout.gettext("Enter how many came or went, such as 5 or -5."), field=field)
    return (sign or 1) * value


def parse_degrees(layout: "PageLayout", text: str, field: str) -> float | None:
    """Decimal degrees of a coordinate, with a point or a comma; None for an empty field."""
    if not text:
        return None
    value = formatter.parse_degrees(text, MAX_DEGREES[field])
    if value is None:
        raise Validation(layout.gettext("Enter decimal degrees, for example −6.8850."), field=field)
    return value


def format_amount(layout: "PageLayout", value: int | None) -> str:
    """Amount as text of a field, which `parse_amount` reads as the same amount."""
    if value is None:
        return ""
    if layout.workspace.currency in formatter.WITHOUT_CENTS:
        return layout.formatter.number(value)
    return f"{value // 100}.{value % 100:02d}"


# The query parameter that names the stored form.
FORM_PARAMETER = "form"
# Never stored: the next person at the computer could read them.
SECRET_FIELDS = ("apiKey",)
_IN_PROGRESS = "IDEMPOTENCY_IN_PROGRESS"
_NOT_FOUND = 404


class StoredError(msgspec.Struct, frozen=True):
    """Stored error with all that its message in the reader's language needs."""

    status: int
    code: str
    message: str
    default_message: str
    field: str | None = None
    is_forbidden: bool = False

    @classmethod
    def from_error(cls, error: ApiError) -> "StoredError":
        is_forbidden = isinstance(error, Forbidden)
        return cls(error.status, error.code, str(error), error.message, error.field, is_forbidden)

    def to_error(self) -> ApiError:
        """The stored error as an exception."""
        error_class = Forbidden if self.is_forbidden else ApiError
        error = error_class(self.message, field=self.field)
        error.status, error.code, error.message = self.status, self.code, self.default_message
        return error


class _StoredForm(msgspec.Struct):
    """Stored JSON of a form. `extra` holds further values of the screen."""

    pairs: list[tuple[str, str]]
    error: StoredError | None = None
    extra: dict[str, Any] = {}


class SubmittedForm(msgspec.Struct, frozen=True):
    """A stored form: its fields with the key to send it again under, its refusal, and what the screen keeps with it.

    `submitted_at` is when it was sent.
    """

    id: str
    form: Form
    error: ApiError | None
    extra: dict[str, Any]
    has_acted: bool
    submitted_at: datetime

    @property
    def key(self) -> str:
        return self.form.idempotency_key


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_StoredForm).decode


async def store_form(
    page: ConsolePage, path: str, form: Form, error: ApiError | None = None, *, key: str | None = None, **extra: Any
) -> str:
    """Store a form for the page at the path; the id to find it by. Raises PayloadTooLarge.

    Something that does not exist has no page to show the form: its refusal is raised again.
    """
    if error is not None and error.status == _NOT_FOUND and error.field is None:
        raise error
    if key is None:
        key = form.idempotency_key if error is None else next_idempotency_key(form, error)
    pairs = [(name, value) for name, value in form if name not in (KEY_FIELD, *SECRET_FIELDS)]
    stored_error = None if error is None else StoredError.from_error(error)
    content = _encode(_StoredForm([*pairs, (KEY_FIELD, key)], stored_error, extra))
    return await form_states.store(page.resource(Database), page.principal, path, content)


async def load_submitted(page: ConsolePage) -> SubmittedForm | None:
    """The stored form that the page's address names; None where it names none. Raises NotFound."""
    id = page.request.query_values().get(FORM_PARAMETER)
    if not id:
        return None
    state = await form_states.find(page.resource(Database), page.principal, request_path(page), id)
    content = _decode(state.content)
    error = None if content.error is None else content.error.to_error()
    return SubmittedForm(id, Form(content.pairs), error, content.extra, state.has_acted, state.created_at)


async def note_acted(page: ConsolePage, sent: SubmittedForm) -> None:
    """Record that the action of a stored form is done."""
    await form_states.note_acted(page.resource(Database), page.principal, sent.id)


def request_path(page: ConsolePage) -> str:
    """The path of the request, as a form is stored for it."""
    return page.request.target.decode("latin-1").partition("?")[0]


def next_idempotency_key(form: Form, error: ApiError) -> str:
    """The key for the form when it is shown again.

    A refused form left nothing behind, and may be sent with other values under a new key. A form that may have been
    done, or is still in progress, is sent again under its own key, so that it is done once.
    """
    may_be_done = error.status >= 500 or error.code == _IN_PROGRESS
    return form.idempotency_key if may_be_done else new_idempotency_key()
