"""Names and phone numbers as a parcel may carry them: enough to ask for a person, not to call them."""

from fulfilment.infra.pdf.text import graphemes

_STAR = "*"
_VISIBLE_TAIL_FROM_LENGTH = 5
_VISIBLE_DIGITS = 4


def mask_name(name: str) -> str:
    """`Siti Nurhaliza` becomes `S*** N*******a`; a word shorter than five characters keeps only its first."""
    return " ".join(_mask_word(word) for word in name.split())


def mask_phone(phone: str) -> str:
    """`081234567890` becomes `0812****7890`: at most four characters at either end, at least a third hidden.

    Signs such as `+`, spaces and hyphens stay where they are.
    """
    positions = [at for at, char in enumerate(phone) if char.isalnum()]
    visible = min(_VISIBLE_DIGITS, len(positions) // 3)
    hidden = set(positions[visible : len(positions) - visible])
    return "".join(_STAR if at in hidden else char for at, char in enumerate(phone))


def _mask_word(word: str) -> str:
    parts = graphemes.split(word)
    if len(parts) == 1:
        return _STAR
    if len(parts) < _VISIBLE_TAIL_FROM_LENGTH:
        return parts[0] + _STAR * (len(parts) - 1)
    return parts[0] + _STAR * (len(parts) - 2) + parts[-1]
