"""Meaning of the ids in paths. A route with an id that is not listed here fails the tenancy tests by its name."""

import re

# The path up to an id, with what it is in a world (`world.py`).
PATH_IDS = {
    "/api/v1/api-keys/{id}": "api_key",
    "/api/v1/products/{id}": "product",
    "/api/v1/products/{id}/variants/{variantId}": "variant",
    "/api/v1/warehouses/{id}": "warehouse",
    "/api/v1/addresses/{id}": "address",
    "/api/v1/shipments/{id}": "shipment",
    "/api/v1/shipping/shipments/{id}": "shipment",
    "/api/v1/batches/{id}": "batch",
    "/api/v1/shipping/track/{waybillId}": "waybill",
    "/api/v1/deliveries/{id}": "delivery",
    "/api/v1/licenses/{id}": "license",
    "/api/v1/licenses/{id}/activations/{activationId}": "activation",
    "/api/v1/storefront/orders/{id}": "order",
    "/api/v1/webhooks/endpoints/{id}": "endpoint",
    "/api/v1/webhooks/events/{id}": "event",
    "/api/v1/webhooks/recoveries/{id}": "recovery",
    "/api/v1/events/{id}": "envelope",
    "/api/v1/admin/workspaces/{accountId}": "workspace",
}

# These need no credential: what stands in their path is a secret, not an id.
GUARDED_BY_A_SECRET = {"/api/v1/label-links/{token}", "/api/v1/inbound/aggregator/{token}"}


def ids_of(path: str) -> list[tuple[str, str | None]]:
    """The parameters of a path, in order, each with its kind; None where PATH_IDS has none."""
    return [(found[1], PATH_IDS.get(path[: found.end()])) for found in re.finditer(r"\{(\w+)\}", path)]


def in_world(path: str, world: dict[str, str]) -> str:
    """The path with the ids of one world."""
    for name, kind in ids_of(path):
        assert kind is not None, f"{path}: say in PATH_IDS what {{{name}}} is, and make one in world.py"
        path = path.replace("{" + name + "}", world[kind])
    return path
