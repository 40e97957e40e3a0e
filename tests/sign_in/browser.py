"""A browser for sign-ins: it keeps cookies, and shows redirects instead of following them."""

import http.client
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import msgspec


class BrowserResponse(msgspec.Struct):
    """A response, as the browser gets it."""

    status: int
    headers: dict[str, str]
    cookies: list[str]
    raw: bytes

    @property
    def text(self) -> str:
        return self.raw.decode()

    @property
    def location(self) -> str:
        """Where it leads."""
        assert self.status == 303, (self.status, self.text)
        return self.headers["location"]

    @property
    def location_params(self) -> dict[str, str]:
        """The parameters of where it leads."""
        return dict(parse_qsl(urlsplit(self.location).query, strict_parsing=True))


class CookieBrowser:
    """One person's browser at the service on this port."""

    def __init__(self, port: int):
        self.port = port
        self.cookies: dict[str, str] = {}

    def get(self, path: str, **headers: str) -> BrowserResponse:
        return self._send("GET", path, headers)

    def post(self, path: str, form: Any = (), **headers: str) -> BrowserResponse:
        headers = {"Content_Type": "application/x-www-form-urlencoded", **headers}
        return self._send("POST", path, headers, urlencode(form).encode())

    def start_sign_in(self, path: str = "/console/sign-in") -> dict[str, str]:
        """Begin to sign in, and what the provider is asked."""
        return self.get(path).location_params

    def return_from_provider(self, **params: str) -> BrowserResponse:
        """Be led back by the provider, which says this."""
        return self.get("/console/signed-in?" + urlencode(params))

    @property
    def session_id(self) -> str | None:
        """The id of its session."""
        return next((value for name, value in self.cookies.items() if name.endswith("svc-session")), None)

    @property
    def login_cookies(self) -> list[str]:
        """The names of the cookies of sign-ins that are under way."""
        return [name for name in self.cookies if "svc-sign-in-" in name]

    def _send(self, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> BrowserResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.putrequest(method, path, skip_accept_encoding=True)
            for name, value in headers.items():
                connection.putheader(name.replace("_", "-"), value)
            if self.cookies:
                connection.putheader("Cookie", "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
            if method == "POST":
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body or None)
            response = connection.getresponse()
            set_cookies = response.headers.get_all("Set-Cookie") or []
            self._store_cookies(set_cookies)
            headers_by_name = {name.lower(): value for name, value in response.getheaders()}
            return BrowserResponse(response.status, headers_by_name, set_cookies, response.read())
        finally:
            connection.close()

    def _store_cookies(self, set_cookies: list[str]) -> None:
        for cookie in set_cookies:
            name, _, value = cookie.partition(";")[0].partition("=")
            if "Max-Age=0" in cookie:
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = value
