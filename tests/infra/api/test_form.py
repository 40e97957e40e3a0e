"""A form has a bounded number of fields, and a body that is no form is refused."""

import pytest

from fulfilment.infra.api.errors import UnsupportedMediaType, Validation
from fulfilment.infra.api.form import MAX_FIELDS, MEDIA_TYPE, Form
from fulfilment.infra.api.request import Request


def form_of(body: bytes, media_type: str = MEDIA_TYPE) -> Form:
    return Form.parse(Request("POST", b"/", b"", {"content-type": [media_type.encode()]}, body, None))


def test_a_form_has_so_many_fields_at_most() -> None:
    assert len(list(form_of(b"&".join([b"a=1"] * MAX_FIELDS)))) == MAX_FIELDS
    with pytest.raises(Validation, match="too many"):
        form_of(b"&".join([b"a=1"] * (MAX_FIELDS + 1)))


def test_what_is_no_form_is_refused() -> None:
    with pytest.raises(UnsupportedMediaType):
        form_of(b"{}", "application/json")
    with pytest.raises(Validation, match="malformed"):
        form_of("a=é".encode())
    with pytest.raises(Validation, match="malformed"):
        form_of(b"a=%FF")
    with pytest.raises(Validation) as refused:
        form_of(b"name=a%00b")
    assert refused.value.field == "name"
