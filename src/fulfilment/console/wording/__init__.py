"""How the console speaks: English in the code, other languages in a file beside each screen, formats by Babel."""


def N_(text: str) -> str:
    """Mark a text that is translated where it is shown."""
    return text
