"""Which mode a command runs in: what is set, else, for the operator's commands, that of the service beside it."""

import contextlib
import os

from fulfilment import settings
from fulfilment.settings import PREFIX, Settings

_VARIABLE = f"{PREFIX}MODE"
_FILE = "mode"


def load_settings(*, is_operators: bool) -> Settings:
    """The settings of this command. Raises SettingsError.

    `workspace create` beside a service that `make serve` started must find that service's development master key,
    although nothing in its own environment says so.
    """
    loaded = settings.load()
    if is_operators and _VARIABLE not in os.environ:
        with contextlib.suppress(OSError):
            if (loaded.data_path / _FILE).read_text(encoding="ascii").strip() == "development":
                os.environ[_VARIABLE] = "development"
                return settings.load()
    return loaded


def remember(served: Settings) -> None:
    """Leave the service's mode in its data folder, for the commands that come later."""
    (served.data_path / _FILE).write_text(served.mode + "\n", encoding="ascii")


def is_remembered(given: Settings) -> bool:
    """Whether a service ever ran from this data folder."""
    return (given.data_path / _FILE).exists()
