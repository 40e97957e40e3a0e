"""Banner of `serve`: addresses, first credentials and suggestions, printed when everything runs."""

from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from fulfilment import __version__
from fulfilment.cli.preflight import uses_simulator
from fulfilment.settings import Settings

if TYPE_CHECKING:
    from fulfilment.api_keys.service import CreatedKey

DOCUMENTATION_PATH = "/docs"
CONSOLE_PATH = "/console"
DEFAULT_BRAND = "svc"
_PROGRAM = ".venv/bin/fulfilment"

DEVELOPMENT = (
    "DEVELOPMENT MODE: webhooks may go to http and private addresses. Couriers, people and payments are simulated, "
    "and the master key is in the data folder. Do not expose this service to a network."
)

NO_WORKSPACE = (
    "\n  There is no workspace yet. This command creates one, and prints its first key on your terminal:\n"
    "    fulfilment workspace create --name 'My shop'"
)


def build_banner(settings: Settings, opened: "CreatedKey | None", *, is_empty: bool = False) -> str:
    """The banner, coloured on a terminal. `opened` is the first workspace, if this start created it.

    `is_empty`: there is no workspace yet, and the operator must create one.
    """
    console = Console(highlight=False, soft_wrap=True)
    with console.capture() as captured:
        _print_banner(console, settings, opened, is_empty=is_empty)
    return captured.get()


def _print_banner(console: Console, settings: Settings, opened: "CreatedKey | None", *, is_empty: bool) -> None:
    console.print(Text(f"\nfulfilment {__version__} is running.", style="bold green"))
    if settings.is_development:
        console.print(Text(DEVELOPMENT, style="bold yellow"))
    console.print()
    for name, value in _facts(settings, opened):
        console.print(Text.assemble((f"  {name:<19}", "bold"), value))
    if is_empty:
        console.print(Text(NO_WORKSPACE, style="bold"))
    console.print(Text("\n  Try next:", style="bold"))
    for line in _suggestions(settings, opened):
        console.print(Text(f"    {line}"))
    console.print(Text(f"\n  Ctrl-C stops everything; the data stays in {settings.data_path}.\n"))


def _facts(settings: Settings, opened: "CreatedKey | None") -> list[tuple[str, str]]:
    facts = [("Base address", settings.base_url)]
    if settings.brand != DEFAULT_BRAND:
        facts.append(("Brand", settings.brand))
    if opened:
        facts += [
            ("Workspace", opened.account_id),
            ("Key id", opened.key_id),
            ("Secret", opened.secret),
            ("", "The secret is shown only now."),
        ]
    facts.append(("Console", settings.base_url + CONSOLE_PATH))
    facts.append(("API documentation", settings.base_url + DOCUMENTATION_PATH))
    if uses_simulator(settings):
        facts.append(("Courier simulator", settings.aggregator_simulator_url))
    if settings.simulates_identity:
        facts.append(("Identity simulator", settings.identity_simulator_url))
    if settings.simulates_payments:
        facts.append(("Payment simulator", settings.payment_simulator_url))
    return facts


def _suggestions(settings: Settings, opened: "CreatedKey | None") -> list[str]:
    lines = [f"curl {settings.base_url}/api/v1/health"]
    if settings.is_development:
        lines.append("make demo")
    if settings.simulates_identity:
        lines.append(
            f'curl {settings.base_url}/api/v1/products -H "Authorization: Bearer $({_PROGRAM} simulate token)"'
        )
    if opened:
        lines.append(f"{_PROGRAM} key create --workspace {opened.account_id} --json")
    else:
        lines.append(f"{_PROGRAM} workspace create --name 'Another shop' --json")
    return lines
