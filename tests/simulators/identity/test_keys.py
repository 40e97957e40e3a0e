"""Keys rotate, several are shown at once, and the service accepts tokens throughout."""

from fulfilment_simulators.identity import keys
from tests.harness.provider import AUDIENCE
from tests.harness.service import serving
from tests.simulators.identity.running import Simulator


def _kids(simulator: Simulator) -> list[str]:
    return [key["kid"] for key in simulator.send("/keys").json["keys"]]


def _signing(simulator: Simulator) -> str:
    return simulator.send("/_control/rotate", {}).json["signing"]


def test_only_public_keys_are_shown(simulator: Simulator) -> None:
    shown = simulator.send("/keys").json["keys"]
    assert len(shown) == 2
    for key in shown:
        assert key.keys() == {"kty", "kid", "use", "alg", "n", "e"}


def test_the_next_key_is_shown_before_it_signs_and_former_ones_after(simulator: Simulator) -> None:
    first, second = _kids(simulator)
    assert _signing(simulator) == second
    shown = _kids(simulator)
    assert shown[0] == second and shown[2] == first and len(set(shown)) == 3


def test_a_former_key_is_shown_for_as_long_as_a_token_may_live(simulator: Simulator) -> None:
    first = _kids(simulator)[0]
    _signing(simulator)
    simulator.clock.ahead += keys.TOKEN_SECONDS - 60
    assert first in _kids(simulator)
    simulator.clock.ahead += 61
    assert first not in _kids(simulator)


def test_keys_rotate_by_themselves(simulator: Simulator) -> None:
    first, second = _kids(simulator)
    simulator.clock.ahead += keys.ROTATE_SECONDS + 1
    simulator.sign_in("owner")
    assert _kids(simulator)[0] == second and first in _kids(simulator)


def test_however_often_they_rotate_the_set_stays_small(simulator: Simulator, monkeypatch) -> None:
    monkeypatch.setattr(keys, "MAX_FORMER_KEYS", 2)
    for _ in range(5):
        _signing(simulator)
    assert len(_kids(simulator)) == 4


def test_the_service_takes_tokens_of_the_key_before_and_of_the_one_after(
    simulator: Simulator, module_database_url: str
) -> None:
    with serving(module_database_url, oidc_issuer=simulator.url, oidc_audience=AUDIENCE) as service:

        def status(token: str) -> int:
            headers = [("Authorization", f"Bearer {token}")]
            return service.send("GET", "/api/v1/warehouses", headers).status

        before = simulator.sign_in("owner")["access_token"]
        assert status(before) == 200
        _signing(simulator)
        # The key was shown ahead: the service did not fetch the keys again.
        assert status(simulator.sign_in("owner")["access_token"]) == 200
        assert status(before) == 200
