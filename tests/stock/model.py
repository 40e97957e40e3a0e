"""What a merchant's goods should be, said as plainly as can be: the model that random histories are held against."""

from __future__ import annotations

import copy
from collections import Counter

import msgspec

Place = tuple[str, str]


class Refusal(Exception):
    """The model expects the operation to be refused with this code."""

    def __init__(self, code: str):
        super().__init__(code)
        self.code = code

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and other.code == self.code

    def __hash__(self) -> int:
        return hash(self.code)


class Variant(msgspec.Struct):
    is_default: bool
    archived: bool = False
    sku: str | None = None
    threshold: int | None = None


class Warehouse(msgspec.Struct):
    is_default: bool
    archived: bool = False


class Reserved(msgspec.Struct):
    """One reservation; `state` is open, consumed, released or expired."""

    place: Place
    quantity: int
    session: str | None
    shipment: str | None = None
    state: str = "open"


class Address(msgspec.Struct):
    customer: str
    is_default: bool
    label: str = "Home"


class Model:
    """One workspace with one product."""

    def __init__(self) -> None:
        self.name = "Coffee"
        self.archived = False
        self.variants: dict[str, Variant] = {}
        self.warehouses: dict[str, Warehouse] = {}
        self.levels: dict[Place, int] = {}
        self.moves: Counter[Place] = Counter()
        self.reserved: list[Reserved] = []
        self.addresses: dict[str, Address] = {}
        self.events: Counter[tuple[str, str]] = Counter()
        self.audits: Counter[tuple[str, str]] = Counter()
        # The levels that were opened by what is under way; who looks for a place at the same time may miss them.
        self.fresh: set[Place] = set()
        self.overlooked: set[Place] = set()

    def copy(self) -> Model:
        return copy.deepcopy(self)

    def tell(self, type: str, subject: str) -> None:
        self.events[f"svc.{type}.v1", subject] += 1

    def audit(self, action: str, target: str) -> None:
        self.audits[action, target] += 1

    # Stock

    def move(self, place: Place, delta: int, *, is_told: bool) -> int:
        before = self.levels.get(place, 0)
        if before + delta < 0:
            raise Refusal("NEGATIVE_STOCK")
        if place not in self.levels:
            self.fresh.add(place)
        self.levels[place] = after = before + delta
        self.moves[place] += 1
        subject = ":".join(place)
        if is_told:
            self.tell("stock.adjusted", subject)
        threshold = self.variants[place[0]].threshold
        if threshold is not None and after < threshold <= before:
            self.tell("stock.low", subject)
        return after

    def available(self, place: Place) -> int:
        """On hand less what is actively reserved, whoever reserved it."""
        held = sum(each.quantity for each in self.reserved if each.place == place and each.state == "open")
        return self.levels.get(place, 0) - held

    def is_tracked(self, variant: str) -> bool:
        return any(place[0] == variant for place in self.seen())

    def seen(self) -> set[Place]:
        return self.levels.keys() - self.overlooked

    def place_for(self, wanted: dict[str, int], begun: set[str] = frozenset()) -> str | None:
        """The first warehouse, those begun with, then defaults, then by age, with all of `wanted` available."""
        active = [id for id, warehouse in self.warehouses.items() if not warehouse.archived]
        for id in sorted(active, key=lambda id: (id not in begun, not self.warehouses[id].is_default, id)):
            if all((v, id) in self.seen() and self.available((v, id)) >= n for v, n in wanted.items()):
                return id
        raise Refusal("STOCK_INSUFFICIENT")

    def reserve(self, wanted: dict[str, int], session: str, state: str) -> int:
        wanted = {variant: n for variant, n in wanted.items() if self.is_tracked(variant)}
        if wanted:
            where = self.place_for(wanted)
            self.reserved += [Reserved((variant, where), n, session, state=state) for variant, n in wanted.items()]
        return len(wanted)

    def release(self, session: str) -> int:
        theirs = [each for each in self.reserved if each.session == session and each.state == "open"]
        for each in theirs:
            each.state = "released"
        return len(theirs)

    def take(self, shipment: str, wanted: dict[str, int], session: str | None) -> None:
        rest = {variant: n for variant, n in wanted.items() if self.is_tracked(variant)}
        own = [each for each in self.reserved if session is not None and each.session == session]
        used = []
        on_hand = dict(self.levels)
        for each in own:
            variant, where = each.place
            if each.state != "open" or self.warehouses[where].archived:
                continue
            if n := min(each.quantity, rest.get(variant, 0), on_hand[each.place]):
                rest[variant] -= n
                on_hand[each.place] -= n
                used.append((each, n))
        rest = {variant: n for variant, n in rest.items() if n}
        where = self.place_for(rest, {each.place[1] for each, _ in used}) if rest else None
        taken = [Reserved((variant, where), n, session, shipment, "consumed") for variant, n in rest.items()]
        for each, n in used:
            if n == each.quantity:
                each.shipment, each.state = shipment, "consumed"
            else:
                each.quantity -= n
                taken.append(Reserved(each.place, n, session, shipment, "consumed"))
        self.reserved += taken
        for each, n in used:
            self.move(each.place, -n, is_told=False)
        if where is not None:
            for variant, n in rest.items():
                self.move((variant, where), -n, is_told=False)

    def give_back(self, shipment: str) -> None:
        for each in self.reserved:
            if each.shipment == shipment and each.state == "consumed":
                each.state = "released"
                self.move(each.place, each.quantity, is_told=False)

    # Variants

    def promote(self, id: str) -> None:
        for other, variant in self.variants.items():
            variant.is_default = other == id

    def keep_a_default(self) -> None:
        """The oldest active variant stands in where there is no default."""
        active = [id for id, variant in self.variants.items() if not variant.archived]
        if active and not any(variant.is_default for variant in self.variants.values()):
            self.promote(min(active))

    def require_free(self, sku: str | None, but: str | None = None) -> None:
        if sku is not None and any(v.sku == sku for id, v in self.variants.items() if id != but):
            raise Refusal("SKU_TAKEN")

    # Addresses

    def make_default(self, id: str) -> None:
        customer = self.addresses[id].customer
        for other, address in self.addresses.items():
            if address.customer == customer:
                address.is_default = other == id

    def queues(self) -> dict[tuple[str, str], list]:
        """What each checkout has set aside of each variant, in the order in which it is used up."""
        found: dict[tuple[str, str], list] = {}
        for each in self.reserved:
            if each.state == "open" and each.session is not None:
                found.setdefault((each.session, each.place[0]), []).append((each.place[1], each.quantity))
        return found

    def state(self) -> dict[str, object]:
        """What the database must show."""
        return {
            "product": (self.name, self.archived),
            "variants": {i: (v.is_default, v.archived, v.sku, v.threshold) for i, v in self.variants.items()},
            "warehouses": {i: (w.is_default, w.archived) for i, w in self.warehouses.items()},
            "levels": {p: (n, self.moves[p], self.variants[p[0]].threshold) for p, n in self.levels.items()},
            "reserved": Counter((*r.place, r.quantity, r.session, r.shipment, r.state) for r in self.reserved),
            "queues": self.queues(),
            "addresses": {i: (a.customer, a.is_default, a.label) for i, a in self.addresses.items()},
            "events": dict(self.events),
            "audits": dict(self.audits),
        }
