"""How the simulator's API misbehaves when it is told to: for the next calls of a kind."""

import asyncio
from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec

from fulfilment_simulators.payments.errors import API, StripeApiError

MOST = 100
SLOWEST_MS = 600_000
ANY = "*"
# lose_answer: done, then the connection is cut. cut: cut before anything is done. delay: done, and answered late.
# hang: not done, and never answered. 500_before: not done. 500_after: done, and a repeat gets the true answer.
# 500_kept: done, and every repeat under the key gets the 500, as Stripe keeps it. 429 and 401: not done.
Kind = Literal["lose_answer", "cut", "delay", "hang", "500_before", "500_after", "500_kept", "429", "401", "garbage"]


class InjectedFault(msgspec.Struct, forbid_unknown_fields=True):
    """`on` is a kind of call (`sessions.create`), the first part of one (`sessions`), or `*`."""

    do: Kind
    on: str = ANY
    times: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1
    delay_ms: Annotated[int, msgspec.Meta(ge=0, le=SLOWEST_MS)] = 0


class InjectedFaults:
    """Never written down: a restart is a fresh start."""

    def __init__(self) -> None:
        self.waiting: list[InjectedFault] = []

    def add(self, fault: InjectedFault) -> None:
        """Raises StripeApiError where too many wait."""
        if len(self.waiting) >= MOST:
            raise StripeApiError(f"At most {MOST} faults wait at once.", status=409)
        self.waiting.append(fault)

    def clear(self) -> None:
        self.waiting.clear()

    def use_next(self, call: str) -> InjectedFault | None:
        """The fault of the next call of this kind, which uses it up."""
        for fault in self.waiting:
            if fault.on in _names(call):
                fault.times -= 1
                if not fault.times:
                    self.waiting.remove(fault)
                return fault
        return None


def _names(call: str) -> Iterable[str]:
    return (ANY, call, call.split(".")[0])


def build_server_error() -> StripeApiError:
    return StripeApiError("An unknown error occurred", type=API, status=500, is_remembered=False)


async def apply_before(fault: InjectedFault) -> None:
    """Apply a fault in place of the call. Raises StripeApiError."""
    if fault.do == "hang":
        await asyncio.Event().wait()
    if fault.do == "500_before":
        raise build_server_error()
    if fault.do == "429":
        raise StripeApiError(
            "Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.",
            code="rate_limit",
            status=429,
            is_remembered=False,
        )
    if fault.do == "401":
        raise StripeApiError(
            "Expired API Key provided: sk_test_****", code="api_key_expired", status=401, is_remembered=False
        )
