"""What a command refuses."""


class CommandError(Exception):
    """The command cannot do it; the message is one clear line for the operator."""


def require_text(option: str, text: str | None, *, max_length: int) -> None:
    """Raise CommandError for a text that the database, or one of its indexes, cannot hold, and for an empty one."""
    if text is not None and not (0 < len(text) <= max_length and text.isprintable()):
        raise CommandError(f"{option} takes between 1 and {max_length} printable characters.")
