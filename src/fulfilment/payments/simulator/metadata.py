"""The key-value pairs that the caller keeps at an object."""

from fulfilment.payments.simulator.parameters import Metadata
from fulfilment.payments.simulator.refusals import invalid

KEYS_MOST = 50
KEY_CHARACTERS = 40
VALUE_CHARACTERS = 500


def merged(kept: dict[str, str], said: Metadata | None) -> dict[str, str]:
    """An empty value takes its key away, and an empty text all of them. Raises Refused beyond Stripe's bounds."""
    if said is None:
        return kept
    if isinstance(said, str):
        if said:
            raise invalid("Invalid metadata: it must be a hash of keys and values.", "metadata")
        return {}
    for key, value in said.items():
        if len(key) > KEY_CHARACTERS:
            raise invalid(f"Metadata keys can be up to {KEY_CHARACTERS} characters long.", "metadata")
        if len(value) > VALUE_CHARACTERS:
            raise invalid(f"Metadata values can be up to {VALUE_CHARACTERS} characters long.", f"metadata[{key}]")
    found = {key: value for key, value in (kept | said).items() if value}
    if len(found) > KEYS_MOST:
        raise invalid(f"Metadata can have up to {KEYS_MOST} keys.", "metadata")
    return found
