"""Checks of the proxies of ops/proxy, with the proxies themselves in front of small servers that remember."""

import http.client
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from ops.package.tools import OPS, OWN, Failed, free_ports

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
READY_WITHIN_SECONDS = 20
HOST = "Shop.example.com:8443"
# Targets that a proxy likes to tidy up, and must not.
TARGET = "/api/v1/products/a%2Fb%20c/../d//e?x=%7E&y=1+2&z=%e2%82%ac"
BROKEN = "/broken"


class _Server(ThreadingHTTPServer):
    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.seen: list[tuple[str, str, dict[str, str], bytes]] = []


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def handle_one_request(self) -> None:
        with suppress(ConnectionError):
            super().handle_one_request()

    def answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path != "/readyz":
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.server.seen.append((self.command, self.path, headers, body))
        if self.path == BROKEN:
            self.close_connection = True
            return
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

    def log_message(self, *_: object) -> None: ...


def check_caddy() -> str:
    with tempfile.TemporaryDirectory() as folder, _two_servers() as servers:
        port, admin = free_ports(2)
        environ = {
            **{"HOME": folder, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder, "PATH": "/usr/bin:/bin"},
            "CADDY_ADMIN": f"127.0.0.1:{admin}",
            "FULFILMENT_DOMAIN": f"http://:{port}",
            "FULFILMENT_API": " ".join(f"127.0.0.1:{each}" for each in _ports(servers)),
        }
        command = [OWN / "caddy", "run", "--adapter", "caddyfile", "--config", OPS / "proxy" / "Caddyfile"]
        with _running(command, environ, port, Path(folder)):
            _check("Caddy", port, servers)
    return ""


def check_nginx() -> str:
    """As a plain server: what it passes on does not depend on TLS."""
    if not NGINX:
        return "nginx was not tried: it is not installed"
    with tempfile.TemporaryDirectory() as folder, _two_servers() as servers:
        (port,) = free_ports(1)
        site = (OPS / "proxy" / "nginx.conf").read_text(encoding="utf-8")
        one = "    server 127.0.0.1:8080 max_fails=3 fail_timeout=2s;\n"
        if one not in site:
            raise Failed(f"nginx.conf has no line {one!r} any more.")
        site = site.replace(one, "".join(one.replace("8080", str(each)) for each in _ports(servers)))
        site = "\n".join(line for line in site.splitlines() if "ssl_" not in line and "listen 80;" not in line)
        site = site.replace("listen 443 ssl;", f"listen 127.0.0.1:{port} default_server;")
        # The other server, which leads to TLS, is left out.
        head, _, rest = site.partition("server {")
        site = head + "server {" + rest.partition("\nserver {")[2]
        Path(folder, "nginx.conf").write_text(
            f"daemon off;\npid {folder}/pid;\nerror_log stderr crit;\nevents {{ }}\nhttp {{\naccess_log off;\n"
            f"client_body_temp_path {folder}/body;\nproxy_temp_path {folder}/proxy;\n{site}\n}}\n"
        )
        with _running([NGINX, "-p", folder, "-c", f"{folder}/nginx.conf"], {}, port, Path(folder)):
            _check("nginx", port, servers)
    return ""


def _check(proxy: str, port: int, servers: list[_Server]) -> None:
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
        body = b'{"name": "Kopi"}' if method != "GET" else b""
        status, seen = _send(port, method, TARGET, body, servers)
        if status != 200 or len(seen) != 1:
            raise Failed(f"{proxy}: {method} was answered {status}, and came {len(seen)} times.")
        passed, target, headers, content = seen[0]
        wanted = (method, TARGET, HOST, body, "203.0.113.9, 127.0.0.1" if proxy == "nginx" else "127.0.0.1")
        got = (passed, target, headers["host"], content, headers["x-forwarded-for"])
        if got != wanted:
            raise Failed(f"{proxy} was sent {wanted} and passed {got} on.")
        status, seen = _send(port, method, BROKEN, body, servers)
        if status < 500 or (len(seen) != 1 and method != "GET"):
            raise Failed(f"{proxy}: {method}, which a node took and did not answer, came {len(seen)} times.")
    for path in ("/livez", "/readyz", "/metrics"):
        status, seen = _send(port, "GET", path, b"", servers)
        if status != 404 or seen:
            raise Failed(f"{proxy} shows {path}.")
    # nginx leaves a node alone for two seconds that broke off three times.
    time.sleep(3)
    # A node is gone: another gets the requests that were not sent yet.
    servers[0].shutdown()
    servers[0].server_close()
    for method in ("GET", "POST", "PATCH"):
        for _ in range(4):
            status, seen = _send(port, method, "/api/v1/health", b"", servers)
            if status != 200 or len(seen) != 1:
                raise Failed(f"{proxy}: {method} beside a node that is gone was answered {status}.")


def _send(port: int, method: str, target: str, body: bytes, servers: list[_Server]) -> tuple[int, list]:
    for server in servers:
        server.seen.clear()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        headers = {"Host": HOST, "X-Forwarded-For": "203.0.113.9", "Content-Type": "application/json"}
        connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
        for name, value in (headers | ({"Content-Length": str(len(body))} if body else {})).items():
            connection.putheader(name, value)
        connection.endheaders(body or None)
        status = connection.getresponse().status
    finally:
        connection.close()
    return status, [each for server in servers for each in server.seen]


@contextmanager
def _two_servers() -> Iterator[list[_Server]]:
    servers = [_Server(), _Server()]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield servers
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()


def _ports(servers: list[_Server]) -> list[int]:
    return [server.server_address[1] for server in servers]


@contextmanager
def _running(command: list, environ: dict[str, str], port: int, folder: Path) -> Iterator[None]:
    log = folder / "log"
    with log.open("wb") as output:
        process = subprocess.Popen([str(word) for word in command], env=environ, stdout=output, stderr=output)
    try:
        deadline = time.monotonic() + READY_WITHIN_SECONDS
        while True:
            try:
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
                connection.request("GET", "/ready", headers={"Host": HOST})
                if connection.getresponse().status == 200:
                    break
            except OSError:
                pass
            finally:
                connection.close()
            if process.poll() is not None or time.monotonic() > deadline:
                raise Failed(f"{command[0]} does not serve:\n{log.read_text()}")
            time.sleep(0.1)
        yield
    finally:
        process.terminate()
        process.wait(30)
