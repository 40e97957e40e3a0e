"""The address of the database, which may name several hosts: `postgresql://user:secret@one:5432,two:5432/name`."""

import re
from itertools import cycle
from urllib.parse import parse_qsl, unquote, urlencode

_URL = re.compile(
    r"(?P<scheme>postgres(?:ql)?)://(?:(?P<who>[^/?]*)@)?(?P<places>[^/?@]*)(?P<path>/[^?#]*)?(?:\?(?P<options>[^#]*))?"
)
_PLACE = re.compile(r"(?P<host>\[[^\]]*\]|[^:\[\]]*)(?::(?P<port>\d*))?")
_WANTED = "target_session_attrs"
# Which of several servers takes writes changes; this one is asked for unless the address says otherwise.
_WRITABLE = "read-write"


def completed(url: str) -> str:
    """The address, asking for a server that takes writes where it names several and does not say which.

    What cannot be understood is given back as it is, for whoever connects to explain.
    """
    try:
        parted = hosts(url)
    except ValueError:
        return url
    if len(parted) < 2 or _WANTED in url.partition("?")[2]:
        return url
    return f"{url}{'&' if '?' in url else '?'}{_WANTED}={_WRITABLE}"


def hosts(url: str) -> list[str]:
    """An address of its own for each host, in their order, with all that the whole says beside. Raises ValueError.

    The message of the error never shows the address, which holds a password.
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
    """With host and port among the options, where a folder of a Unix socket fits as well as a name."""
    own = [("host", host), ("port", port)]
    return f"{head}{path or '/'}?{urlencode([pair for pair in own if pair[1]] + rest, safe='/')}"
