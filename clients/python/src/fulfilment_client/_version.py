"""The client's version; it follows the service's."""

__version__ = "0.1.0"
