"""One route as OpenAPI describes it: parameters, body, answers and refusals."""

import inspect
from typing import Any

from fulfilment import roles
from fulfilment.http import answers, parameters
from fulfilment.http.answers import AnswerMeta, Failure, ListMeta
from fulfilment.http.cost import ONE
from fulfilment.http.envelope import JSON_TYPE
from fulfilment.http.parameters import camel
from fulfilment.http.route import Route


def types_of(route: Route) -> list[Any]:
    """Every type that the description of the route refers to."""
    types: list[Any] = [AnswerMeta, ListMeta, Failure]
    types += [kind for kind in (route.body, None if answers.is_document(route) else route.returns) if kind is not None]
    types += [field.type for field in parameters.query_fields(route)]
    return types


def describe(route: Route, schemas: dict[Any, Any]) -> dict[str, Any]:
    """The operation object; `schemas` holds the schema of each of `types_of(route)`."""
    summary, _, description = (inspect.getdoc(route.handler) or "").partition("\n")
    operation: dict[str, Any] = {
        "operationId": camel(route.handler.__name__),
        "x-client": route.client,
        "tags": [route.tag],
        "summary": summary,
        "parameters": parameters.of(route, schemas),
        "responses": answers.of(route, schemas),
    }
    if route.cost is not ONE:
        description += f"\n\nThis takes {route.cost} of the requests a minute."
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
