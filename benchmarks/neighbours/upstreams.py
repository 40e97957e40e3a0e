"""Upstreams that misbehave: a courier aggregator and an identity provider that accept and never answer."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import msgspec
from joserfc import jwt
from joserfc.jwk import RSAKey

AUDIENCE = "bench"


class Provider(msgspec.Struct):
    """An identity provider; once told to hang it takes requests and answers none."""

    issuer: str
    key: RSAKey
    hangs: threading.Event

    def token(self, account_id: str, key: RSAKey | None = None, person: str = "usr_bench") -> str:
        """A session of the workspace, signed by a key of the provider's unless another is given."""
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": AUDIENCE, "sub": person, "exp": now + 3_600, "accountId": account_id}
        key = key or self.key
        return jwt.encode({"alg": "RS256", "kid": key.kid}, claims, key)

    def strange_token(self, account_id: str) -> str:
        """An invented token, with an unknown key."""
        return self.token(account_id, RSAKey.generate_key(2048, auto_kid=True))


@contextmanager
def hanging() -> Iterator[str]:
    """The address of a server that accepts and never answers."""

    class Handler(BaseHTTPRequestHandler):
        def setup(self) -> None:
            time.sleep(3_600)

    with _running(Handler) as address:
        yield address


@contextmanager
def providing() -> Iterator[Provider]:
    """An identity provider on a port of its own."""
    hangs = threading.Event()
    key = RSAKey.generate_key(2048, auto_kid=True)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if hangs.is_set():
                time.sleep(3_600)
            issuer = f"http://127.0.0.1:{self.server.server_port}"
            about = {"issuer": issuer, "jwks_uri": issuer + "/keys"}
            said = {"keys": [key.as_dict(private=False)]} if self.path == "/keys" else about
            body = json.dumps(said).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args: object) -> None:
            return

    with _running(Handler) as address:
        yield Provider(address, key, hangs)


@contextmanager
def _running(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
