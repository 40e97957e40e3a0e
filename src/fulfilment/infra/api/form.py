"""HTML forms (application/x-www-form-urlencoded): bounded before they are parsed, each field a text."""

from collections.abc import Iterator
from urllib.parse import parse_qsl

from fulfilment.infra import ids
from fulfilment.infra.api.errors import UnsupportedMediaType, Validation
from fulfilment.infra.api.request import Request
from fulfilment.infra.models import is_storable

MEDIA_TYPE = "application/x-www-form-urlencoded"
# The largest form lists 500 parcels by their ids. The bound also limits a form that is rendered again after its
# session has expired.
MAX_FIELDS = 640
# The field of the idempotency key. The page is rendered with it, so a second click repeats nothing.
KEY_FIELD = "key"


class Form:
    """The fields of one form, in the order of the page; a name may occur several times."""

    def __init__(self, pairs: list[tuple[str, str]]) -> None:
        self.pairs = pairs
        self._last = dict(pairs)

    @classmethod
    def parse(cls, request: Request) -> "Form":
        """The form in a request's body. Raises UnsupportedMediaType, Validation."""
        if not request.body:
            return cls([])
        media_type = (request.header("content-type") or "").split(";")[0].strip().lower()
        if media_type != MEDIA_TYPE:
            raise UnsupportedMediaType("A form must come as application/x-www-form-urlencoded.")
        try:
            pairs = parse_qsl(
                request.body.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=MAX_FIELDS
            )
        except ValueError:
            raise Validation("The form is malformed, or has too many fields.") from None
        for name, value in pairs:
            if not is_storable(name) or not is_storable(value):
                raise Validation("NUL characters are not allowed.", field="".join(filter(is_storable, name)))
        return cls([(name, value.replace("\r\n", "\n")) for name, value in pairs])

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self.pairs)

    def __contains__(self, name: str) -> bool:
        return name in self._last

    def text(self, name: str) -> str:
        """A field, stripped of surrounding white space; empty if it is absent."""
        return self._last.get(name, "").strip()

    def optional(self, name: str) -> str | None:
        """A field, stripped of surrounding white space; None if it is empty or absent."""
        return self.text(name) or None

    def all(self, name: str) -> list[str]:
        """All values of a field, in order, without empty values."""
        return [value for given, value in self.pairs if given == name and value]

    def has(self, name: str) -> bool:
        """True if the checkbox is ticked."""
        return self.text(name) not in ("", "false", "0")

    @property
    def idempotency_key(self) -> str:
        """The idempotency key that the page was rendered with; a new key if the form has none."""
        return self.text(KEY_FIELD) or new_idempotency_key()


def new_idempotency_key() -> str:
    """A new idempotency key for a form."""
    return ids.new("form")
