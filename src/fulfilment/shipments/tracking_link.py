"""Where a buyer follows a shipment: the public address of its page (tracking_page/)."""

from fulfilment import settings

PATH_PREFIX = "/t/"


def get_url_prefix() -> str:
    """What the address of every page begins with; the shipment's token follows."""
    return settings.current().base_url + PATH_PREFIX


def build_url(token: str) -> str:
    """The address of the page that the token opens, under the public base address."""
    return get_url_prefix() + token
