"""What of this service webhooks may never reach, even where private targets are allowed."""

from fulfilment.settings import Settings
from fulfilment.webhooks.destination import Policy, policy_of


def own_services(settings: Settings) -> list[tuple[str, int]]:
    """(host, port) of the API and of the courier simulator, for `destination.Policy`."""
    return [(settings.host, settings.port), ("127.0.0.1", settings.simulator_port)]


def policy(settings: Settings) -> Policy:
    """The policy that registration and delivery share."""
    return policy_of(settings, own_services(settings))
