"""Metadata: key-value pairs that clients store with an object."""

from fulfilment_simulators.payments.errors import invalid_request
from fulfilment_simulators.payments.parameters import Metadata

KEYS_MOST = 50
KEY_CHARACTERS = 40
VALUE_CHARACTERS = 500


def merge_metadata(current: dict[str, str], changes: Metadata | None) -> dict[str, str]:
    """The merged metadata: an empty value removes its key, and an empty text removes all keys.

    Raises StripeApiError beyond Stripe's limits.
    """
    if changes is None:
        return current
    if isinstance(changes, str):
        if changes:
            raise invalid_request("Invalid metadata: it must be a hash of keys and values.", "metadata")
        return {}
    for key, value in changes.items():
        if len(key) > KEY_CHARACTERS:
            raise invalid_request(f"Metadata keys can be up to {KEY_CHARACTERS} characters long.", "metadata")
        if len(value) > VALUE_CHARACTERS:
            raise invalid_request(
                f"Metadata values can be up to {VALUE_CHARACTERS} characters long.", f"metadata[{key}]"
            )
    found = {key: value for key, value in (current | changes).items() if value}
    if len(found) > KEYS_MOST:
        raise invalid_request(f"Metadata can have up to {KEYS_MOST} keys.", "metadata")
    return found
