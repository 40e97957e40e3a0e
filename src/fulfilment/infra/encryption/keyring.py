"""Encryption of secrets at rest: AES-256-GCM with one of several master keys (decisions, section 3).

An encrypted secret is `version, key id length, key id, nonce, ciphertext`. With the key id in it, several master keys
can be in use at once. A new key can become the first without a change of stored data.
"""

import base64
import binascii
import os
from functools import cache, lru_cache
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from fulfilment import settings
from fulfilment.infra import data_folder
from fulfilment.settings import Settings, SettingsError

_VERSION = 1
_NONCE_BYTES = 12
_ELLIPSIS = "…"
_KEY_BYTES = 32
_DEVELOPMENT_FILE = "master.keys"


class DecryptionFailed(Exception):
    """The secret was encrypted with a master key that this process does not have, or it is damaged."""


class Keyring(msgspec.Struct, frozen=True):
    """The master keys by id: the first encrypts, and all decrypt."""

    ciphers: dict[str, AESGCM]

    @property
    def first(self) -> str:
        return next(iter(self.ciphers))

    @property
    def header(self) -> bytes:
        """The first bytes of every secret that is encrypted with the first key."""
        name = self.first.encode()
        return bytes((_VERSION, len(name))) + name

    def encrypt(self, plaintext: bytes, context: str) -> bytes:
        """Encrypt `plaintext`; the same `context` (the kind and owner of the secret) is required to decrypt it."""
        nonce = os.urandom(_NONCE_BYTES)
        return self.header + nonce + self.ciphers[self.first].encrypt(nonce, plaintext, context.encode())

    def decrypt(self, ciphertext: bytes, context: str) -> bytes:
        """Decrypt a secret. Raises DecryptionFailed."""
        name, body = _split(ciphertext)
        cipher = self.ciphers.get(name)
        if cipher is None:
            raise DecryptionFailed(f"no master key with id {name!r} is configured")
        try:
            return cipher.decrypt(body[:_NONCE_BYTES], body[_NONCE_BYTES:], context.encode())
        except (InvalidTag, ValueError):
            raise DecryptionFailed("the sealed secret is damaged or belongs to something else") from None

    def is_current(self, ciphertext: bytes) -> bool:
        """True where the secret is encrypted with the first master key."""
        return _split(ciphertext)[0] == self.first


def preview(secret: str, *, first: int = 0, last: int = 4) -> str:
    """The first and last characters of a secret, to recognise it; none of a short secret, so that half stays hidden."""
    if 2 * (first + last) > len(secret):
        return _ELLIPSIS
    return f"{secret[:first]}{_ELLIPSIS}{secret[len(secret) - last :]}"


def _split(ciphertext: bytes) -> tuple[str, bytes]:
    if len(ciphertext) < 2 or ciphertext[0] != _VERSION:
        raise DecryptionFailed("not a sealed secret")
    end = 2 + ciphertext[1]
    try:
        return ciphertext[2:end].decode(), ciphertext[end:]
    except UnicodeDecodeError:
        raise DecryptionFailed("not a sealed secret") from None


def parse_keyring(text: str) -> Keyring:
    """Parse `id:base64 of 32 bytes`, separated by commas or line breaks. Raises SettingsError, which shows no key."""
    ciphers: dict[str, AESGCM] = {}
    parts = text.replace("\n", ",").split(",")
    for number, entry in enumerate((part.strip() for part in parts if part.strip()), start=1):
        name, colon, encoded = entry.partition(":")
        try:
            key = base64.b64decode(encoded, validate=True)
        except (binascii.Error, ValueError):
            key = b""
        if not colon or not name or len(name.encode()) > 255 or len(key) != _KEY_BYTES or name in ciphers:
            raise SettingsError(
                f"FULFILMENT_MASTER_KEYS: entry {number} must be 'id:base64 of 32 bytes', each id once."
            )
        ciphers[name] = AESGCM(key)
    if not ciphers:
        raise SettingsError("FULFILMENT_MASTER_KEYS must hold at least one key: 'id:base64 of 32 bytes'.")
    return Keyring(ciphers)


def load_keyring(settings: Settings) -> Keyring:
    """The configured master keys. In development the first start creates them in the data folder."""
    if settings.master_keys and settings.master_keys_file:
        raise SettingsError("Set FULFILMENT_MASTER_KEYS or FULFILMENT_MASTER_KEYS_FILE, not both.")
    if settings.master_keys_file:
        return parse_keyring(_read(Path(settings.master_keys_file)))
    if settings.master_keys:
        return parse_keyring(settings.master_keys)
    if not settings.is_development:
        raise SettingsError(
            "FULFILMENT_MASTER_KEYS is required in production: 'id:base64 of 32 bytes', which "
            'echo "1:$(openssl rand -base64 32)" makes, or FULFILMENT_MASTER_KEYS_FILE, a file that '
            "holds it. To try the service out run make serve, which sets FULFILMENT_MODE=development and needs no key."
        )
    return parse_keyring(_development_keys(settings))


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii")
    except OSError as problem:
        raise SettingsError(f"FULFILMENT_MASTER_KEYS_FILE: {path} cannot be read: {problem.strerror}.") from None
    except UnicodeDecodeError:
        raise SettingsError(f"FULFILMENT_MASTER_KEYS_FILE: {path} holds something else than master keys.") from None


def _development_keys(settings: Settings) -> str:
    path = settings.data_path / _DEVELOPMENT_FILE
    try:
        data_folder.create(settings.data_path)
        fresh = "dev:" + base64.b64encode(os.urandom(_KEY_BYTES)).decode()
        scratch = path.with_name(f"{path.name}.{os.getpid()}")
        scratch.touch(mode=0o600)
        scratch.write_text(fresh, encoding="ascii")
        try:
            # A hard link is atomic, and succeeds only for the first of several starting processes.
            os.link(scratch, path)
        except FileExistsError:
            pass
        finally:
            scratch.unlink()
        return path.read_text(encoding="ascii").strip()
    except OSError as problem:
        raise SettingsError(f"The data folder {settings.data_path} cannot be written: {problem.strerror}.") from None


@cache
def keyring() -> Keyring:
    """The master keys of this process."""
    return load_keyring(settings.current())


@lru_cache(maxsize=4_096)
def _decrypt_cached(ciphertext: bytes, context: str) -> str:
    return keyring().decrypt(ciphertext, context).decode()


def encrypt_text(secret: str, context: str) -> bytes:
    """Encrypt a text secret with this process's master keys."""
    return keyring().encrypt(secret.encode(), context)


def decrypt_text(ciphertext: bytes, context: str) -> str:
    """Decrypt a text secret; the cache is keyed by ciphertext and context."""
    return _decrypt_cached(bytes(ciphertext), context)
