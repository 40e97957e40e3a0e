"""Error responses of the aggregator's API: `{"success": false, "error": ..., "code": ...}`."""

from typing import Any

import msgspec
from aiohttp import web


class ApiFault(Exception):
    """An API error; the first three digits of its code are the HTTP status. Without a code the status is 400."""

    def __init__(self, code: int | None, error: str, *, status: int | None = None, **details: Any) -> None:
        super().__init__(error)
        self.code = code
        self.error = error
        self.details = details
        self.status = status or (400 if code is None else int(str(code)[:3]))


def json_response(body: object, status: int = 200) -> web.Response:
    return web.Response(body=msgspec.json.encode(body), status=status, content_type="application/json")


def error_response(fault: ApiFault) -> web.Response:
    body: dict[str, Any] = {"success": False, "error": fault.error}
    if fault.code is not None:
        body["code"] = fault.code
    if fault.details:
        body["details"] = fault.details
    return json_response(body, fault.status)
