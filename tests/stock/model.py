"""Reference model of a merchant's goods, as plain as possible; random histories are compared with it."""

from __future__ import annotations

import copy
from collections import Counter

import msgspec

LevelKey = tuple[str, str]


class ExpectedError(Exception):
    """The model expects the operation to be refused with this code."""

    def __init__(self, code: str):
        super().__init__(code)
        self.code = code

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExpectedError) and other.code == self.code

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


class ModelReservation(msgspec.Struct):
    """One reservation; `state` is open, consumed, released or expired."""

    level_key: LevelKey
    quantity: int
    session: str | None
    shipment: str | None = None
    state: str = "open"


class Address(msgspec.Struct):
    customer: str
    is_default: bool
    label: str = "Home"


class StockModel:
    """One workspace with one product."""

    def __init__(self) -> None:
        self.name = "Coffee"
        self.archived = False
        self.variants: dict[str, Variant] = {}
        self.warehouses: dict[str, Warehouse] = {}
        self.levels: dict[LevelKey, int] = {}
        self.movement_counts: Counter[LevelKey] = Counter()
        self.reserved: list[ModelReservation] = []
        self.addresses: dict[str, Address] = {}
        self.events: Counter[tuple[str, str]] = Counter()
        self.audits: Counter[tuple[str, str]] = Counter()
        # The levels that were opened by what is under way; who looks for a place at the same time may miss them.
        self.new_levels: set[LevelKey] = set()
        self.invisible_levels: set[LevelKey] = set()

    def copy(self) -> StockModel:
        return copy.deepcopy(self)

    def emit(self, type: str, subject: str) -> None:
        self.events[f"svc.{type}.v1", subject] += 1

    def audit(self, action: str, target: str) -> None:
        self.audits[action, target] += 1

    # Stock

    def apply_movement(self, level_key: LevelKey, delta: int, *, has_event: bool) -> int:
        before = self.levels.get(level_key, 0)
        if before + delta < 0:
            raise ExpectedError("NEGATIVE_STOCK")
        if level_key not in self.levels:
            self.new_levels.add(level_key)
        self.levels[level_key] = after = before + delta
        self.movement_counts[level_key] += 1
        subject = ":".join(level_key)
        if has_event:
            self.emit("stock.adjusted", subject)
        threshold = self.variants[level_key[0]].threshold
        if threshold is not None and after < threshold <= before:
            self.emit("stock.low", subject)
        return after

    def available(self, level_key: LevelKey) -> int:
        """On hand less the active reservations of all checkouts and callers."""
        reserved = sum(each.quantity for each in self.reserved if each.level_key == level_key and each.state == "open")
        return self.levels.get(level_key, 0) - reserved

    def is_tracked(self, variant: str) -> bool:
        return any(level_key[0] == variant for level_key in self.visible_levels())

    def visible_levels(self) -> set[LevelKey]:
        return self.levels.keys() - self.invisible_levels

    def choose_warehouse(self, requested: dict[str, int], preferred: set[str] = frozenset()) -> str | None:
        """The first warehouse, those begun with, then defaults, then by age, with all of `requested` available."""
        active = [id for id, warehouse in self.warehouses.items() if not warehouse.archived]
        for id in sorted(active, key=lambda id: (id not in preferred, not self.warehouses[id].is_default, id)):
            if all((v, id) in self.visible_levels() and self.available((v, id)) >= n for v, n in requested.items()):
                return id
        raise ExpectedError("STOCK_INSUFFICIENT")

    def reserve(self, requested: dict[str, int], session: str, state: str) -> int:
        requested = {variant: n for variant, n in requested.items() if self.is_tracked(variant)}
        if requested:
            warehouse = self.choose_warehouse(requested)
            self.reserved += [
                ModelReservation((variant, warehouse), n, session, state=state) for variant, n in requested.items()
            ]
        return len(requested)

    def release(self, session: str) -> int:
        released = [each for each in self.reserved if each.session == session and each.state == "open"]
        for each in released:
            each.state = "released"
        return len(released)

    def allocate(self, shipment: str, requested: dict[str, int], session: str | None) -> None:
        remaining = {variant: n for variant, n in requested.items() if self.is_tracked(variant)}
        own = [each for each in self.reserved if session is not None and each.session == session]
        used = []
        on_hand = dict(self.levels)
        for each in own:
            variant, warehouse = each.level_key
            if each.state != "open" or self.warehouses[warehouse].archived:
                continue
            if n := min(each.quantity, remaining.get(variant, 0), on_hand[each.level_key]):
                remaining[variant] -= n
                on_hand[each.level_key] -= n
                used.append((each, n))
        remaining = {variant: n for variant, n in remaining.items() if n}
        warehouse = self.choose_warehouse(remaining, {each.level_key[1] for each, _ in used}) if remaining else None
        allocated = [
            ModelReservation((variant, warehouse), n, session, shipment, "consumed") for variant, n in remaining.items()
        ]
        for each, n in used:
            if n == each.quantity:
                each.shipment, each.state = shipment, "consumed"
            else:
                each.quantity -= n
                allocated.append(ModelReservation(each.level_key, n, session, shipment, "consumed"))
        self.reserved += allocated
        for each, n in used:
            self.apply_movement(each.level_key, -n, has_event=False)
        if warehouse is not None:
            for variant, n in remaining.items():
                self.apply_movement((variant, warehouse), -n, has_event=False)

    def release_shipment(self, shipment: str) -> None:
        for each in self.reserved:
            if each.shipment == shipment and each.state == "consumed":
                each.state = "released"
                self.apply_movement(each.level_key, each.quantity, has_event=False)

    # Variants

    def promote(self, id: str) -> None:
        for other, variant in self.variants.items():
            variant.is_default = other == id

    def ensure_default(self) -> None:
        """The oldest active variant stands in where there is no default."""
        active = [id for id, variant in self.variants.items() if not variant.archived]
        if active and not any(variant.is_default for variant in self.variants.values()):
            self.promote(min(active))

    def require_free(self, sku: str | None, but: str | None = None) -> None:
        if sku is not None and any(v.sku == sku for id, v in self.variants.items() if id != but):
            raise ExpectedError("SKU_TAKEN")

    # Addresses

    def make_default(self, id: str) -> None:
        customer = self.addresses[id].customer
        for other, address in self.addresses.items():
            if address.customer == customer:
                address.is_default = other == id

    def queues(self) -> dict[tuple[str, str], list]:
        """Each checkout's reservations of each variant, in the order in which they are used up."""
        found: dict[tuple[str, str], list] = {}
        for each in self.reserved:
            if each.state == "open" and each.session is not None:
                found.setdefault((each.session, each.level_key[0]), []).append((each.level_key[1], each.quantity))
        return found

    def snapshot(self) -> dict[str, object]:
        """The state that the database must show."""
        return {
            "product": (self.name, self.archived),
            "variants": {i: (v.is_default, v.archived, v.sku, v.threshold) for i, v in self.variants.items()},
            "warehouses": {i: (w.is_default, w.archived) for i, w in self.warehouses.items()},
            "levels": {p: (n, self.movement_counts[p], self.variants[p[0]].threshold) for p, n in self.levels.items()},
            "reserved": Counter((*r.level_key, r.quantity, r.session, r.shipment, r.state) for r in self.reserved),
            "queues": self.queues(),
            "addresses": {i: (a.customer, a.is_default, a.label) for i, a in self.addresses.items()},
            "events": dict(self.events),
            "audits": dict(self.audits),
        }
