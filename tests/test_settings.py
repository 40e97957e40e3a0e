"""An unknown setting is refused by name."""

from pathlib import Path

import pytest

from fulfilment import settings
from fulfilment.settings import SettingsError, load


@pytest.mark.parametrize(
    ("variable", "meant"),
    [
        ("FULFILMENT_PROT", "FULFILMENT_PORT"),
        ("FULFILMENT_DATABASE_POOLSIZE", "FULFILMENT_DATABASE_POOL_SIZE"),
        ("FULFILMENT_MASTER_KEY", "FULFILMENT_MASTER_KEYS"),
    ],
)
def test_a_setting_that_does_not_exist_is_refused_with_the_nearest_name(variable: str, meant: str) -> None:
    with pytest.raises(SettingsError) as refused:
        load({variable: "1"})
    assert variable in str(refused.value) and f"did you mean {meant}?" in str(refused.value)


def test_what_is_near_nothing_is_refused_with_where_all_of_them_stand() -> None:
    with pytest.raises(SettingsError, match=r"config\.default\.toml"):
        load({"FULFILMENT_XYZZY": "1"})


@pytest.mark.parametrize(
    "variable",
    ["PATH", "FULFILMENT_SUPERVISOR_PID", "FULFILMENT_KEY_ID", "FULFILMENT_SERVICE_HOST", "FULFILMENT_PORT_8080_TCP"],
)
def test_what_others_say_to_a_process_is_no_setting(variable: str) -> None:
    assert load({variable: "1"}) == load({})


def test_an_issuer_needs_its_audience() -> None:
    issuer = {"FULFILMENT_OIDC_ISSUER": "https://id.example"}
    with pytest.raises(SettingsError, match="FULFILMENT_OIDC_AUDIENCE"):
        load(issuer)
    assert load(issuer | {"FULFILMENT_OIDC_AUDIENCE": "shop"}).audience == "shop"


def test_people_are_simulated_in_development_alone_and_only_without_an_issuer() -> None:
    real = {"FULFILMENT_OIDC_ISSUER": "https://id.example", "FULFILMENT_OIDC_AUDIENCE": "shop"}
    development = {"FULFILMENT_MODE": "development", "FULFILMENT_IDENTITY_SIMULATOR_PORT": "7"}
    for given, issuer, audience in (
        ({}, "", ""),
        (real, "https://id.example", "shop"),
        (development, "http://127.0.0.1:7", "fulfilment"),
        (development | {"FULFILMENT_OIDC_AUDIENCE": "shop"}, "http://127.0.0.1:7", "shop"),
        (development | real, "https://id.example", "shop"),
    ):
        loaded = load(given)
        assert (loaded.issuer, loaded.audience) == (issuer, audience)
        assert loaded.simulates_identity is (issuer == "http://127.0.0.1:7")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("PAYMENTS_KEY", "sk_live_1\r\nX-Other: 1", "no key"),
        ("PAYMENTS_KEY", "sk_live_é", "no key"),
        ("PAYMENTS_URL", "api.stripe.com", "https://"),
        ("PAYMENTS_PRICES_STARTER", "EUR=price_1", "EUR=price_1"),
        ("PAYMENTS_PRICES_GROWTH", "IDR=", "IDR="),
        ("PAYMENTS_PRICES_SCALE", "price 1", "price 1"),
    ],
)
def test_a_payment_setting_that_could_never_work_is_refused_at_the_start(name: str, value: str, said: str) -> None:
    with pytest.raises(SettingsError, match=f"FULFILMENT_{name}") as refused:
        load({f"FULFILMENT_{name}": value})
    assert said in str(refused.value)


def test_one_price_cannot_buy_two_plans() -> None:
    prices = {"FULFILMENT_PAYMENTS_PRICES_STARTER": "IDR=price_1,price_1"}
    assert load(prices).payments_prices_starter == ["IDR=price_1", "price_1"]
    with pytest.raises(SettingsError, match="FULFILMENT_PAYMENTS_PRICES_SCALE: 'USD=price_1'"):
        load(prices | {"FULFILMENT_PAYMENTS_PRICES_SCALE": "USD=price_1"})


def test_the_payment_key_is_not_quoted_where_it_is_refused() -> None:
    with pytest.raises(SettingsError) as refused:
        load({"FULFILMENT_PAYMENTS_KEY": "sk_live_secret\n"})
    assert "sk_live_secret" not in str(refused.value)


@pytest.mark.parametrize("name", settings.SECRETS)
def test_a_secret_may_stand_in_a_file_and_white_space_around_it_does_not_count(name: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("  one-of-mine\n")
    # A direct address is only taken together with a pooler's address.
    pooled = {"FULFILMENT_DATABASE_URL": "postgresql://pooler/shop"} if name == "database_direct_url" else {}
    value = getattr(load(pooled | {f"FULFILMENT_{name.upper()}_FILE": str(tmp_path / "secret")}), name)
    assert value in ("one-of-mine", ["one-of-mine"])


def test_several_secrets_stand_in_a_file_one_a_line_or_with_commas(tmp_path: Path) -> None:
    (tmp_path / "secrets").write_text("first\nsecond,third\n\n")
    loaded = load({"FULFILMENT_PAYMENTS_WEBHOOK_SECRETS_FILE": str(tmp_path / "secrets")})
    assert loaded.payments_webhook_secrets == ["first", "second", "third"]


@pytest.mark.parametrize(("content", "said"), [(None, "No such"), (b" \n", "is empty"), (b"\xff\xfe", "than text")])
def test_a_file_that_gives_no_secret_is_refused_with_its_name(content: bytes | None, said: str, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "key").write_bytes(content)
    with pytest.raises(SettingsError, match=rf"FULFILMENT_PAYMENTS_KEY_FILE: {tmp_path}/key .*{said}"):
        load({"FULFILMENT_PAYMENTS_KEY_FILE": str(tmp_path / "key")})


def test_a_secret_is_not_given_twice_and_what_is_none_comes_from_no_file(tmp_path: Path) -> None:
    (tmp_path / "url").write_text("postgresql://db/shop")
    given = {"FULFILMENT_DATABASE_URL_FILE": str(tmp_path / "url")}
    assert load(given | {"FULFILMENT_DATABASE_URL": ""}).database_url == "postgresql://db/shop"
    with pytest.raises(SettingsError, match="FULFILMENT_DATABASE_URL_FILE, not both"):
        load(given | {"FULFILMENT_DATABASE_URL": "postgresql://elsewhere/shop"})
    with pytest.raises(SettingsError, match="FULFILMENT_PORT_FILE is no setting"):
        load({"FULFILMENT_PORT_FILE": str(tmp_path / "url")})


def test_idle_connections_of_trusted_proxies_outlast_the_sixty_seconds_of_common_balancers() -> None:
    assert load({}).keeps_alive_seconds == 10
    behind = {"FULFILMENT_TRUSTED_PROXIES": "10.1.0.0/16"}
    assert load(behind).keeps_alive_seconds == 75
    assert load(behind | {"FULFILMENT_KEEP_ALIVE_SECONDS": "620"}).keeps_alive_seconds == 620


@pytest.mark.parametrize("wrong", ["0", "0.5", "-2", "nan", "inf", "86401"])
def test_an_idle_timeout_that_ends_every_connection_or_none_is_refused(wrong: str) -> None:
    with pytest.raises(SettingsError, match="FULFILMENT_KEEP_ALIVE_SECONDS"):
        load({"FULFILMENT_KEEP_ALIVE_SECONDS": wrong})
