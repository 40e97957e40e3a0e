"""Argument binding: the path, the query and the body of a request, decoded into the arguments of its handler."""

from typing import Any
from urllib.parse import unquote_to_bytes

from fulfilment.infra.api import body as bodies
from fulfilment.infra.api.errors import NotFound, Validation
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.routing import Route


async def read_arguments(request: Request) -> dict[str, Any]:
    """The arguments by their names. Raises NotFound, Validation, UnsupportedMediaType."""
    context = request.context
    route = context.route
    arguments: dict[str, Any] = {name: path_value(context.path_values[name]) for name in route.path_names}
    if route.query is not None:
        values = bodies.group_params(request.query_pairs(bodies.raw_text_fields(route.query)), route.query)
        if route.kind is ConsolePage:
            # A browser sends an empty field of a form as an empty text.
            values = {name: value for name, value in values.items() if value}
        arguments["query"] = bodies.convert(values, route.query)
    if route.body_name is not None:
        arguments[route.body_name] = await _read_body(route, request)
    for name, kind in route.resources.items():
        if kind is Request:
            arguments[name] = request
        else:
            arguments[name] = Form.parse(request) if kind is Form else context.services.resources[kind]
    return arguments


async def _read_body(route: Route, request: Request) -> object:
    if not request.body:
        if route.body_optional:
            return None
        raise Validation("This route needs a JSON body.")
    return await bodies.parse(request.body, request.header("content-type"), route.decoder)


def path_value(raw: str) -> str:
    """A path parameter, percent-decoded. Raises NotFound for bytes that no id can hold."""
    try:
        value = unquote_to_bytes(raw).decode("utf-8")
    except UnicodeDecodeError:
        raise NotFound from None
    if "\0" in value:
        raise NotFound
    return value
