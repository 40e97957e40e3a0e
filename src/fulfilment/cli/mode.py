"""In which mode and under which brand a command runs: what is set, else what the service beside it has.

The latter is for the operator's commands alone; the processes of the service are told theirs.
"""

import os

from fulfilment import settings
from fulfilment.settings import PREFIX, Settings

_FILE = "mode"
_BRAND_FILE = "brand"


def load_settings(*, is_operators: bool) -> Settings:
    """The settings of this command. Raises SettingsError.

    `workspace create` beside a service that `make serve` started must find that service's development master key,
    although nothing in its own environment says so, and make keys of its brand.
    """
    loaded = settings.load()
    if not is_operators:
        return loaded
    found = {"MODE": _read(loaded, _FILE), "BRAND": _read(loaded, _BRAND_FILE)}
    if found["MODE"] != "development":
        # Production is what a command is in anyway, and nothing else is a mode.
        del found["MODE"]
    os.environ.update({PREFIX + name: found[name] for name in found if found[name] and PREFIX + name not in os.environ})
    return settings.load()


def remember(served: Settings) -> None:
    """Leave the service's mode and brand in its data folder, for the commands that come later."""
    (served.data_path / _FILE).write_text(served.mode + "\n", encoding="ascii")
    (served.data_path / _BRAND_FILE).write_text(served.brand + "\n", encoding="ascii")


def is_remembered(given: Settings) -> bool:
    """Whether a service ever ran from this data folder."""
    return (given.data_path / _FILE).exists()


def _read(given: Settings, name: str) -> str:
    try:
        return (given.data_path / name).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
