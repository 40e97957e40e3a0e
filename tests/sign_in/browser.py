"""A browser as far as signing in goes: it keeps cookies, and shows where it is led instead of going there."""

import http.client
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import msgspec


class Page(msgspec.Struct):
    """What came back."""

    status: int
    headers: dict[str, str]
    cookies: list[str]
    raw: bytes

    @property
    def text(self) -> str:
        return self.raw.decode()

    @property
    def where(self) -> str:
        """Where it leads."""
        assert self.status == 303, (self.status, self.text)
        return self.headers["location"]

    @property
    def asked(self) -> dict[str, str]:
        """The parameters of where it leads."""
        return dict(parse_qsl(urlsplit(self.where).query, strict_parsing=True))


class Browser:
    """One person's browser at the service on this port."""

    def __init__(self, port: int):
        self.port = port
        self.cookies: dict[str, str] = {}

    def get(self, path: str, **headers: str) -> Page:
        return self._send("GET", path, headers)

    def post(self, path: str, form: Any = (), **headers: str) -> Page:
        headers = {"Content_Type": "application/x-www-form-urlencoded", **headers}
        return self._send("POST", path, headers, urlencode(form).encode())

    def begin(self, path: str = "/console/sign-in") -> dict[str, str]:
        """Begin to sign in, and what the provider is asked."""
        return self.get(path).asked

    def come_back(self, **said: str) -> Page:
        """Be led back by the provider, which says this."""
        return self.get("/console/signed-in?" + urlencode(said))

    @property
    def session(self) -> str | None:
        """The id of its session."""
        return next((value for name, value in self.cookies.items() if name.endswith("svc-session")), None)

    @property
    def attempts(self) -> list[str]:
        """The names of the cookies of sign-ins that are under way."""
        return [name for name in self.cookies if "svc-sign-in-" in name]

    def _send(self, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> Page:
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
            answer = connection.getresponse()
            given = answer.headers.get_all("Set-Cookie") or []
            self._keep(given)
            named = {name.lower(): value for name, value in answer.getheaders()}
            return Page(answer.status, named, given, answer.read())
        finally:
            connection.close()

    def _keep(self, given: list[str]) -> None:
        for cookie in given:
            name, _, value = cookie.partition(";")[0].partition("=")
            if "Max-Age=0" in cookie:
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = value
