"""What a command refuses."""


class Refusal(Exception):
    """The command cannot do it; the message is one clear line for the operator."""


def require_text(option: str, given: str | None, *, most: int) -> None:
    """Raise Refusal for a text that the database, or one of its indexes, cannot hold, and for an empty one."""
    if given is not None and not (0 < len(given) <= most and given.isprintable()):
        raise Refusal(f"{option} takes between 1 and {most} printable characters.")
