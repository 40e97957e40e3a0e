"""The people of the simulator: one of each role, one in two workspaces, one in none (decisions, section 14)."""

from collections.abc import Sequence
from typing import Any

import msgspec

# The other workspace of whoever has two. The service opens it when it is first worked in.
SECOND_WORKSPACE = "acc_second_shop"


class Person(msgspec.Struct, frozen=True):
    """Somebody to sign in as. `roles` None: their tokens do not have the claim. `workspaces`: in how many they work."""

    id: str
    name: str
    about: str
    roles: tuple[str, ...] | None
    workspaces: int

    @property
    def subject(self) -> str:
        return f"usr_{self.id}"

    @property
    def email(self) -> str:
        return f"{self.id}@people.example"


PEOPLE = (
    Person("owner", "Ayu Lestari", "Owner: may do everything.", ("owner",), 1),
    Person("packer", "Budi Santoso", "Packer: parcels, labels and stock.", ("packer",), 1),
    Person("support", "Citra Dewi", "Support: customers, licenses, deliveries; reads the rest.", ("support",), 1),
    Person("developer", "Dimas Pratama", "Developer: API keys, webhooks; reads the rest.", ("developer",), 1),
    Person("both", "Eka Wijaya", "Owner of two workspaces.", ("owner",), 2),
    Person("nobody", "Fitri Handayani", "In no workspace.", None, 0),
)


def find(identifier: object) -> Person | None:
    """The person with this id."""
    return next((person for person in PEOPLE if person.id == identifier), None)


def find_subject(subject: object) -> Person | None:
    """The person that tokens call so."""
    return next((person for person in PEOPLE if person.subject == subject), None)


def claims(person: Person, workspaces: Sequence[str]) -> dict[str, Any]:
    """What tokens say of somebody, beside their subject; `workspaces` are those of the installation."""
    own = list(workspaces[: person.workspaces])
    said: dict[str, Any] = {"name": person.name, "email": person.email, "email_verified": True}
    if own:
        said["accountId"] = own[0]
    if len(own) > 1:
        said["accountIds"] = own
    if person.roles is not None:
        said["roles"] = list(person.roles)
    return said
