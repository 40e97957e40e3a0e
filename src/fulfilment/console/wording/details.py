"""What the API says of a refusal or of a field, for whoever typed it: in plain words, and in their language."""

import re
from collections.abc import Callable
from itertools import islice

from fulfilment.translations import N_

_NUMBER = re.compile(r"[0-9]+")
_NAMES = ("first", "second")
_COURIER = "The courier says: "
_TOO_LITTLE_CREDIT = re.compile(r"^(There is not enough shipping credit: -?[0-9]+ is needed), -?[0-9]+ is available\.$")

# What the API says, with a name for each number. What is not here is shown as it is.
_AS_IT_IS = (
    N_("This does not have the form that it must have."),
    N_("A cancelled shipment cannot be cancelled."),
    N_("A delivered shipment cannot be cancelled."),
    N_("A returned shipment cannot be cancelled."),
    N_("A cancelled or replaced shipment cannot be booked."),
    N_("The courier is booked already."),
    N_("A cancelled shipment needs no label."),
    N_("There is no waybill yet: book the courier first."),
    N_("The shipment has been replaced already."),
    N_("The shipment has been restocked already."),
    N_("There is no such postal code where the couriers deliver."),
    N_("This courier does not offer that service for this parcel."),
    N_("The courier asks more than the shipment says, and the operator has such bookings refused."),
    N_("Only %(first)s of these came back."),
    N_("Set the shipping origin first."),
    N_("No courier aggregator is configured."),
    N_("The shipping integration is switched off."),
    N_("Not enough is available: %(first)s needed, %(second)s available in one place."),
    N_("Not enough is available: %(first)s needed, %(second)s available where the others are."),
    N_("Not enough is available: %(first)s wanted, %(second)s available in the warehouse."),
    N_("A product has at most %(first)s variants."),
    N_("Make another variant the default instead."),
    N_("A transfer needs two warehouses."),
    N_("A level holds at most %(first)s."),
    N_("Another variant of the product has this sku."),
    N_("An archived variant cannot be the default."),
    N_("There is not enough shipping credit: %(first)s is needed, %(second)s is available."),
    N_("There is not enough shipping credit: %(first)s is needed."),
    N_("This is no IANA time zone. Names look like 'Asia/Jakarta'."),
)
# The same where people are told it in other words.
WORDS: dict[str, str] = {text: text for text in _AS_IT_IS} | {
    "This field is required.": N_("Enter something here."),
    "Expected 'string' of length >= %(first)s.": N_("Enter something here."),
    "Expected 'string' of length <= %(first)s.": N_("This is too long: %(first)s characters fit."),
    "Expected 'integer' >= %(first)s.": N_("Enter a whole number from %(first)s up."),
    "Expected 'integer' <= %(first)s.": N_("Enter a whole number up to %(first)s."),
    "Expected 'number' >= -%(first)s.%(second)s.": N_("Enter a number from -%(first)s up."),
    "Expected 'number' <= %(first)s.%(second)s.": N_("Enter a number up to %(first)s."),
    "NUL characters and lone surrogates are not allowed.": N_("Some of these characters cannot be kept. Type it anew."),
    "The adjustment would take the level below zero: %(first)s on hand, %(second)s to be taken.": N_(
        "There are %(first)s on hand, and %(second)s were to be taken."
    ),
}


def tell(said: str, say: Callable[[str], str], *, sees_credit: bool = False) -> str:
    """What the service says, as it is shown; a courier's own words stay, and what introduces them does not.

    Of credit that does not suffice, whoever may not see the credit reads what is needed alone (decision 128).
    """
    if not sees_credit:
        said = _TOO_LITTLE_CREDIT.sub(r"\1.", said)
    if said.startswith(_COURIER):
        return say(N_("The courier says: %(words)s")) % {"words": said.removeprefix(_COURIER)}
    numbers = list(islice((found[0] for found in _NUMBER.finditer(said)), len(_NAMES) + 1))
    if len(numbers) > len(_NAMES):
        return said
    names = iter(_NAMES)
    words = WORDS.get(_NUMBER.sub(lambda _: f"%({next(names)})s", said))
    if words is None:
        return say(said) if said else said
    return say(words) % dict(zip(_NAMES, numbers, strict=False)) if numbers else say(words)
