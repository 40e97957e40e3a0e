"""OAuth errors (RFC 6749): on a page, in a redirect to the client, or as a response of the token endpoint."""

from aiohttp import web


class OAuthError(Exception):
    """An OAuth error with its description, which is sent to the client."""

    def __init__(self, error: str, description: str, status: int = 400) -> None:
        super().__init__(description)
        self.error = error
        self.description = description
        self.status = status


class OAuthPageError(OAuthError):
    """An OAuth error that is shown as a page, since the client is unknown."""


def to_json_response(problem: OAuthError) -> web.Response:
    """Error response of the token endpoint, and of all other routes that are not pages."""
    error_fields = {"error": problem.error, "error_description": problem.description}
    headers = {"WWW-Authenticate": f'Bearer error="{problem.error}"'} if problem.status == 401 else {}
    return web.json_response(error_fields, status=problem.status, headers=headers)
