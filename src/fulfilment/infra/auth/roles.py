"""Role-based access control: the table of roles and rights (decisions, section 14).

A route names its right, for example `stock.change` (routing.py). A person may use the route if one of the person's
roles has the right. API keys have scopes instead of roles.
"""

from collections.abc import Collection

OWNER = "owner"
PACKER = "packer"
SUPPORT = "support"
DEVELOPER = "developer"

ROLES = (OWNER, PACKER, SUPPORT, DEVELOPER)

_READERS = (PACKER, SUPPORT, DEVELOPER)
_OFFICE = (SUPPORT, DEVELOPER)

# The roles that have each right. The owner, in addition, has all rights.
TABLE: dict[str, tuple[str, ...]] = {
    # The layout of the console, for every role.
    "console.use": _READERS,
    # Products and warehouses.
    "catalog.read": _READERS,
    "catalog.change": (),
    "warehouses.read": _READERS,
    "warehouses.change": (),
    "stock.read": _READERS,
    "stock.change": (PACKER,),
    # The workspace and its settings.
    "workspace.read": _READERS,
    "workspace.change": (),
    # Parcels.
    "shipments.read": _READERS,
    "shipments.change": (PACKER,),
    # Cancelling and replacing a shipment for a buyer, without drafting or booking others.
    "shipments.amend": (PACKER, SUPPORT),
    "shipments.print": (PACKER, SUPPORT),
    "batches.read": _READERS,
    # Each action of a bulk job also needs the right to do it with one shipment.
    "batches.change": (PACKER, SUPPORT),
    "shipping.read": _READERS,
    # A quote is a POST, and changes nothing.
    "shipping.quote": _READERS,
    # The configuration shows the secret URL for the aggregator's reports, which is a credential.
    "shipping.read_configuration": (DEVELOPER,),
    "shipping.configure": (),
    # Customers.
    "addresses.read": _READERS,
    "addresses.change": (SUPPORT,),
    "deliveries.read": _OFFICE,
    "deliveries.change": (SUPPORT,),
    "licenses.read": _OFFICE,
    "licenses.change": (SUPPORT,),
    # Orders of a partner's storefront.
    "storefront.read": _READERS,
    "storefront.change": (SUPPORT,),
    # Money.
    "shipping_credits.read": _OFFICE,
    "shipping_credits.change": (),
    "billing.read": _OFFICE,
    "billing.change": (),
    # Integrations of programs.
    "api_keys.read": (DEVELOPER,),
    "api_keys.change": (DEVELOPER,),
    "webhooks.read": _OFFICE,
    "webhooks.change": (DEVELOPER,),
    "events.read": _OFFICE,
    "audit_log.read": _OFFICE,
    # The overview also shows money and licenses.
    "statistics.read": _OFFICE,
    "integrations.read": _OFFICE,
    # These also need a platform key, which no person has.
    "partners.read": (),
    "partners.change": (),
}


def holders(right: str) -> tuple[str, ...]:
    """The roles that have a right; the owner alone for a right that is not in the table."""
    return (OWNER, *TABLE.get(right, ()))


def may(roles: Collection[str], right: str) -> bool:
    """True if one of the roles has the right."""
    return any(role in roles for role in holders(right))
