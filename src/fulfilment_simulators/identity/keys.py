"""Signing keys with rotation. The key set has the current key, the next key, and former keys of valid tokens."""

import asyncio
from collections.abc import Callable

from joserfc.jwk import KeySet, RSAKey

from fulfilment.infra import ids

ROTATE_SECONDS = 3_600.0
# The maximum lifetime of a token, after which a former key is no longer needed.
TOKEN_SECONDS = 3_600
RSA_BITS = 2_048
# Limits the size of the key set after many rotations.
MAX_FORMER_KEYS = 8


def _generate() -> RSAKey:
    return RSAKey.generate_key(RSA_BITS, {"kid": ids.cuid(), "use": "sig", "alg": "RS256"})


class SigningKeys:
    """The signing keys; `now` is a clock in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._signing = _generate()
        self._next = _generate()
        self._signs_until = now() + ROTATE_SECONDS
        # Each with the time at which it leaves the key set.
        self._former: list[tuple[RSAKey, float]] = []
        self._rotating = asyncio.Lock()

    async def signing(self) -> RSAKey:
        """The current signing key, after a due rotation."""
        async with self._rotating:
            if self._now() >= self._signs_until:
                await self._rotate()
            return self._signing

    async def rotate(self) -> None:
        """Sign with the next key from now on."""
        async with self._rotating:
            await self._rotate()

    @property
    def public_set(self) -> KeySet:
        """All keys that may sign a token, and the next one."""
        now = self._now()
        former = [key for key, until in self._former if until > now]
        return KeySet([self._signing, self._next, *former])

    async def _rotate(self) -> None:
        now = self._now()
        # Generating a key takes a part of a second, so it runs in a thread.
        fresh = await asyncio.to_thread(_generate)
        unexpired = [(key, until) for key, until in self._former if until > now]
        self._former = [(self._signing, now + TOKEN_SECONDS), *unexpired][:MAX_FORMER_KEYS]
        self._signing, self._next = self._next, fresh
        self._signs_until = now + ROTATE_SECONDS
