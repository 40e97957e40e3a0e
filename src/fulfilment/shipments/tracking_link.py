"""Public address of a shipment's tracking page for the buyer (tracking_page/)."""

from fulfilment import settings

PATH_PREFIX = "/t/"


def get_url_prefix() -> str:
    """The prefix of every tracking page's address; the shipment's token follows."""
    return settings.current().base_url + PATH_PREFIX


def build_url(token: str) -> str:
    """The address of the tracking page with this token, under the public base URL."""
    return get_url_prefix() + token
