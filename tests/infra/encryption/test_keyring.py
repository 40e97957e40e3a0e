"""Decryption of damaged secrets, and previews of secrets."""

import base64

import pytest

from fulfilment.infra.encryption.keyring import DecryptionFailed, parse_keyring, preview

KEYS = parse_keyring("one:" + base64.b64encode(bytes(32)).decode())


@pytest.mark.parametrize(
    "damaged",
    [b"", b"\x01", b"\x02" + KEYS.header[1:], b"\x01\x03\xff\xfe\xfd" + bytes(40), KEYS.header, KEYS.header + b"short"],
)
def test_what_is_damaged_cannot_be_unsealed_and_is_no_fault(damaged: bytes):
    with pytest.raises(DecryptionFailed):
        KEYS.decrypt(damaged, "a context")


@pytest.mark.parametrize(
    ("secret", "first", "shown"),
    [
        ("abcdefgh", 0, "…efgh"),
        ("abcdefg", 0, "…"),
        ("abc", 0, "…"),
        ("", 0, "…"),
        ("whsec_0123456789abcd", 6, "whsec_…abcd"),
        ("whsec_0123456789abc", 6, "…"),
    ],
)
def test_a_preview_shows_half_of_a_secret_at_most(secret: str, first: int, shown: str):
    assert preview(secret, first=first) == shown


def test_what_was_cut_off_cannot_be_unsealed():
    sealed = KEYS.encrypt(b"secret", "a context")
    for length in range(len(sealed)):
        with pytest.raises(DecryptionFailed):
            KEYS.decrypt(sealed[:length], "a context")
