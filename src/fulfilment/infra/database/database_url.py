"""Database URLs, which may name several hosts: `postgresql://user:secret@one:5432,two:5432/name`."""

import re
from itertools import cycle
from urllib.parse import parse_qsl, unquote, urlencode

_URL = re.compile(
    r"(?P<scheme>postgres(?:ql)?)://(?:(?P<who>[^/?]*)@)?(?P<places>[^/?@]*)(?P<path>/[^?#]*)?(?:\?(?P<options>[^#]*))?"
)
_PLACE = re.compile(r"(?P<host>\[[^\]]*\]|[^:\[\]]*)(?::(?P<port>\d*))?")
_WANTED = "target_session_attrs"
# Default for several hosts: the server that currently accepts writes.
_WRITABLE = "read-write"


def completed(url: str) -> str:
    """The URL with `target_session_attrs=read-write`, where it names several hosts and does not choose itself.

    An invalid URL is returned unchanged; connecting with it raises the error.
    """
    try:
        parted = hosts(url)
    except ValueError:
        return url
    if len(parted) < 2 or _WANTED in url.partition("?")[2]:
        return url
    return f"{url}{'&' if '?' in url else '?'}{_WANTED}={_WRITABLE}"


def hosts(url: str) -> list[str]:
    """A URL for each host, in their order, with all other parts of the whole URL. Raises ValueError.

    The message of the error never shows the URL, which contains a password.
    """
    found = _URL.fullmatch(url)
    if found is None:
        raise ValueError("The address of the database cannot be understood.")
    options = parse_qsl(found["options"] or "", keep_blank_values=True)
    given = dict(options)
    matches = [_PLACE.fullmatch(unquote(place)) for place in found["places"].split(",")]
    places = [match for match in matches if match is not None]
    if len(places) < len(matches):
        raise ValueError("The address of the database names a host that cannot be understood.")
    names = given["host"].split(",") if "host" in given else [place["host"] for place in places]
    ports = given["port"].split(",") if "port" in given else [place["port"] or "" for place in places]
    if len(names) == 1:
        return [url]
    if len(ports) not in (1, len(names)):
        raise ValueError("The address of the database names more hosts than ports, or fewer.")
    rest = [(name, value) for name, value in options if name not in ("host", "port")]
    head = f"{found['scheme']}://{found['who'] + '@' if found['who'] is not None else ''}"
    return [_one(head, found["path"] or "", name, port, rest) for name, port in zip(names, cycle(ports), strict=False)]


def _one(head: str, path: str, host: str, port: str, rest: list[tuple[str, str]]) -> str:
    """The URL of one host. Host and port are query options, since only these can name the folder of a Unix socket."""
    own = [("host", host), ("port", port)]
    return f"{head}{path or '/'}?{urlencode([pair for pair in own if pair[1]] + rest, safe='/')}"
