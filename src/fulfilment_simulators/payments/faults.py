"""Injected faults: misbehaviour of the simulator's API for the next calls of a kind."""

import asyncio
from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec

from fulfilment_simulators.payments.errors import API, StripeApiError

MOST = 100
SLOWEST_MS = 600_000
ANY = "*"
# lose_answer: executed, then the connection is cut. cut: the connection is cut before. delay: executed, with a late
# response. hang: not executed, without a response. 500_before: not executed. 500_after: executed, and a repeat gets the
# true response. 500_kept: executed, and every repeat gets the 500, as with Stripe. 429 and 401: not executed.
Kind = Literal["lose_answer", "cut", "delay", "hang", "500_before", "500_after", "500_kept", "429", "401", "garbage"]


class InjectedFault(msgspec.Struct, forbid_unknown_fields=True):
    """A fault; `on` is the name of an operation (`sessions.create`), its first part (`sessions`), or `*`."""

    do: Kind
    on: str = ANY
    times: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1
    delay_ms: Annotated[int, msgspec.Meta(ge=0, le=SLOWEST_MS)] = 0


class InjectedFaults:
    """Queue of injected faults. It is not stored, so a restart clears it."""

    def __init__(self) -> None:
        self.waiting: list[InjectedFault] = []

    def add(self, fault: InjectedFault) -> None:
        """Queue a fault. Raises StripeApiError where too many are queued."""
        if len(self.waiting) >= MOST:
            raise StripeApiError(f"At most {MOST} faults wait at once.", status=409)
        self.waiting.append(fault)

    def clear(self) -> None:
        self.waiting.clear()

    def use_next(self, call: str) -> InjectedFault | None:
        """Consume the fault for the next call of this operation, if any."""
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
