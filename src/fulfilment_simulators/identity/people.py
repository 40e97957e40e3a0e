"""Users of the simulator: one of each role, one with two workspaces, one without any (decisions, section 14)."""

from collections.abc import Sequence
from typing import Any

import msgspec

# The second workspace of a user with two. The service provisions it at its first use.
SECOND_WORKSPACE = "acc_second_shop"


class SimulatedPerson(msgspec.Struct, frozen=True):
    """A simulated user. With `roles` None their tokens do not have that claim.

    `workspaces` is their number of workspaces, without those that the operator added later; 0 means no workspace at
    all.
    """

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
    SimulatedPerson("owner", "Ayu Lestari", "Owner: may do everything.", ("owner",), 1),
    SimulatedPerson("packer", "Budi Santoso", "Packer: parcels, labels and stock.", ("packer",), 1),
    SimulatedPerson(
        "support", "Citra Dewi", "Support: customers, licenses, deliveries; reads the rest.", ("support",), 1
    ),
    SimulatedPerson("developer", "Dimas Pratama", "Developer: API keys, webhooks; reads the rest.", ("developer",), 1),
    SimulatedPerson("both", "Eka Wijaya", "Owner of two workspaces.", ("owner",), 2),
    SimulatedPerson("nobody", "Fitri Handayani", "In no workspace.", None, 0),
)


def find_person(identifier: object) -> SimulatedPerson | None:
    """The user with this id."""
    return next((person for person in PEOPLE if person.id == identifier), None)


def find_subject(subject: object) -> SimulatedPerson | None:
    """The user with this `sub` claim."""
    return next((person for person in PEOPLE if person.subject == subject), None)


def build_claims(person: SimulatedPerson, workspaces: Sequence[str], opened: Sequence[str] = ()) -> dict[str, Any]:
    """The claims of a user's tokens, without `sub`.

    `workspaces` are the installation's first workspace and the second shop; `opened` are those that the operator added
    since.
    """
    own = list(dict.fromkeys([*workspaces[: person.workspaces], *opened])) if person.workspaces else []
    claims_of_person: dict[str, Any] = {"name": person.name, "email": person.email, "email_verified": True}
    if own:
        claims_of_person["accountId"] = own[0]
    if len(own) > 1:
        claims_of_person["accountIds"] = own
    if person.roles is not None:
        claims_of_person["roles"] = list(person.roles)
    return claims_of_person
