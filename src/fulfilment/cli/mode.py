"""Mode, brand and ports of a command: its own settings, else those of the service with the same data folder.

Only the operator's commands read the latter. The processes of the service receive theirs as settings.
"""

import os

from fulfilment import settings
from fulfilment.settings import PREFIX, Settings

_FILE = "mode"
_BRAND_FILE = "brand"
_OUTBOUND_FILE = "outbound"
_PORTS = ("aggregator_simulator_port", "identity_simulator_port", "payment_simulator_port")


def load_settings(*, is_operators: bool) -> Settings:
    """The settings of this command. Raises SettingsError.

    For example, `workspace create` needs the development master key, the brand and the simulators of a service that
    `make serve` started. Its own environment has none of them.
    """
    configured = settings.load()
    if not is_operators:
        return configured
    found = {"MODE": _read(configured, _FILE), "BRAND": _read(configured, _BRAND_FILE)}
    if (outbound := _read(configured, _OUTBOUND_FILE)) in ("on", "off"):
        found["OUTBOUND"] = outbound
    for name in ("port", *_PORTS):
        actual, _, requested = _read(configured, name).partition(" ")
        if actual.isdigit():
            found[name.upper()] = actual
        if requested and os.environ.get(PREFIX + name.upper()) == requested:
            # The service was started with the same environment, found the port in use, and moved to another port.
            os.environ[PREFIX + name.upper()] = actual
    if found["MODE"] != "development":
        # Production is the default, and there are no other modes.
        del found["MODE"]
    os.environ.update({PREFIX + name: found[name] for name in found if found[name] and PREFIX + name not in os.environ})
    return settings.load()


def store_mode(actual: Settings, requested: Settings) -> None:
    """Store the service's mode, brand, ports and outbound switch in its data folder, for later commands.

    A port that was moved is stored with the port that the settings requested.
    """
    (actual.data_path / _FILE).write_text(actual.mode + "\n", encoding="ascii")
    (actual.data_path / _BRAND_FILE).write_text(actual.brand + "\n", encoding="ascii")
    (actual.data_path / _OUTBOUND_FILE).write_text(actual.outbound + "\n", encoding="ascii")
    for name in ("port", *_PORTS):
        ports = dict.fromkeys((getattr(actual, name), getattr(requested, name)))
        (actual.data_path / name).write_text(" ".join(map(str, ports)) + "\n", encoding="ascii")


def simulator_environment(actual: Settings) -> dict[str, str]:
    """The environment variables of the simulators' ports, for the processes of the service."""
    return {PREFIX + name.upper(): str(getattr(actual, name)) for name in _PORTS}


def has_stored_mode(configured: Settings) -> bool:
    """True if a service has ever run from this data folder."""
    return (configured.data_path / _FILE).exists()


def _read(configured: Settings, name: str) -> str:
    try:
        return (configured.data_path / name).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
