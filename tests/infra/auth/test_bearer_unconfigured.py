"""Without a provider no token is accepted; before the provider's keys were ever fetched no signature can be checked."""

import time

from tests.harness.provider import AUDIENCE, providing
from tests.harness.service import serving
from tests.harness.workspaces import open_client

TARGET = "/api/v1/warehouses"


def test_production_without_a_configured_provider_takes_no_token_and_asks_nobody(module_database_url: str) -> None:
    with providing() as provider, serving(module_database_url, mode="production") as service:
        blank = provider.claims(iss="", aud="")
        for claims in (provider.claims(), blank, blank | {"iss": "http://127.0.0.1:1", "aud": "fulfilment"}):
            headers = [("Authorization", f"Bearer {provider.token(claims)}")]
            assert service.send("GET", TARGET, headers).error == (401, "INVALID_TOKEN")
        assert provider.asked == []


def test_before_the_provider_ever_told_its_keys_sessions_are_to_come_again_and_keys_work(
    module_database_url: str,
) -> None:
    with providing() as provider:
        headers = [("Authorization", f"Bearer {provider.token()}")]
        given = {"oidc_issuer": provider.issuer, "oidc_audience": AUDIENCE}
        with serving(module_database_url, factory="tests.infra.auth.prompt_keys:create", **given) as service:
            with provider.holding(provider.ABOUT):
                answer = service.send("GET", TARGET, headers)
                assert answer.error == (503, "SERVICE_UNAVAILABLE")
                assert int(answer.headers["retry-after"]) > 0
                assert service.send("GET", TARGET, []).error == (401, "AUTH_REQUIRED")
                assert open_client(service)("GET", TARGET).status == 200
                # A token that is refused without any key does not wait for the keys.
                expired = provider.token(provider.claims(exp=int(time.time()) - 3_600))
                refused = service.send("GET", TARGET, [("Authorization", f"Bearer {expired}")])
                assert refused.error == (401, "INVALID_TOKEN")
            while (answer := service.send("GET", TARGET, headers)).status == 503:
                time.sleep(0.1)
            assert answer.status == 200
            assert "Traceback" not in service.log.read_text()
