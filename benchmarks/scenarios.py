"""Scenarios: each request, the rows that it leaves, and how its statements vary when pgbench runs them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from benchmarks import requests, workload
from benchmarks.requests import Stage
from benchmarks.script import Pick

# Keys that are asked about in one run: many more than fit into a page of anything.
_KEYS_ASKED = 20_000


class Scenario(msgspec.Struct, frozen=True):
    """One kind of request.

    `requests` makes one request of each number. An act leaves rows, `leaves` of each kind that the ledger counts, and
    is sent once. Other requests repeat, `distinct` of them in turn. An act that `uses_up` something takes the leavings
    of another, which the numbers name (`Script.made`); else they just count.

    The rest says how its statements vary between transactions of pgbench. `picks` are the rows that existed before.
    `drawn` answers, from the answer's data, the random texts of the service that must be unique.
    """

    name: str
    requests: Callable[[Stage, Iterable[int]], Iterable[bytes]]
    status: int = 200
    distinct: int = 1
    leaves: dict[str, int] = {}
    uses_up: str = ""
    has_sql: bool = True
    picks: tuple[Pick, ...] = ()
    drawn: Callable[[Any], Sequence[str]] = lambda _data: ()

    @property
    def is_act(self) -> bool:
        return bool(self.leaves)


_TOLD = {"events": 1, "queued": 1}
_RECORDED = {"entries": 1, "memories": 1, **_TOLD}
_DRAFTED = {"shipments": 1, "pending": 1, "movements": 1, "consumed": 1, "shipment.created": 1, "memories": 1, **_TOLD}

SCENARIOS = (
    Scenario(
        "adjust",
        requests.adjustments,
        leaves={"movements": 1, "stock.adjusted": 1, "memories": 1, **_TOLD},
        picks=(requests.LEVEL,),
    ),
    Scenario("levels", requests.levels, distinct=workload.LEVELS, picks=(requests.LEVEL,)),
    Scenario("products", requests.products),
    Scenario("validate", requests.validations, distinct=_KEYS_ASKED, picks=(Pick("license", 1, workload.LICENSES),)),
    Scenario("draft", requests.drafts, 201, leaves=_DRAFTED),
    Scenario("draft-many", requests.varied_drafts, 201, leaves=_DRAFTED, picks=(requests.LEVEL,)),
    Scenario(
        "draft-bulk",
        requests.bulk_drafts,
        leaves={name: requests.DRAFTS_AT_ONCE * many for name, many in _DRAFTED.items()} | {"memories": 1},
        picks=(requests.LEVEL,),
    ),
    Scenario(
        "confirm",
        requests.confirmations,
        leaves={"pending": -1, "confirmed": 1, "charges": 1, "shipment.pickup_confirmed": 1, "memories": 1, **_TOLD},
        uses_up="draft",
        drawn=requests.booked,
    ),
    Scenario(
        "cancel",
        requests.cancellations,
        leaves={
            "pending": -1,
            "cancelled": 1,
            "released": 1,
            "movements": 1,
            "shipment.cancelled": 1,
            "memories": 1,
            **_TOLD,
        },
        uses_up="draft",
    ),
    Scenario(
        "activate",
        requests.activations,
        leaves={"active": 1, "license.activated": 1, **_TOLD},
        picks=(requests.LICENSE_OF_NUMBER,),
    ),
    Scenario(
        "deactivate",
        requests.deactivations,
        leaves={"active": -1, "license.deactivated": 1, **_TOLD},
        uses_up="activate",
        picks=(requests.LICENSE_OF_ROW,),
    ),
    Scenario(
        "license",
        requests.licenses,
        201,
        leaves={"licenses": 1, "license.issued": 1, **_RECORDED},
        drawn=lambda data: [data["license"]["key"]],
    ),
    Scenario("delivery", requests.deliveries, 201, leaves={"deliveries": 1, "delivery.created": 1, **_RECORDED}),
    Scenario(
        "product",
        requests.new_products,
        201,
        leaves={"products": 1, "variants": 1, "product.created": 1, **_RECORDED},
    ),
    Scenario(
        "variant",
        requests.new_variants,
        201,
        leaves={"variants": 1, "variant.created": 1, **_RECORDED},
        picks=(requests.PLAIN,),
    ),
    Scenario("reserve", requests.reservations, leaves={"open": 1, "checkouts": 1}, picks=(requests.PLAIN,)),
    Scenario("empty", requests.nothing, has_sql=False),
)
