"""Errors of commands, and the check of texts on the command line."""


class CommandError(Exception):
    """The command cannot do its work. The message is one line for the operator."""


def require_text(option: str, text: str | None, *, max_length: int) -> None:
    """Raise CommandError for an empty text, and for a text that the database or one of its indexes cannot store."""
    if text is not None and not (0 < len(text) <= max_length and text.isprintable()):
        raise CommandError(f"{option} takes between 1 and {max_length} printable characters.")
