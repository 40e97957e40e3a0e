"""How the simulator says no: on a page, in a client's query, or as the token endpoint does (RFC 6749)."""

from aiohttp import web


class OAuthError(Exception):
    """An OAuth error with its description, for clients that can receive it."""

    def __init__(self, error: str, description: str, status: int = 400) -> None:
        super().__init__(description)
        self.error = error
        self.description = description
        self.status = status


class OAuthPageError(OAuthError):
    """An OAuth error that is shown as a page, since the client is not known."""


def to_json_response(problem: OAuthError) -> web.Response:
    """Error response of the token endpoint and of every other address that is no page."""
    error_fields = {"error": problem.error, "error_description": problem.description}
    headers = {"WWW-Authenticate": f'Bearer error="{problem.error}"'} if problem.status == 401 else {}
    return web.json_response(error_fields, status=problem.status, headers=headers)
