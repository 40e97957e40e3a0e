"""The keys of the simulator: one signs, the next is shown already, and so are former ones while a token needs them."""

import asyncio
from collections.abc import Callable

from joserfc.jwk import KeySet, RSAKey

from fulfilment.infra import ids

ROTATE_SECONDS = 3_600.0
# No token lives longer than that, and so no key is needed longer after it last signed.
TOKEN_SECONDS = 3_600
RSA_BITS = 2_048
# Bound on rotations, so that a reader of the set reads no more.
MAX_FORMER_KEYS = 8


def _generate() -> RSAKey:
    return RSAKey.generate_key(RSA_BITS, {"kid": ids.cuid(), "use": "sig", "alg": "RS256"})


class SigningKeys:
    """The set of keys; `now` is a clock in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._signing = _generate()
        self._next = _generate()
        self._signs_until = now() + ROTATE_SECONDS
        # Each with the time when it is shown no more.
        self._former: list[tuple[RSAKey, float]] = []
        self._rotating = asyncio.Lock()

    async def signing(self) -> RSAKey:
        """The key to sign with now."""
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
        # Part of a second's work, in a thread, so that readers do not wait.
        fresh = await asyncio.to_thread(_generate)
        unexpired = [(key, until) for key, until in self._former if until > now]
        self._former = [(self._signing, now + TOKEN_SECONDS), *unexpired][:MAX_FORMER_KEYS]
        self._signing, self._next = self._next, fresh
        self._signs_until = now + ROTATE_SECONDS
