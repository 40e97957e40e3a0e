"""Two services on one database, one of which enforces scopes, with a courier and an identity provider."""

from collections.abc import Iterator

import pytest

from tests.access.callers import MAKERS, Ask, House
from tests.harness.provider import AUDIENCE, providing
from tests.harness.service import serving
from tests.harness.simulator import Courier


@pytest.fixture(scope="module")
def house(module_database_url: str, courier: Courier) -> Iterator[House]:
    with providing() as provider:
        given = {
            "oidc_issuer": provider.issuer,
            "oidc_audience": AUDIENCE,
            "aggregator_url": courier.url,
            "aggregator_key": "simulator",
        }
        with (
            serving(module_database_url, **given) as service,
            serving(module_database_url, scopes_enforced="true", **given) as enforcing,
        ):
            yield House(service, enforcing, provider)


@pytest.fixture(scope="module")
def authenticator(house: House) -> dict[str, Ask]:
    """Every kind of caller by its name in the table."""
    return {name: make(house) for name, make in MAKERS.items()}
