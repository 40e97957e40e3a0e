"""An OpenID Connect provider on a loopback port: discovery, keys, and tokens good and bad."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

import msgspec
from joserfc import jwt
from joserfc.jwk import ECKey, RSAKey

AUDIENCE = "fulfilment-tests"


class Document:
    """The provider's response on one path. Until `may_go_on` is set, it sends `first` bytes at most, or none at all."""

    def __init__(self, body: bytes = b"", status: int = 200, **headers: str) -> None:
        self.body = body
        self.status = status
        self.headers = headers
        self.first: int | None = None
        self.may_go_on = threading.Event()
        self.may_go_on.set()

    @classmethod
    def of(cls, value: object) -> "Document":
        return cls(json.dumps(value).encode())

    def send(self, handler: BaseHTTPRequestHandler) -> None:
        """Answer one request."""
        first = self.first
        if first is None:
            self.may_go_on.wait()
        # The client may have hung up long ago.
        with suppress(OSError):
            handler.send_response(self.status)
            for name, value in ({"Content-Length": str(len(self.body))} | self.headers).items():
                handler.send_header(name, value)
            handler.end_headers()
            handler.wfile.write(self.body[:first])
            self.may_go_on.wait()
            if first is not None:
                handler.wfile.write(self.body[first:])


class Provider(msgspec.Struct):
    """The provider, its private keys, the paths it was asked for, what it answers on each, and what was posted."""

    issuer: str
    rsa: RSAKey
    ec: ECKey
    asked: list[str]
    documents: dict[str, Document]
    posted: list[tuple[dict[str, str], str]]

    ABOUT: ClassVar = "/realm/.well-known/openid-configuration"
    KEYS: ClassVar = "/realm/keys"

    @property
    def about(self) -> dict[str, Any]:
        return json.loads(self.documents[self.ABOUT].body)

    @about.setter
    def about(self, value: dict[str, Any]) -> None:
        self.documents[self.ABOUT] = Document.of(value)

    def show(self, *keys: RSAKey | ECKey) -> None:
        """Have these keys and no others."""
        self.documents[self.KEYS] = Document.of({"keys": [key.as_dict(private=False) for key in keys]})

    def rotate(self) -> RSAKey:
        """A new key in place of all others."""
        new = RSAKey.generate_key(2048, {"kid": f"rsa-{len(self.asked)}", "use": "sig"})
        self.show(new)
        return new

    @contextmanager
    def holding(self, path: str, first: int | None = None) -> Iterator[Document]:
        """Answer nothing on this path, or `first` bytes only, until the end or until the document may go on."""
        document = self.documents[path]
        document.first = first
        document.may_go_on.clear()
        try:
            yield document
        finally:
            document.may_go_on.set()
            document.first = None

    def claims(self, **changes: Any) -> dict[str, Any]:
        """A session's claims; None takes one away."""
        now = int(time.time())
        said = {
            "iss": self.issuer,
            "aud": AUDIENCE,
            "sub": "usr_42",
            "exp": now + 600,
            "iat": now,
            "accountId": "acc_session",
            "email": "owner@example.com",
        }
        return {name: value for name, value in (said | changes).items() if value is not None}

    def token(self, claims: dict[str, Any] | None = None, *, key: RSAKey | ECKey | None = None, **header: Any) -> str:
        """A signed token, by the RSA key unless told otherwise."""
        key = key or self.rsa
        shown = {"alg": "ES256" if isinstance(key, ECKey) else "RS256", "kid": key.kid} | header
        shown = {name: value for name, value in shown.items() if value is not None}
        return jwt.encode(shown, claims or self.claims(), key, algorithms=["RS256", "PS256", "ES256"])


@contextmanager
def providing() -> Iterator[Provider]:
    """A running provider."""
    rsa = RSAKey.generate_key(2048, {"kid": "rsa-1", "use": "sig"})
    ec = ECKey.generate_key("P-256", {"kid": "ec-1", "use": "sig"})
    asked, posted, documents = [], [], {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            documents.get(self.path, Document(status=404)).send(self)

        def do_POST(self) -> None:
            posted.append((dict(self.headers), self.rfile.read(int(self.headers["Content-Length"])).decode()))
            self.do_GET()

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing to say."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    issuer = f"http://127.0.0.1:{server.server_port}/realm"
    provider = Provider(issuer, rsa, ec, asked, documents, posted)
    provider.about = {
        "issuer": issuer,
        "jwks_uri": f"{issuer}/keys",
        "authorization_endpoint": f"{issuer}/authorize?tenant=1",
        "token_endpoint": f"{issuer}/token",
    }
    provider.show(rsa, ec)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        for document in documents.values():
            document.may_go_on.set()
        server.shutdown()
        server.server_close()
        thread.join()
