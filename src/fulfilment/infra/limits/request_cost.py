"""Request cost against the allowance: one, unless the route or the size says otherwise (docs/limits.md)."""

import msgspec

BYTES_PER_UNIT = 16_384


class RequestCost(msgspec.Struct, frozen=True):
    """`minimum` at least, and one per `items_per_unit` entries of the body's list `per_item_field`, rounded up."""

    minimum: int = 1
    per_item_field: str = ""
    items_per_unit: int = 1

    def for_body(self, body: object) -> int:
        """What a request with this body costs."""
        if not self.per_item_field:
            return self.minimum
        return max(self.minimum, -(-len(getattr(body, self.per_item_field)) // self.items_per_unit))

    def __str__(self) -> str:
        if not self.per_item_field:
            return str(self.minimum)
        first, *rest = self.per_item_field.split("_")
        shown = first + "".join(word.capitalize() for word in rest)
        return f"1 for every {self.items_per_unit} `{shown}`"


ONE = RequestCost()
# It calls the courier aggregator each time, for all couriers.
QUOTE = RequestCost(5)
# It calls the payment provider, some several times, which all workspaces share.
PAYMENTS = RequestCost(5)
# It reads, or sets going, what is as large as the workspace.
EXPORT = RequestCost(10)


def per_items(per_item_field: str, items_per_unit: int) -> RequestCost:
    """One for every so many entries of a list in the body."""
    return RequestCost(1, per_item_field, items_per_unit)


def body_cost(body: bytes) -> int:
    """One for each BYTES_PER_UNIT of the body that has begun, and one for no body (decisions, section 15)."""
    return max(1, -(-len(body) // BYTES_PER_UNIT))
