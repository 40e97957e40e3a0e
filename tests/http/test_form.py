"""A form is taken apart as the standard library does it, and what is none is refused."""

from urllib.parse import parse_qsl

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fulfilment.http.errors import UnsupportedMediaType, Validation
from fulfilment.http.form import MAX_FIELDS, MEDIA_TYPE, Form
from fulfilment.http.request import Request

# What means something in a form, and the bytes of characters of two and of three, whole and cut short.
TEXTS = st.lists(
    st.sampled_from(
        [*"ab=&+%;/?#12", "%C3%A9", "%c3", "%EF%BF%BD", "%ef%bf", "%bd", "%FF", "%25", "%26", "%3D", "%0D%0A"]
    )
).map("".join)


def form_of(body: bytes, media_type: str = MEDIA_TYPE) -> Form:
    return Form.of(Request("POST", b"/", b"", {"content-type": [media_type.encode()]}, body, None))


@given(TEXTS)
@example("%EF%BF%BD=%EF%BF%BD&%FF=")
@example("%25EF%BF%BD")
def test_the_fields_are_those_of_the_standard_library(text: str) -> None:
    try:
        fields = parse_qsl(text, keep_blank_values=True, errors="strict")
    except ValueError:
        with pytest.raises(Validation, match="malformed"):
            form_of(text.encode())
    else:
        assert list(form_of(text.encode())) == [(name, value.replace("\r\n", "\n")) for name, value in fields]


def test_a_form_has_so_many_fields_at_most() -> None:
    assert len(list(form_of(b"&".join([b"a=1"] * MAX_FIELDS)))) == MAX_FIELDS
    with pytest.raises(Validation, match="too many"):
        form_of(b"&".join([b"a=1"] * (MAX_FIELDS + 1)))


def test_what_is_no_form_is_refused() -> None:
    with pytest.raises(UnsupportedMediaType):
        form_of(b"{}", "application/json")
    with pytest.raises(Validation, match="malformed"):
        form_of("a=é".encode())
    with pytest.raises(Validation) as refused:
        form_of(b"name=a%00b")
    assert refused.value.field == "name"
