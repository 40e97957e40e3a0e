"""How the simulator says no: on a page, in a client's query, or as the token endpoint does (RFC 6749)."""

from aiohttp import web


class OAuthError(Exception):
    """An OAuth error with its description, for whoever can be told."""

    def __init__(self, error: str, description: str, status: int = 400) -> None:
        super().__init__(description)
        self.error = error
        self.description = description
        self.status = status


class OAuthPageError(OAuthError):
    """One that cannot be told to the client, since nobody knows that it is one."""


def to_json_response(problem: OAuthError) -> web.Response:
    """What the token endpoint, and everything else that is no page, answers."""
    error_fields = {"error": problem.error, "error_description": problem.description}
    headers = {"WWW-Authenticate": f'Bearer error="{problem.error}"'} if problem.status == 401 else {}
    return web.json_response(error_fields, status=problem.status, headers=headers)
