"""Headers, paths, cursors, files and what else comes in beside bodies and queries."""

import contextlib
import io

import msgspec

from fulfilment import app, settings
from fulfilment.catalog import search
from fulfilment.catalog.records import NewProduct
from fulfilment.catalog_file import reading
from fulfilment.catalog_file.columns import COLUMNS
from fulfilment.catalog_file.places import Places
from fulfilment.catalog_file.problem import Unreadable
from fulfilment.credits import statement
from fulfilment.credits.records import StatementQuery
from fulfilment.fields import PageQuery
from fulfilment.http import body, client_address, ignored, nesting, networks, paging, server, signing
from fulfilment.http.errors import ApiError, Validation
from fulfilment.http.hosts import Hosts
from fulfilment.http.paths import Paths
from fulfilment.http.request import Request
from fulfilment.licenses import key_format
from fulfilment.partners import usage
from fulfilment.shipments import label
from fulfilment.shipments import search as shipment_search
from fulfilment.stock import offers
from fulfilment.traces import incoming
from fulfilment.webhooks import subscription
from fulfilment.webhooks.outbound import destination, failure, signature
from tests.linear.search import Grammar, plain

TEXT = Grammar(plain("a", " ", "-", "'", "é", "ß", "_", "木", "1", "\n", "İ"), ["", "a"], ["", "!"])
IDS = Grammar(plain("a", ",", " ", "var_", "\n", ",,", "var_a,"), ["", "var_"], ["", ","])
SIGNED = Grammar(
    plain("a", ",", "=", " ", "keyId=a,", "scope=*,", "signature=a,", "\t", '"', "keyId=", ",,"),
    ["", "Svc-HMAC-SHA256 ", "Svc-HMAC-SHA256 keyId=a, scope=*, signature=", "Svc-HMAC-SHA256-V2 keyId=a, nonce="],
    ["", ",", "="],
)
ADDRESSES = Grammar(
    plain("1", ".", ":", ",", " ", "[", "]", "::", "1.2.3.4,", "127.0.0.1,", "%", "f"),
    ["", "[", "1.2.3."],
    ["", "]", ",1"],
)
PATHS = Grammar(plain("a", "%", "%41", "%00", "%ff", "/", "é", "%e4%bb", "+"), ["", "%"], ["", "%"])
CURSORS = Grammar(
    plain("A", "=", "W1td", "WyJh", "_", "-", "é", "W1tb", "ISIs", "/"), ["", "W", "WyJ"], ["", "=", "Il0"]
)
MOMENTS = Grammar(plain("1", "-", ":", "T", "+", ".", "2026-11-22", "W", "Z"), ["", "2026-11-22T08:00:00."], ["", "Z"])
TRACES = Grammar(
    plain("0", "a", "f", "-", " ", "00-", "a" * 32 + "-", "a" * 16 + "-", "\n", "g"),
    ["", "00-", "01-" + "a" * 32 + "-" + "a" * 16 + "-01-", "00-" + "a" * 32],
    ["", "-01", "!"],
)
MARKS = Grammar(
    plain("t=", "1", ",", "v1=", "a", "=", " ", "t=1,", "v1=" + "a" * 64 + ","), ["", "t=1,"], ["", ",v1=" + "a" * 64]
)
PLACES = Grammar(
    plain("a", ".", "-", "1", "/", "?", "@", ":", "[", "]", "%", "xn--", "é", "0x", "a.", "\\", "#"),
    ["", "https://", "https://a.", "https://[", "https://a/", "https://a?"],
    ["", "/", ".example", "]"],
)
PATTERNS = Grammar(
    plain("a", ".", "_", "*", "v1", "a.", "svc.", "0", "é"), ["", "svc.", "svc.a.b.v1"], ["", "*", ".v1", "!"]
)
KEYS = Grammar(plain("A", "-", "0", "AAAAA-", "a", "é"), ["", "AAAAA-AAAAA-AAAAA-AAAAA-AAAA"], ["", "A"])
MEDIA = Grammar(plain(",", ";", "text/csv", " ", "q=", "*/*,"), ["", "text/csv"], ["", "text/csv"])
MESSAGES = Grammar(plain("[Errno ", "1", "]", "a", " ", "\x00", "é"), ["", "[Errno "], ["", "]"])
WHERE = Grammar(
    plain(" - at `", "$", "`", ".a", "[0]", "[...]", "key in ", "a", "\n", "str", " matching regex "),
    ["", "Invalid enum value '", "Expected `", "Object missing required field `"],
    ["", " - at `$.a`", "`", "'\n"],
)
_HEADER = ",".join(column.name for column in COLUMNS)
_NAMES = [f"{column.name}," for column in COLUMNS]
CSV = Grammar(
    plain(
        '"',
        ",",
        "\r\n",
        "a",
        '""',
        "\n",
        "1",
        '"a",',
        "," * (len(COLUMNS) - 1) + "\r\n",
        "true",
        "\x00",
        "é",
        *_NAMES[:4],
    ),
    [
        "",
        f"{_HEADER}\r\n",
        f'{_HEADER}\r\n"',
        f"{_HEADER}\r\na,",
        "product_ref,product_name\r\n",
        "product_ref,product_name\r\na,",
    ],
    ["", '"', "\r\n"],
)


_HOSTS = Hosts(settings.current())
_TABLE: Paths[str] = Paths()
for _path in {route.path for route in app.all_routes()}:
    _TABLE.add(_path, _path)
_BULK = next(route for route in app.all_routes() if route.path.endswith("/products/bulk"))


def is_deep(text: str) -> None:
    nesting.is_deep(text.encode())


def find_unstorable(text: str) -> None:
    """A name of any length, with as many values as a body has room for."""
    body._unstorable({text: [text[:1]] * len(text)})


def name_ignored(text: str) -> None:
    request = Request("POST", b"/", b"", {}, text.encode(), None)
    ignored.header_value(request, _BULK)


def explain(text: str) -> None:
    body.explained(msgspec.ValidationError(text), NewProduct)


def open_cursor(text: str) -> None:
    try:
        paging.read(PageQuery(cursor=text), paging.Limits(1, 1), parts=2)
    except Validation:
        return


def read_moment(text: str) -> None:
    try:
        paging.moment(text)
    except Validation:
        return


def _request(path: bytes = b"/", **headers: bytes) -> Request:
    named = {name.replace("_", "-"): [value] for name, value in headers.items()}
    return Request("POST", path, b"", named, b"", None)


def read_signature(text: str) -> None:
    sent = text.encode()
    for authorization, timestamp in ((sent, b"1"), (b"Svc-HMAC-SHA256 keyId=a,scope=*,signature=a", sent)):
        with contextlib.suppress(ApiError):
            signing.read(_request(authorization=authorization, x_svc_timestamp=timestamp), 300)
    with contextlib.suppress(ApiError):
        signing._parameters(sent, ())


def find_host(text: str) -> None:
    _HOSTS.of(_request(host=text.encode()))


def read_key(text: str) -> None:
    try:
        _request(idempotency_key=text.encode()).require_sound_idempotency_key()
    except Validation:
        return


def find_client(text: str) -> None:
    proxies = client_address.TrustedProxies(["127.0.0.0/8"])
    proxies.client_of("127.0.0.1", [text.encode()])
    proxies.client_of(text)
    client_address.line_of(text)
    client_address._without_port(text)


def read_network(text: str) -> None:
    with contextlib.suppress(ValueError):
        networks.normal([text])


def read_period(text: str) -> None:
    with contextlib.suppress(ApiError):
        usage._moment(text, "from")


def read_path(text: str) -> None:
    try:
        server._path_value(text)
    except ApiError:
        return


def find_route(text: str) -> None:
    _TABLE.find(text)
    _TABLE.find(f"/api/v1/products/{text}")


def read_media(text: str) -> None:
    statement.is_csv_wanted(StatementQuery(), _request(accept=text.encode()))


def read_parent(text: str) -> None:
    incoming.read([text.encode()])


def read_mark(text: str) -> None:
    try:
        signature.verify(text, b"body", ["whsec_a"], 1.0)
    except signature.BadSignature:
        return


def read_url(text: str) -> None:
    for policy in (destination.Policy(), destination.Policy(allows_http=True, own_services=frozenset({("a", 443)}))):
        with contextlib.suppress(destination.Refused):
            destination.check_url(text, policy)
    with contextlib.suppress(destination.Refused):
        destination.Policy().check_address(text, 443)


def check_patterns(text: str) -> None:
    for patterns in ([text], [text[:200]] * 50):
        with contextlib.suppress(subscription.BadPattern):
            subscription.check_patterns(patterns)
    subscription.matches([text, f"{text}*"], text)


def find_license(text: str) -> None:
    key_format.asked(text)
    key_format.found_as(text)


def describe_failure(text: str) -> None:
    failure.describe(OSError(text), 10.0)
    failure.describe(destination.Refused(text), 10.0)


def find_words(text: str) -> None:
    search.words_of(text)
    search.terms_of(text, [text])


def read_ids(text: str) -> None:
    """As `GET /variants` reads them, and both searches of goods the text around the words."""
    with contextlib.suppress(ApiError):
        offers._read_ids(text.strip())


def find_shipment_words(text: str) -> None:
    shipment_search.words_of(text)
    shipment_search.words_of("+62" + text)


def open_label_link(text: str) -> None:
    label.read_link(text)


def read_file(text: str) -> None:
    """Every row of a catalog file, and what is wrong with it."""
    try:
        for _ in reading.read(io.BytesIO(text.encode()), Places([])):
            pass
    except Unreadable:
        return
