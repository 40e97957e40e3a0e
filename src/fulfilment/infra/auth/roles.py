"""Who may do what: the one table of roles and rights (decisions, section 14).

A route names its right, for example `stock.change` (routing.py); a person may use it whose roles include one that
the table gives it. API keys have scopes instead, and no roles.
"""

from collections.abc import Collection

OWNER = "owner"
PACKER = "packer"
SUPPORT = "support"
DEVELOPER = "developer"

ROLES = (OWNER, PACKER, SUPPORT, DEVELOPER)

_READERS = (PACKER, SUPPORT, DEVELOPER)
_OFFICE = (SUPPORT, DEVELOPER)

# For every right, who has it beside the owner, who has them all.
TABLE: dict[str, tuple[str, ...]] = {
    # The console's frame, for whoever has any role.
    "console.use": _READERS,
    # The shop's goods and places.
    "catalog.read": _READERS,
    "catalog.change": (),
    "warehouses.read": _READERS,
    "warehouses.change": (),
    "stock.read": _READERS,
    "stock.change": (PACKER,),
    # What the workspace says of itself.
    "workspace.read": _READERS,
    "workspace.change": (),
    # Parcels.
    "shipments.read": _READERS,
    "shipments.change": (PACKER,),
    # To cancel and to replace: what support does for a buyer, without drafting or booking anything else.
    "shipments.amend": (PACKER, SUPPORT),
    "shipments.print": (PACKER, SUPPORT),
    "batches.read": _READERS,
    # What it does needs the right to do it with one shipment, too.
    "batches.change": (PACKER, SUPPORT),
    "shipping.read": _READERS,
    # A quote is asked for with a POST, and changes nothing.
    "shipping.quote": _READERS,
    # It tells the address for the aggregator's reports, which is as good as a key.
    "shipping.read_configuration": (DEVELOPER,),
    "shipping.configure": (),
    # Customers.
    "addresses.read": _READERS,
    "addresses.change": (SUPPORT,),
    "deliveries.read": _OFFICE,
    "deliveries.change": (SUPPORT,),
    "licenses.read": _OFFICE,
    "licenses.change": (SUPPORT,),
    # What was bought in a partner's storefront.
    "storefront.read": _READERS,
    "storefront.change": (SUPPORT,),
    # Money.
    "shipping_credits.read": _OFFICE,
    "shipping_credits.change": (),
    "billing.read": _OFFICE,
    "billing.change": (),
    # What programs work with.
    "api_keys.read": (DEVELOPER,),
    "api_keys.change": (DEVELOPER,),
    "webhooks.read": _OFFICE,
    "webhooks.change": (DEVELOPER,),
    "events.read": _OFFICE,
    "audit_log.read": _OFFICE,
    # The overview shows money and licenses too.
    "statistics.read": _OFFICE,
    "integrations.read": _OFFICE,
    # Beyond what a role gives, these need a platform key, which no person is.
    "partners.read": (),
    "partners.change": (),
}


def holders(right: str) -> tuple[str, ...]:
    """The roles that have a right; the owner alone where no row of the table names it."""
    return (OWNER, *TABLE.get(right, ()))


def may(roles: Collection[str], right: str) -> bool:
    """Whether somebody with these roles has the right."""
    return any(role in roles for role in holders(right))
