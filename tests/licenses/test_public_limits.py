"""The limits of the public license routes over real sockets, behind a proxy that names each client."""

from collections.abc import Iterator
from urllib.parse import quote

import pytest

from tests.harness.service import Answer, Client, Service, serving
from tests.harness.workspaces import open_client

PATH = "/api/v1/licenses"
UNKNOWN = 4
PER_KEY = 8
PER_ADDRESS = 40


@pytest.fixture(scope="module")
def proxied(module_database_url: str) -> Iterator[Service]:
    """A service with small limits that takes this host for its proxy."""
    with serving(
        module_database_url,
        trusted_proxies="127.0.0.1",
        license_requests_per_minute=str(PER_ADDRESS),
        license_key_requests_per_minute=str(PER_KEY),
        license_unknown_keys_per_minute=str(UNKNOWN),
    ) as running:
        yield running


@pytest.fixture
def merchant(proxied: Service) -> Client:
    return open_client(proxied)


@pytest.fixture
def key(merchant: Client) -> str:
    """The key of a license with slots enough."""
    product = merchant("POST", "/api/v1/products", {"name": "Editor", "type": "license"}).data["product"]["id"]
    given = {"productId": product, "customerId": "cus_1", "maxActivations": 1_000}
    return merchant("POST", PATH, given).data["license"]["key"]


class Buyer:
    """A buyer's software at one address."""

    def __init__(self, service: Service, address: str, *forged: str):
        self._service = service
        self._headers = [("X-Forwarded-For", ", ".join([*forged, address]))]

    def validate(self, key: str) -> Answer:
        return self._service.send("GET", f"{PATH}/validate?key={quote(key, safe='')}", self._headers)

    def post(self, action: str, key: str, instance: str = "pc-1") -> Answer:
        body = b'{"key": "%s", "instanceId": "%s"}' % (key.encode(), instance.encode())
        return self._service.send(
            "POST", f"{PATH}/{action}", [*self._headers, ("Content-Type", "application/json")], body
        )


def statuses(answers: list[Answer]) -> list[int]:
    return [answer.status for answer in answers]


@pytest.mark.parametrize("ask", ["validate", "activate", "deactivate"])
def test_guessing_keys_ends_with_429_on_every_public_route(proxied: Service, ask: str) -> None:
    buyer = Buyer(proxied, {"validate": "203.0.113.1", "activate": "203.0.113.2", "deactivate": "203.0.113.3"}[ask])
    guesses = [f"GUESS-{number:05}" for number in range(UNKNOWN + 2)]
    answers = [buyer.validate(guess) if ask == "validate" else buyer.post(ask, guess) for guess in guesses]
    assert [answer.status == 429 for answer in answers] == [False] * UNKNOWN + [True] * 2
    refused = answers[-1]
    assert refused.error == (429, "RATE_LIMITED")
    assert refused.headers["ratelimit-limit"] == str(UNKNOWN)
    assert refused.headers["ratelimit-remaining"] == "0"
    assert 1 <= int(refused.headers["retry-after"]) <= 60
    assert 1 <= int(refused.headers["ratelimit-reset"]) <= 60


def test_guesses_on_one_route_count_on_the_others(proxied: Service) -> None:
    buyer = Buyer(proxied, "203.0.113.4")
    buyer.validate("GUESS-00001"), buyer.post("activate", "GUESS-00002"), buyer.post("deactivate", "GUESS-00003")
    assert statuses([buyer.validate("GUESS-00004"), buyer.validate("GUESS-00005")]) == [200, 429]


def test_forged_addresses_buy_a_guesser_nothing(proxied: Service) -> None:
    answers = [
        Buyer(proxied, "203.0.113.5", f"198.51.100.{number}").validate(f"GUESS-{number:05}")
        for number in range(UNKNOWN + 1)
    ]
    assert statuses(answers) == [200] * UNKNOWN + [429]


def test_whoever_hammers_a_key_is_refused_and_its_owner_is_not(proxied: Service, key: str) -> None:
    stranger = Buyer(proxied, "198.51.100.9")
    answers = [stranger.validate(key) for _ in range(PER_KEY + 1)]
    assert statuses(answers) == [200] * PER_KEY + [429]
    assert stranger.post("activate", key).error == (429, "RATE_LIMITED")
    assert Buyer(proxied, "203.0.113.6").validate(key).data["valid"] is True


def test_the_neighbours_of_a_guesser_keep_working(proxied: Service, key: str) -> None:
    router = Buyer(proxied, "203.0.113.7")
    assert router.post("activate", key).status == 200
    guesses = [router.validate(f"GUESS-{number:05}") for number in range(UNKNOWN + 1)]
    assert guesses[-1].status == 429
    assert router.validate(key).data["valid"] is True


def test_an_address_has_an_allowance_for_everything(proxied: Service, merchant: Client, key: str) -> None:
    buyer = Buyer(proxied, "203.0.113.8")
    product = merchant("GET", f"{PATH}/lookup?key={key}").data["license"]["productId"]
    given = {"productId": product, "customerId": "cus_1"}
    keys = [merchant("POST", PATH, given).data["license"]["key"] for _ in range(PER_ADDRESS // PER_KEY + 1)]
    answers = [buyer.validate(one) for one in keys for _ in range(PER_KEY)]
    assert statuses(answers) == [200] * PER_ADDRESS + [429] * PER_KEY
    assert answers[-1].headers["ratelimit-limit"] == str(PER_ADDRESS)


def test_a_good_answer_says_what_is_left(proxied: Service, key: str) -> None:
    buyer = Buyer(proxied, "203.0.113.9")
    told = [buyer.validate(key).headers for _ in range(2)]
    assert [one["ratelimit-limit"] for one in told] == [str(PER_KEY)] * 2
    assert [one["ratelimit-remaining"] for one in told] == [str(PER_KEY - 1), str(PER_KEY - 2)]


def test_signed_requests_have_none_of_these_limits(proxied: Service, merchant: Client) -> None:
    answers = [merchant("GET", f"{PATH}/lookup?key=GUESS-{number:05}") for number in range(UNKNOWN * 3)]
    assert {answer.error for answer in answers} == {(404, "NOT_FOUND")}
    assert "ratelimit-limit" not in answers[-1].headers
