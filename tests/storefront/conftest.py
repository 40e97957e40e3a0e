"""A fresh shop for each test, and one of another partner's."""

import pytest

from tests.harness.service import Service
from tests.storefront.shop import Shop, open_shop


@pytest.fixture
def shop(api: Service) -> Shop:
    return open_shop(api)


@pytest.fixture
def other(api: Service) -> Shop:
    return open_shop(api)
