"""Secrets at rest that are damaged."""

import base64

import pytest

from fulfilment.secrets import CannotUnseal, parse_keyring

KEYS = parse_keyring("one:" + base64.b64encode(bytes(32)).decode())


@pytest.mark.parametrize(
    "damaged",
    [b"", b"\x01", b"\x02" + KEYS.mark[1:], b"\x01\x03\xff\xfe\xfd" + bytes(40), KEYS.mark, KEYS.mark + b"short"],
)
def test_what_is_damaged_cannot_be_unsealed_and_is_no_fault(damaged: bytes):
    with pytest.raises(CannotUnseal):
        KEYS.unseal(damaged, "a context")


def test_what_was_cut_off_cannot_be_unsealed():
    sealed = KEYS.seal(b"secret", "a context")
    for length in range(len(sealed)):
        with pytest.raises(CannotUnseal):
            KEYS.unseal(sealed[:length], "a context")
