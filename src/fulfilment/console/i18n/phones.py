"""Telephone numbers as people type them."""

from fulfilment.infra.api.errors import Validation
from fulfilment.infra.i18n import N_

MIN_DIGITS = 6


def require_phone(text: str, field: str) -> None:
    """Raise Validation for a text that no driver could call. Nothing at all is for the API to refuse."""
    if text and sum(character.isdecimal() for character in text) < MIN_DIGITS:
        raise Validation(N_("Enter a telephone number of at least six digits."), field=field)
