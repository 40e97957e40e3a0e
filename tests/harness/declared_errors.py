"""Refusals held against the lists of the routes: a refusal that a route answers, it declares (`raises=`)."""

import json
from functools import cache

from fulfilment.app import all_routes
from fulfilment.billing.inbound import EventSignatureCheck
from fulfilment.infra.api.routing import PREFIX, Paths
from fulfilment.infra.openapi import responses
from fulfilment.shipping.courier_clients import CourierClients

# A head that is malformed is refused on every route, whatever that declares.
_HEAD_REFUSAL = "VALIDATION"
# The published document lacks what methods of these resources raise, and is not changed for it: their routes may answer
# it undeclared.
_UNDOCUMENTED = {CourierClients: (400, "NOT_CONFIGURED"), EventSignatureCheck: (401, "AUTH_REQUIRED")}


def require_declared(method: str, target: str, status: int, raw: bytes) -> None:
    """Fail the test where a route of the API answers a refusal that it does not declare."""
    path = target.partition("?")[0]
    if status < 400 or not path.startswith(PREFIX) or not raw.startswith(b'{"data":null'):
        return
    declared = (_declared_by_path().find(path) or ({}, {}))[0].get("GET" if method == "HEAD" else method)
    code = json.loads(raw)["error"]["code"]
    if declared is None or code == _HEAD_REFUSAL:
        return
    assert code in declared.get(status, ()), (
        f"{method} {path} answers {status} {code}, which its route does not declare by `raises=`"
    )


@cache
def _declared_by_path() -> Paths[dict[str, dict[int, list[str]]]]:
    by_path: dict[str, dict[str, dict[int, list[str]]]] = {}
    for route in all_routes():
        declared = by_path.setdefault(route.path, {})[route.method] = responses.errors_of(route)
        for resource in {*route.resources.values(), route.verifier} & _UNDOCUMENTED.keys():
            status, code = _UNDOCUMENTED[resource]
            declared.setdefault(status, []).append(code)
    paths: Paths[dict[str, dict[int, list[str]]]] = Paths()
    for path, methods in by_path.items():
        paths.add(path, methods)
    return paths
