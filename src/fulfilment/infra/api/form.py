"""Forms as browsers send them: bounded before they are read, each field a text."""

from collections.abc import Iterator
from urllib.parse import parse_qsl

from fulfilment.infra import ids
from fulfilment.infra.api.errors import UnsupportedMediaType, Validation
from fulfilment.infra.api.request import Request
from fulfilment.infra.models import is_storable

MEDIA_TYPE = "application/x-www-form-urlencoded"
# The largest asks about 500 parcels by their ids; what anybody may send is drawn again where a sign-in is over.
MAX_FIELDS = 640
# The field that carries the idempotency key, which is made with the page: a second click does nothing twice.
KEY_FIELD = "key"


class Form:
    """The fields of one form, in the order of the page; a name may come several times."""

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
        """A field without the blanks around it; empty where it is not there."""
        return self._last.get(name, "").strip()

    def optional(self, name: str) -> str | None:
        """A field without the blanks around it; None where it is empty."""
        return self.text(name) or None

    def all(self, name: str) -> list[str]:
        """Every value of a field, in order, empty ones left out."""
        return [value for given, value in self.pairs if given == name and value]

    def has(self, name: str) -> bool:
        """Whether a box is ticked."""
        return self.text(name) not in ("", "false", "0")

    @property
    def idempotency_key(self) -> str:
        """The idempotency key that the page was made with; a fresh one where a form has none."""
        return self.text(KEY_FIELD) or new_idempotency_key()


def new_idempotency_key() -> str:
    """An idempotency key for the next form."""
    return ids.new("form")
