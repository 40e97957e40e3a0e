"""The shutdown state of this process: probes report it, and kept connections are closed."""

_is_draining = False


def start_draining() -> None:
    """Be ready for no more, and go on serving."""
    global _is_draining
    _is_draining = True


def reset() -> None:
    """Serve again, for a process that begins its work a second time."""
    global _is_draining
    _is_draining = False


def is_draining() -> bool:
    """True from the moment at which the end has begun."""
    return _is_draining
