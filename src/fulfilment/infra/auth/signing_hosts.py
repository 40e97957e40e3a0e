"""The hosts that are ours: for which of them a request of the second scheme may be signed (decision page 68)."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from fulfilment.infra.api.request import Request
from fulfilment.infra.auth.client_address import parse
from fulfilment.settings import Settings

_DEFAULT_PORTS = {"https": 443, "http": 80}
_LOOPBACK_NAME = "localhost"


class SigningHosts:
    """What clients may sign as the host, in lower case with the port as they send it."""

    def __init__(self, settings: Settings) -> None:
        # Where the operator lists them, what arrives as Host does not count: a proxy may have written it.
        self._listed = tuple(host.encode() for host in settings.signing_hosts)
        self._own = {name.encode() for name in _own(settings)}
        self._accepts_loopback = settings.is_development

    def accepted(self, request: Request) -> tuple[bytes, ...]:
        """The hosts for which this request may be signed; none where it came for somebody else."""
        if self._listed:
            return self._listed
        (host,) = request.headers.get("host", [b""])
        host = host.lower()
        is_ours = host in self._own or (self._accepts_loopback and _is_loopback(host))
        return (host,) if is_ours else ()


def _own(settings: Settings) -> Iterable[str]:
    """The public base address and the bound one, with the port of the scheme and without."""
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
