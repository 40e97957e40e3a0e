"""An OpenID Connect provider on a loopback port: discovery, keys, and tokens good and bad."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import msgspec
from joserfc import jwt
from joserfc.jwk import ECKey, RSAKey

AUDIENCE = "fulfilment-tests"


class Provider(msgspec.Struct):
    """The provider and its private keys."""

    issuer: str
    rsa: RSAKey
    ec: ECKey

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

    def token(self, claims: dict[str, Any] | None = None, *, key: Any = None, **header: Any) -> str:
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
    documents: dict[str, Any] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            document = documents.get(self.path)
            body = json.dumps(document).encode()
            self.send_response(200 if document is not None else 404)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Nothing to say."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    issuer = f"http://127.0.0.1:{server.server_port}/realm"
    documents["/realm/.well-known/openid-configuration"] = {"issuer": issuer, "jwks_uri": f"{issuer}/keys"}
    documents["/realm/keys"] = {"keys": [rsa.as_dict(private=False), ec.as_dict(private=False)]}
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield Provider(issuer, rsa, ec)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
