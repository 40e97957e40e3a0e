"""What stops the demo."""


class DemoFailed(Exception):
    """A step did not end as it should; the message is one clear line."""
