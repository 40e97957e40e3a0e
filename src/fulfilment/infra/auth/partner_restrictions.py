"""What a partner may not do in a merchant's workspace, and what it never sees there: the one list.

It holds on behalf of the merchant (the header) and for the keys that were made so, alike. `partner_policy.py` is what
holds it, and the tests of tests/partners walk every route by it. Records and fields are named as in the code.
"""

# It provisions and reckons as itself, without the header.
FORBIDDEN_ROUTES = frozenset(
    {
        ("POST", "/api/v1/admin/workspaces"),
        ("GET", "/api/v1/admin/workspaces/{account_id}"),
        ("GET", "/api/v1/admin/partner/usage"),
    }
)

# What a body that it sends may not hold, null included.
FORBIDDEN_FIELDS = {"ShippingConfigChange": ("api_key",)}

# What is null in the records that it is shown: the merchant's aggregator key, and the address that proves its reports.
HIDDEN_FIELDS = {"AggregatorConfig": ("api_key_preview", "report_url")}

# Of these it sees and changes those alone that bear it, on their own routes and as targets in the audit log.
OWN_TARGETS = frozenset({"ApiKey"})
