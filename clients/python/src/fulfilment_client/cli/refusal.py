"""Refusal of a command."""


class Refusal(Exception):
    """The command cannot do it; the message is one clear line that says what to do."""
