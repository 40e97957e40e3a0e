"""One route as OpenAPI describes it: parameters, body, answers and refusals."""

import inspect
from typing import Any

from fulfilment.infra.api.envelope import JSON_TYPE
from fulfilment.infra.api.routing import Route
from fulfilment.infra.auth import roles
from fulfilment.infra.limits.request_cost import ONE
from fulfilment.infra.openapi import parameters, responses
from fulfilment.infra.openapi.parameters import camel
from fulfilment.infra.openapi.responses import ErrorResponse, ListMeta, ResponseMeta


def types_of(route: Route) -> list[Any]:
    """Every type that the description of the route refers to."""
    types: list[Any] = [ResponseMeta, ListMeta, ErrorResponse]
    types += [
        kind for kind in (route.body, None if responses.is_document(route) else route.returns) if kind is not None
    ]
    types += [field.type for field in parameters.query_fields(route)]
    return types


def describe(route: Route, schemas: dict[Any, Any]) -> dict[str, Any]:
    """The operation object; `schemas` holds the schema of each of `types_of(route)`."""
    summary, _, description = (inspect.getdoc(route.handler) or "").partition("\n")
    operation: dict[str, Any] = {
        "operationId": camel(route.handler.__name__),
        "x-client": route.sdk_method,
        "tags": [route.tag],
        "summary": summary,
        "parameters": parameters.describe_parameters(route, schemas),
        "responses": responses.describe_responses(route, schemas),
    }
    if route.cost is not ONE:
        description += f"\n\nThis takes {route.cost} of the requests a minute."
    if route.is_cross_origin:
        description += "\n\nBrowsers may call this from pages of any origin."
    if description.strip():
        operation["description"] = description.strip()
    if route.right is not None:
        # Which roles a person needs, one of them (decisions, section 14).
        operation["x-roles"] = list(roles.holders(route.right))
    if route.body is not None:
        operation["requestBody"] = {
            "required": not route.body_optional,
            "content": {JSON_TYPE: {"schema": schemas[route.body]}},
        }
    if route.is_public:
        operation["security"] = []
    return operation


def shown_path(route: Route) -> str:
    """The path with its parameters named as everything else on the wire."""
    path = route.path
    for name in route.path_names:
        path = path.replace("{" + name + "}", "{" + camel(name) + "}")
    return path
