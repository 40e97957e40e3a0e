"""What a command refuses."""


class Refusal(Exception):
    """The command cannot do it; the message is one clear line for the operator."""
