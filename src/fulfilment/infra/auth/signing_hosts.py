"""Hosts of this service that requests of the second signing scheme may be signed for (decision page 68)."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from fulfilment.infra.api.request import Request
from fulfilment.infra.auth.client_address import parse
from fulfilment.settings import Settings

_DEFAULT_PORTS = {"https": 443, "http": 80}
_LOOPBACK_NAME = "localhost"


class SigningHosts:
    """The hosts that clients may sign, in lower case, with the port as the client sends it."""

    def __init__(self, settings: Settings) -> None:
        # If the operator lists hosts, the Host header is ignored, because a proxy may have rewritten it.
        self._listed = tuple(host.encode() for host in settings.signing_hosts)
        self._own = {name.encode() for name in _own(settings)}
        self._accepts_loopback = settings.is_development

    def accepted(self, request: Request) -> tuple[bytes, ...]:
        """The hosts that this request may be signed for; empty if its Host is not one of this service."""
        if self._listed:
            return self._listed
        (host,) = request.headers.get("host", [b""])
        host = host.lower()
        is_ours = host in self._own or (self._accepts_loopback and _is_loopback(host))
        return (host,) if is_ours else ()


def _own(settings: Settings) -> Iterable[str]:
    """The hosts of the public base URL and of the bound URL, with and without the default port of the scheme."""
    public = urlsplit(settings.base_url.lower())
    for scheme, name in ((public.scheme, public.netloc), ("http", urlsplit(settings.bound_url.lower()).netloc)):
        bare, _, port = name.rpartition(":")
        default = _DEFAULT_PORTS.get(scheme)
        yield name
        if port == str(default):
            yield bare
        elif not port.isdigit():
            yield f"{name}:{default}"


def _is_loopback(host: bytes) -> bool:
    name = host.decode("latin-1")
    bare, _, port = name.rpartition(":")
    name = (bare if port.isdigit() else name).strip("[]")
    address = parse(name)
    return name == _LOOPBACK_NAME or (address is not None and address.is_loopback)
