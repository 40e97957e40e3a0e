"""Without a provider, or with one that is away, no token is accepted."""

from tests.http.provider import AUDIENCE, providing
from tests.http.service import Service, serving


def test_without_a_configured_provider_every_token_is_invalid(service: Service) -> None:
    with providing() as provider:
        headers = [("Authorization", f"Bearer {provider.token()}")]
        assert service.send("GET", "/api/v1/warehouses", headers).refusal == (401, "INVALID_TOKEN")


def test_while_the_provider_is_away_tokens_are_invalid_and_keys_still_work(module_database_url: str) -> None:
    with providing() as provider:
        token = provider.token()
    with serving(module_database_url, oidc_issuer=provider.issuer, oidc_audience=AUDIENCE) as service:
        headers = [("Authorization", f"Bearer {token}")]
        assert service.send("GET", "/api/v1/warehouses", headers).refusal == (401, "INVALID_TOKEN")
        assert service.send("GET", "/api/v1/warehouses", []).refusal == (401, "AUTH_REQUIRED")
