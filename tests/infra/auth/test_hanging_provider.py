"""An identity provider that hangs or fails holds up no token that the keys at hand have signed.

The provider is a real one on a socket, and it is the test that lets it answer: after the sessions have been answered.
"""

import asyncio
import base64
import json
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec
import pytest
from joserfc.jwk import ECKey, OctKey, RSAKey
from structlog.testing import capture_logs

from fulfilment.infra.api.errors import ServiceUnavailable
from fulfilment.infra.api.request import Request
from fulfilment.infra.auth import bearer_tokens as workspaces
from fulfilment.infra.auth import jwks
from fulfilment.infra.auth.bearer_tokens import InvalidToken, TokenAuthenticator
from fulfilment.infra.auth.json_web_tokens import MAX_KEYS, parse_keys
from fulfilment.infra.auth.jwks import JwksCache
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.database.pool import Database
from fulfilment.infra.limits import fair_semaphore
from fulfilment.settings import load
from tests.harness.provider import AUDIENCE, Document, Provider, providing
from tests.harness.waiting import until

pytestmark = [pytest.mark.asyncio, pytest.mark.timeout(60)]

HELD = [(Provider.ABOUT, None), (Provider.KEYS, None), (Provider.KEYS, 40), (Provider.ABOUT, 10)]
# No provider has ever told of it.
UNTOLD_KEY = RSAKey.generate_key(2048, {"kid": "strange"})
PLACES = ["at discovery", "at the keys", "half way in the keys", "half way in discovery"]


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


class Bench:
    """The sessions of one process, with a database pool of one connection, and their provider."""

    def __init__(self, provider: Provider, db: Database, clock: Clock):
        self.provider = provider
        self.db = db
        self.clock = clock
        self.settings = load(
            {
                "FULFILMENT_OIDC_ISSUER": provider.issuer,
                "FULFILMENT_OIDC_AUDIENCE": AUDIENCE,
                "FULFILMENT_MODE": "development",
            }
        )
        self.sessions = TokenAuthenticator(db, self.settings, clock)
        self.strange = UNTOLD_KEY

    async def identify(self, token: str | bytes | None = None, who: str = "") -> Principal:
        """The caller of a token, of a good one where none is given."""
        token = self.provider.token() if token is None else token
        raw = token.encode() if isinstance(token, str) else token
        fair_semaphore.current_tenant.set(who)
        return await self.sessions.authenticate(Request("GET", b"/", b"", {}, b"", "127.0.0.1"), raw)

    def begin(self, token: str | None = None, who: str = "") -> asyncio.Task[Principal]:
        """A request of its own."""
        return asyncio.create_task(self.identify(token, who))

    def made_up(self) -> str:
        """A token that says everything right, but for the key."""
        return self.provider.token(key=self.strange)

    async def answer_many(self) -> None:
        """Fifty sessions at once, all to be answered."""
        authenticator = await asyncio.gather(*(self.begin() for _ in range(50)))
        assert {principal.account_id for principal in authenticator} == {"acc_session"}


@pytest.fixture
def provider() -> Iterator[Provider]:
    with providing() as running:
        yield running


@asynccontextmanager
async def opened(provider: Provider, url: str) -> AsyncIterator[Bench]:
    db = Database(load({}), url, size=1)
    await db.open()
    bench = Bench(provider, db, Clock())
    try:
        yield bench
    finally:
        for document in provider.documents.values():
            document.may_go_on.set()
        await bench.sessions.close()
        await db.close()


@pytest.fixture
async def bench(provider: Provider, module_database_url: str) -> AsyncIterator[Bench]:
    async with opened(provider, module_database_url) as made:
        yield made


@pytest.mark.parametrize(("path", "first"), HELD, ids=PLACES)
async def test_a_made_up_token_has_the_provider_asked_and_no_other_session_waits(
    bench: Bench, path: str, first: int | None
) -> None:
    await bench.identify()
    bench.clock.now += 31
    asked = bench.provider.asked.count(path)
    with bench.provider.holding(path, first) as document:
        stranger = bench.begin(bench.made_up())
        await until(lambda: bench.provider.asked.count(path) > asked)
        # The only connection of the pool is free meanwhile: each of these writes.
        bench.clock.now += 100
        await bench.answer_many()
        assert not stranger.done()
        document.may_go_on.set()
        with pytest.raises(InvalidToken):
            await stranger
    assert bench.provider.asked.count(path) == asked + 1


@pytest.mark.parametrize(("path", "first"), HELD, ids=PLACES)
async def test_old_keys_serve_while_new_ones_are_fetched(bench: Bench, path: str, first: int | None) -> None:
    await bench.identify()
    bench.clock.now += 301
    asked = len(bench.provider.asked)
    with bench.provider.holding(path, first):
        await bench.answer_many()
        await until(lambda: path in bench.provider.asked[asked:])
        await bench.answer_many()
    await until(lambda: bench.sessions._jwks._fetching is None)
    assert bench.provider.asked[asked:] == [Provider.ABOUT, Provider.KEYS]
    await bench.answer_many()
    assert len(bench.provider.asked) == asked + 2


async def test_a_fetch_that_never_ends_is_given_up_and_whoever_waited_is_answered(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jwks, "FETCH_TIMEOUT_SECONDS", 0.3)
    await bench.identify()
    bench.clock.now += 31
    with bench.provider.holding(Provider.KEYS), pytest.raises(InvalidToken):
        await bench.identify(bench.made_up())
    await bench.answer_many()


async def test_strangers_have_the_provider_asked_once_in_thirty_seconds_at_most(bench: Bench) -> None:
    await bench.identify()
    for seconds, fetches in ((0, 1), (29, 1), (2, 2), (1, 2), (28, 2), (2, 3)):
        bench.clock.now += seconds
        made_up = [bench.begin(bench.made_up()) for _ in range(20)]
        results = await asyncio.gather(*made_up, return_exceptions=True)
        assert {type(result) for result in results} == {InvalidToken}
        assert bench.provider.asked.count(Provider.KEYS) == fetches


async def test_keys_that_the_provider_changed_are_found_by_the_first_token_of_the_new_one(bench: Bench) -> None:
    old = bench.provider.token()
    await bench.identify(old)
    bench.clock.now += 31
    new = bench.provider.rotate()
    authenticator = await asyncio.gather(*(bench.begin(bench.provider.token(key=new)) for _ in range(20)))
    assert len(authenticator) == 20
    assert bench.provider.asked.count(Provider.KEYS) == 2
    with pytest.raises(InvalidToken):
        await bench.identify(old)


async def test_a_provider_that_names_no_keys_may_change_them_too(bench: Bench) -> None:
    named = {"kid": None}
    bench.provider.documents[Provider.KEYS] = Document.of({"keys": [_without_kid(bench.provider.rsa)]})
    await bench.identify(bench.provider.token(**named))
    new = RSAKey.generate_key(2048)
    bench.provider.documents[Provider.KEYS] = Document.of(
        {"keys": [_without_kid(bench.provider.ec), _without_kid(new)]}
    )
    bench.clock.now += 31
    await bench.identify(bench.provider.token(key=new, **named))
    await bench.identify(bench.provider.token(key=bench.provider.ec, **named))
    with pytest.raises(InvalidToken):
        await bench.identify(bench.provider.token(**named))


def _without_kid(key: RSAKey | ECKey) -> dict[str, Any]:
    return {name: value for name, value in key.as_dict(private=False).items() if name != "kid"}


TROUBLES = {
    "500": {Provider.ABOUT: Document(b"{}", status=500)},
    "500 at the keys": {Provider.KEYS: Document(b"{}", status=500)},
    "a redirect": {Provider.KEYS: Document(b"", status=302, Location="http://127.0.0.1:9/keys")},
    "megabytes": {Provider.KEYS: Document(b'{"keys": []' + b" " * 4_000_000 + b"}")},
    "megabytes of discovery": {Provider.ABOUT: Document(b"[" * 3_000_000)},
    "a bomb": {Provider.KEYS: Document(b"\x1f\x8b\x08" + b"\0" * 1_000, **{"Content-Encoding": "gzip"})},
    "nothing": {Provider.KEYS: Document(b"")},
    "no JSON": {Provider.ABOUT: Document(b"<html>")},
    "no object": {Provider.ABOUT: Document(b"[]")},
    "deep nesting": {Provider.KEYS: Document(b'{"keys":' + b"[" * 100_000)},
    "another issuer": {Provider.ABOUT: Document(b'{"issuer": "http://elsewhere.example"}')},
    "no keys": {Provider.KEYS: Document(b'{"keys": []}')},
    "keys that are none": {Provider.KEYS: Document(b'{"keys": [null, 7, [], {}, {"kty": "RSA"}]}')},
    "less than it said": {Provider.KEYS: Document(b"{", **{"Content-Length": "1000"})},
}


@pytest.mark.parametrize("trouble", TROUBLES.values(), ids=TROUBLES)
async def test_whatever_a_provider_answers_the_keys_at_hand_go_on_until_it_comes_back(
    bench: Bench, trouble: dict[str, Document]
) -> None:
    await bench.identify()
    healthy = dict(bench.provider.documents)
    bench.provider.documents.update(trouble)
    with capture_logs() as logs:
        for _ in range(3):
            bench.clock.now += 301
            await bench.answer_many()
            with suppress(InvalidToken):
                await bench.identify(bench.made_up())
            await bench.answer_many()
        # It is told once, however often it happens.
        assert _told(logs) == ["identity_provider_unavailable"]
        bench.provider.documents.update(healthy)
        new = bench.provider.rotate()
        bench.clock.now += 31
        await bench.identify(bench.provider.token(key=new))
        assert _told(logs) == ["identity_provider_unavailable", "identity_provider_available"]


HEADS = {
    "a long header": {"X-Policy": "a" * 60_000},
    "many headers": {f"X-{number}": "a" for number in range(500)},
}


@pytest.mark.parametrize("headers", HEADS.values(), ids=HEADS)
async def test_a_provider_may_send_more_headers_than_aiohttp_reads_by_itself(
    bench: Bench, headers: dict[str, str]
) -> None:
    for document in bench.provider.documents.values():
        document.headers = headers
    assert (await bench.identify()).account_id == "acc_session"


async def test_the_address_of_the_keys_is_asked_byte_for_byte_as_the_provider_names_it(bench: Bench) -> None:
    path = f"{Provider.KEYS}?tenant=a%2Fb"
    about = bench.provider.about
    bench.provider.documents[path] = bench.provider.documents[Provider.KEYS]
    bench.provider.about = about | {"jwks_uri": about["jwks_uri"] + "?tenant=a%2Fb"}
    assert (await bench.identify()).account_id == "acc_session"
    assert path in bench.provider.asked


async def test_the_log_says_why_a_provider_is_away(bench: Bench) -> None:
    bench.provider.documents[Provider.ABOUT].headers = {"X-Policy": "a" * 200_000}
    with capture_logs() as logs, suppress(ServiceUnavailable):
        await bench.identify()
    (line,) = [line for line in logs if line["event"] == "identity_provider_unavailable"]
    assert line["error"].startswith("ClientResponseError: ") and "102400 bytes" in line["error"]


def _told(logs: list[Any]) -> list[str]:
    return [line["event"] for line in logs if line["log_level"] != "debug"]


async def test_before_there_are_any_keys_a_bounded_number_waits_for_them_and_all_who_do_are_served(
    bench: Bench,
) -> None:
    with bench.provider.holding(Provider.KEYS):
        greedy = [bench.begin(who="203.0.113.7") for _ in range(200)]
        await until(lambda: sum(each.done() for each in greedy) == 200 - jwks.MAX_WAITERS // 2)
        turned_away = [each for each in greedy if each.done()]
        assert {type(each.exception()) for each in turned_away} == {ServiceUnavailable}
        assert all(int(each.exception().headers["Retry-After"]) > 0 for each in turned_away)
        # Requests from another address find room, and the keys are fetched once.
        other = bench.begin(who="198.51.100.4")
        await until(lambda: Provider.KEYS in bench.provider.asked)
        assert not other.done()
    authenticator = await asyncio.gather(other, *(each for each in greedy if each not in turned_away))
    assert len(authenticator) == 1 + jwks.MAX_WAITERS // 2
    assert bench.provider.asked == [Provider.ABOUT, Provider.KEYS]


async def test_while_there_have_never_been_keys_the_provider_is_asked_again_every_few_seconds(bench: Bench) -> None:
    healthy = dict(bench.provider.documents)
    bench.provider.documents[Provider.ABOUT] = Document(b"", status=500)
    for seconds, asked in ((0, 1), (1, 1), (3, 1), (2, 2)):
        bench.clock.now += seconds
        with pytest.raises(ServiceUnavailable):
            await bench.identify()
        assert len(bench.provider.asked) == asked
    bench.provider.documents.update(healthy)
    bench.clock.now += 6
    await bench.answer_many()


async def test_one_who_gives_up_does_not_end_the_fetch_for_the_others(bench: Bench) -> None:
    with bench.provider.holding(Provider.KEYS):
        impatient, patient = bench.begin(), bench.begin()
        await until(lambda: Provider.KEYS in bench.provider.asked)
        impatient.cancel()
        await asyncio.wait({impatient})
    assert (await patient).actor_id == "usr_42"


async def test_two_issuers_share_nothing(bench: Bench, module_database_url: str) -> None:
    with providing() as other:
        async with opened(other, module_database_url) as elsewhere:
            await asyncio.gather(bench.identify(), elsewhere.identify())
            for one, another in ((bench, elsewhere), (elsewhere, bench)):
                claims = one.provider.claims()
                foreign = another.provider.token(claims)
                with pytest.raises(InvalidToken):
                    await one.identify(foreign)


class Addresses:
    """Discovery that names one address for the keys."""

    def __init__(self, address: Any) -> None:
        self.address = address
        self.asked: list[str] = []

    async def __call__(self, session: Any, url: str) -> dict[str, Any]:
        self.asked.append(url)
        if "openid-configuration" in url:
            return {"issuer": url.partition("/.well-known")[0], "jwks_uri": self.address}
        return {"keys": [ECKey.generate_key("P-256").as_dict(private=False)]}


@pytest.mark.parametrize(
    ("issuer", "address", "allows_http", "is_asked"),
    [
        ("https://id.example", "https://id.example/keys", False, True),
        ("https://id.example", "http://id.example/keys", False, False),
        ("https://id.example", "http://id.example/keys", True, True),
        ("http://id.internal", "http://id.internal/keys", False, True),
        ("http://id.internal", "file:///etc/passwd", True, False),
        ("https://id.example", "ftp://id.example/keys", True, False),
        ("https://id.example", "//id.example/keys", True, False),
        ("https://id.example", "http://[", True, False),
        ("https://id.example", None, True, False),
        ("https://id.example", ["https://id.example/keys"], True, False),
    ],
)
async def test_keys_are_fetched_without_tls_only_where_that_was_chosen(
    monkeypatch: pytest.MonkeyPatch, issuer: str, address: Any, allows_http: bool, is_asked: bool
) -> None:
    addresses = Addresses(address)
    monkeypatch.setattr(jwks, "_document", addresses)
    keys = JwksCache(issuer, allows_http=allows_http)
    if is_asked:
        assert await keys.refresh()
    else:
        with pytest.raises(ServiceUnavailable):
            await keys.refresh()
    assert (address in addresses.asked) is is_asked


def _public(key: Any, **changes: Any) -> dict[str, Any]:
    return key.as_dict(private=False) | changes


RSA, EC = RSAKey.generate_key(2048, {"kid": "good"}), ECKey.generate_key("P-256", {"kid": "ec"})
STRANGE = [
    None,
    7,
    "RSA",
    [],
    {},
    {"kty": None},
    {"kty": ["RSA"]},
    {"kty": {}},
    {"kty": "RSA"},
    {"kty": "RSA", "n": 5, "e": "AQAB"},
    {"kty": "RSA", "n": ["A"], "e": "AQAB"},
    {"kty": "RSA", "n": "", "e": ""},
    {"kty": "RSA", "n": "A" * 100_000, "e": "AQAB"},
    {"kty": "RSA", "n": "!!!", "e": "AQAB"},
    {"kty": "RSA", "n": "é", "e": "AQAB"},
    _public(RSA, e="A" * 200),
    _public(RSA, kid=7),
    _public(RSA, kid={"a": 1}),
    _public(RSA, use="enc"),
    {"kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"},
    {"kty": "EC", "crv": "P-1", "x": EC.as_dict()["x"], "y": EC.as_dict()["y"]},
    {"kty": "OKP", "crv": "Ed25519", "x": "AA"},
    {"kty": "oct", "k": "c2VjcmV0", "kid": "good"},
    OctKey.generate_key(256, {"kid": "good"}).as_dict(private=True),
    {"kty": "AKP", "alg": "ML-DSA-44", "pub": "AA"},
]


@pytest.mark.parametrize("strange", STRANGE)
async def test_a_strange_key_is_left_out_and_those_beside_it_are_kept(strange: Any) -> None:
    kept = parse_keys({"keys": [strange, _public(RSA), strange, _public(EC)]})
    assert [key.kid for key in kept] == ["good", "ec"]


@pytest.mark.parametrize("document", [{}, {"keys": None}, {"keys": {}}, {"keys": "x"}, {"keys": 7}, {"kty": "RSA"}])
async def test_a_strange_set_has_no_keys(document: dict[str, Any]) -> None:
    assert parse_keys(document) == []


async def test_of_a_set_without_end_only_the_first_keys_are_taken() -> None:
    assert len(parse_keys({"keys": [_public(EC)] * 5_000})) == MAX_KEYS


async def test_a_private_key_that_is_shown_by_mistake_is_used_as_the_public_one() -> None:
    (kept,) = parse_keys({"keys": [RSA.as_dict(private=True)]})
    assert "d" not in kept.as_dict()


def _part(value: Any) -> bytes:
    raw = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(raw).rstrip(b"=")


STRANGE_HEADERS = [
    "alg",
    ["alg"],
    7,
    None,
    {},
    b"",
    b"{",
    b"[" * 300,
    b'{"alg":"RS256","kid":' + b"[" * 200,
    b'{"alg":"RS256","kid":1e999}',
    {"alg": None},
    {"alg": ["RS256"]},
    {"alg": {"a": 1}},
    {"alg": "RS256", "kid": 7},
    {"alg": "RS256", "kid": ["rsa-1"]},
    {"alg": "RS256", "kid": "rsa-1", "crit": 5},
    {"alg": "RS256", "kid": "rsa-1", "crit": ["b64"], "b64": False},
    {"alg": "RS256", "kid": "rsa-1", "b64": "no"},
    {"alg": "RS256", "kid": "rsa-1", "jwk": {"kty": "oct", "k": "AA"}},
    {"alg": "ES256", "kid": "rsa-1"},
    {"alg": "HS256", "kid": "rsa-1"},
    {"alg": "none"},
    {"alg": "RS256", "kid": "x" * 400},
]


@pytest.mark.parametrize("header", STRANGE_HEADERS)
async def test_a_strange_header_makes_an_invalid_token(bench: Bench, header: Any) -> None:
    await bench.identify()
    token = _part(header) + b"." + _part(bench.provider.claims()) + b"." + b"A" * 342
    with pytest.raises(InvalidToken):
        await bench.identify(token)


async def test_what_says_nothing_that_could_be_good_is_refused_without_asking_the_provider(bench: Bench) -> None:
    await bench.identify()
    bench.clock.now += 31
    claims, strange = bench.provider.claims, bench.strange
    useless = [
        *(bench.provider.token(claims(**said), key=strange) for said in ({"exp": 1}, {"iss": "x"}, {"aud": "x"})),
        *(bench.provider.token(claims(**said), key=strange) for said in ({"sub": None}, {"nbf": 1e12}, {"nbf": "x"})),
        bench.provider.token(claims(email="x" * 13_000), key=strange),
        "x" * 100_000,
        _part({"alg": "HS256", "kid": "strange"}) + b"." + _part(claims()) + b".AAAA",
        _part({"alg": "RS256", "kid": "strange"}) + b"." + _part(b"[" * 10_000) + b".AAAA",
        _part({"alg": "RS256", "kid": "strange"}) + b"." + _part(b'{"exp":' + b"9" * 9_000 + b"}") + b".AAAA",
        # A key that is known did not sign this.
        bench.provider.token(key=RSAKey.generate_key(2048, {"kid": "rsa-1"})),
    ]
    asked = len(bench.provider.asked)
    for token in useless:
        with pytest.raises(InvalidToken):
            await bench.identify(token)
    assert len(bench.provider.asked) == asked


async def test_tokens_changed_at_random_are_invalid_and_never_a_fault(bench: Bench) -> None:
    await bench.identify()
    chosen, good = random.Random(3), bench.provider.token().encode()
    for _ in range(1_500):
        changed = bytearray(good)
        for _ in range(chosen.randint(1, 4)):
            at = chosen.randrange(len(changed))
            changed[at : at + chosen.randint(0, 2)] = bytes([chosen.choice(b"AZaz09-_.=\x00\xff{")])
        if bytes(changed) == good:
            continue
        with pytest.raises(InvalidToken):
            await bench.identify(bytes(changed))


async def _origins(bench: Bench) -> dict[str, str]:
    async with bench.db.connection() as connection:
        rows = await connection.fetch("SELECT id, origin FROM accounts WHERE origin = 'session'")
    return {row["id"]: row["origin"] for row in rows}


async def _remove(bench: Bench, account_id: str) -> None:
    async with bench.db.connection() as connection:
        await connection.execute("DELETE FROM accounts WHERE id = $1", account_id)


async def test_a_workspace_is_opened_once_in_a_while_and_again_after_a_backup_was_restored(bench: Bench) -> None:
    token = bench.provider.token(bench.provider.claims(accountId="acc_restored"))
    await bench.identify(token)
    assert "acc_restored" in await _origins(bench)
    await _remove(bench, "acc_restored")
    await bench.identify(token)
    assert "acc_restored" not in await _origins(bench)
    bench.clock.now += workspaces.CACHE_SECONDS
    await bench.identify(token)
    assert "acc_restored" in await _origins(bench)


async def test_no_more_workspaces_are_remembered_than_there_is_room_for(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspaces, "MAX_CACHED", 3)
    tokens = [bench.provider.token(bench.provider.claims(accountId=f"acc_many_{number}")) for number in range(6)]
    for token in tokens:
        await bench.identify(token)
    assert list(bench.sessions.provisioner._known) == ["acc_many_3", "acc_many_4", "acc_many_5"]
    await _remove(bench, "acc_many_0")
    await bench.identify(tokens[0])
    assert "acc_many_0" in await _origins(bench)


async def test_production_fetches_no_keys_without_tls_from_an_issuer_that_has_it(bench: Bench) -> None:
    production = msgspec.structs.replace(bench.settings, mode="production", oidc_issuer="https://id.example")
    assert TokenAuthenticator(bench.db, production)._jwks._schemes == {"https"}
