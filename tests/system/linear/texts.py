"""Headers, paths, cursors, files and what else comes in beside bodies and queries."""

import contextlib
import io
from datetime import datetime

import msgspec

from fulfilment import app, settings
from fulfilment.catalog import search
from fulfilment.catalog.csv import rows
from fulfilment.catalog.csv.columns import COLUMNS
from fulfilment.catalog.csv.rows import UnreadableFile, WarehouseResolver
from fulfilment.catalog.schemas import NewProduct
from fulfilment.credits import statement
from fulfilment.credits.schemas import StatementQuery
from fulfilment.infra.api import body, decoding, json_depth, pagination
from fulfilment.infra.api.errors import ApiError, Validation
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.routing import Paths
from fulfilment.infra.auth import client_address, ip_allowlist, request_signing
from fulfilment.infra.auth.signing_hosts import SigningHosts
from fulfilment.infra.models import PageQuery
from fulfilment.infra.observability.tracing import incoming
from fulfilment.licenses import keys
from fulfilment.partners import usage
from fulfilment.shipments.listing import search as shipment_search
from fulfilment.shipments.listing import search_terms
from fulfilment.shipments.shipping_documents import label_links
from fulfilment.stock import variant_search
from fulfilment.webhooks import subscription
from fulfilment.webhooks.http import attempt, destination, signature
from tests.system.linear.search import Grammar, plain

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


_HOSTS = SigningHosts(settings.current())
_TABLE: Paths[str] = Paths()
for _path in {route.path for route in app.all_routes()}:
    _TABLE.add(_path, _path)


def is_deep(text: str) -> None:
    json_depth.exceeds(text.encode())


def find_unstorable(text: str) -> None:
    """A name of any length, with as many values as a body has room for."""
    body._unstorable({text: [text[:1]] * len(text)})


def explain(text: str) -> None:
    body.translate_error(msgspec.ValidationError(text), NewProduct)


def open_cursor(text: str) -> None:
    for parts in ((str, str), (int,), (bool, datetime, str)):
        with contextlib.suppress(Validation):
            pagination.parse_page(PageQuery(cursor=text), pagination.PageLimits(1, 1), parts=parts)


def read_moment(text: str) -> None:
    with contextlib.suppress(Validation):
        pagination.parse_page(
            PageQuery(cursor=pagination.cursor_after(text)), pagination.PageLimits(1, 1), parts=(datetime,)
        )


def _request(path: bytes = b"/", **headers: bytes) -> Request:
    named = {name.replace("_", "-"): [value] for name, value in headers.items()}
    return Request("POST", path, b"", named, b"", None)


def read_signature(text: str) -> None:
    sent = text.encode()
    for authorization, timestamp in ((sent, b"1"), (b"Svc-HMAC-SHA256 keyId=a,scope=*,signature=a", sent)):
        with contextlib.suppress(ApiError):
            request = _request(authorization=authorization, x_svc_timestamp=timestamp)
            request_signing.claimed_key_id(request)
            request_signing.parse(request, 300)
    with contextlib.suppress(ApiError):
        request_signing._parameters(sent, ())


def find_host(text: str) -> None:
    _HOSTS.accepted(_request(host=text.encode()))


def read_key(text: str) -> None:
    try:
        _request(idempotency_key=text.encode()).require_sound_idempotency_key()
    except Validation:
        return


def find_client(text: str) -> None:
    proxies = client_address.TrustedProxies(["127.0.0.0/8"])
    proxies.client_of("127.0.0.1", [text.encode()])
    proxies.client_of(text)
    client_address.address_bucket(text)
    client_address._without_port(text)


def read_network(text: str) -> None:
    with contextlib.suppress(ValueError):
        ip_allowlist.normalise([text])


def read_period(text: str) -> None:
    with contextlib.suppress(ApiError):
        usage._parse_moment(text, "from")


def read_path(text: str) -> None:
    try:
        decoding.path_value(text)
    except ApiError:
        return


def find_route(text: str) -> None:
    _TABLE.find(text)
    _TABLE.find(f"/api/v1/products/{text}")


def read_media(text: str) -> None:
    statement.is_csv_requested(StatementQuery(), _request(accept=text.encode()))


def read_parent(text: str) -> None:
    incoming.parse({"traceparent": [text.encode()]})


def read_mark(text: str) -> None:
    try:
        signature.verify(text, b"body", ["whsec_a"], 1.0)
    except signature.SignatureVerificationError:
        return


def read_url(text: str) -> None:
    for policy in (
        destination.DestinationPolicy(),
        destination.DestinationPolicy(allows_http=True, own_services=frozenset({("a", 443)})),
    ):
        with contextlib.suppress(destination.BlockedDestination):
            destination.check_url(text, policy)
    with contextlib.suppress(destination.BlockedDestination):
        destination.DestinationPolicy().check_address(text, 443)
    with contextlib.suppress(UnicodeEncodeError):
        # Half of a surrogate pair: such a URL is refused before.
        destination.get_request_target(text)


def check_patterns(text: str) -> None:
    for patterns in ([text], [text[:200]] * 50):
        with contextlib.suppress(subscription.InvalidPattern):
            subscription.check_patterns(patterns)
            subscription.check_types(patterns, {"svc.stock.low.v1", "svc.product.created.v1"})
    subscription.matches([text, f"{text}*"], text)


def find_license(text: str) -> None:
    keys.lookup_forms(text)
    keys.normalize_key(text)


def describe_failure(text: str) -> None:
    attempt.describe(OSError(text), 10.0)
    attempt.describe(destination.BlockedDestination(text), 10.0)


def find_words(text: str) -> None:
    search.parse_search_words(text)
    search.build_search_terms(text, [text])


def read_ids(text: str) -> None:
    """As `GET /variants` reads them, and both searches of goods the text around the words."""
    with contextlib.suppress(ApiError):
        variant_search._parse_ids(text.strip())


def find_shipment_words(text: str) -> None:
    shipment_search.SearchTerms.parse(text).term_ranges()
    shipment_search.SearchTerms.parse("+62" + text).parse_other_numbers()
    place = {"contactName": text, "contactPhone": text}
    shown = {"id": text, "externalRef": text, "waybillId": text, "destinationSnapshot": place, "items": [{"sku": text}]}
    shipment_search.is_exact_match(text + "7", shown)
    search_terms.build_terms(text, text, text, [{"sku": text}])


def open_label_link(text: str) -> None:
    label_links.parse_link(text)


def read_file(text: str) -> None:
    """Every row of a catalog file, and what is wrong with it."""
    try:
        for _ in rows.parse_rows(io.BytesIO(text.encode()), WarehouseResolver([])):
            pass
    except UnreadableFile:
        return
