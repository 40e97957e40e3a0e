"""In which mode and under which brand a command runs: what is set, else what the service beside it has.

The latter is for the operator's commands alone; the processes of the service are told theirs.
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

    `workspace create` beside a service that `make serve` started must find that service's development master key,
    although nothing in its own environment says so, make keys of its brand, and reach its simulators.
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
            # The same environment started the service, which found the port taken and went to another one.
            os.environ[PREFIX + name.upper()] = actual
    if found["MODE"] != "development":
        # Production is what a command is in anyway, and nothing else is a mode.
        del found["MODE"]
    os.environ.update({PREFIX + name: found[name] for name in found if found[name] and PREFIX + name not in os.environ})
    return settings.load()


def store_mode(actual: Settings, requested: Settings) -> None:
    """Leave the service's mode, brand, ports and outbound switch in its data folder, for the commands that come later.

    Beside a port that was moved stands the one that the settings asked for.
    """
    (actual.data_path / _FILE).write_text(actual.mode + "\n", encoding="ascii")
    (actual.data_path / _BRAND_FILE).write_text(actual.brand + "\n", encoding="ascii")
    (actual.data_path / _OUTBOUND_FILE).write_text(actual.outbound + "\n", encoding="ascii")
    for name in ("port", *_PORTS):
        ports = dict.fromkeys((getattr(actual, name), getattr(requested, name)))
        (actual.data_path / name).write_text(" ".join(map(str, ports)) + "\n", encoding="ascii")


def simulator_environment(actual: Settings) -> dict[str, str]:
    """The environment that names the ports of the simulators to the processes of the service."""
    return {PREFIX + name.upper(): str(getattr(actual, name)) for name in _PORTS}


def has_stored_mode(configured: Settings) -> bool:
    """Whether a service ever ran from this data folder."""
    return (configured.data_path / _FILE).exists()


def _read(configured: Settings, name: str) -> str:
    try:
        return (configured.data_path / name).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
