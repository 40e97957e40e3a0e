"""The commands of `fulfilment`. A refusal is one clear line on standard error and exit code 1."""

import argparse
import importlib
import importlib.util
import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType

from fulfilment import __version__, settings
from fulfilment.cli import fd_secrets, mode
from fulfilment.cli.errors import CommandError
from fulfilment.infra.database.errors import DatabaseRefusal

SHELLS = ("bash", "zsh", "fish", "tcsh")
# What a shell calls its own completion of files (shtab).
_FILES = {
    "bash": "_shtab_compgen_files",
    "zsh": "_files",
    "fish": "(__fish_complete_path (commandline -ct))",
    "tcsh": "f",
}
PLANS = ("free", "starter", "growth", "scale")
SCOPES = ("read", "write", "admin")
SIMULATED_PEOPLE = ("owner", "packer", "support", "developer", "both", "nobody")
# The service itself runs without them.
CLIENT_PACKAGES = ("fulfilment_client", "httpx")
INTERRUPTED = 130


class _Stopped(BaseException):
    """SIGTERM, while nothing listens for it: leave through every `finally`, as Ctrl-C does."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    options = build_parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, _raise_stopped)
    try:
        fd_secrets.load_descriptors(os.environ)
        configured = mode.load_settings(is_operators=options.is_operators)
        # A command loads only what it needs: most answer before the API could be imported.
        return importlib.import_module(f"fulfilment.cli.{options.module}").run(configured, options) or 0
    except (settings.SettingsError, DatabaseRefusal, CommandError) as problem:
        _print_error(problem)
        return 1
    except ModuleNotFoundError as problem:
        if problem.name not in CLIENT_PACKAGES:
            raise
        _print_error(
            CommandError("This command calls the service with its Python client: install fulfilment-client beside it.")
        )
        return 1
    except (KeyboardInterrupt, _Stopped):
        return INTERRUPTED


def _raise_stopped(_number: int, _frame: FrameType | None) -> None:
    raise _Stopped


def _print_error(problem: Exception) -> None:
    """One clear line on standard error; on a terminal that wants colours, with its beginning in red."""
    if not sys.stderr.isatty():
        print(f"fulfilment: {problem}", file=sys.stderr)
        return
    from rich.console import Console
    from rich.text import Text

    line = Text.assemble(("fulfilment: ", "bold red"), str(problem))
    Console(stderr=True, highlight=False, soft_wrap=True).print(line)


def build_parser() -> argparse.ArgumentParser:
    """Every command with its options."""
    parser = argparse.ArgumentParser(prog="fulfilment", description="A self-hosted fulfilment service.")
    parser.add_argument("--version", action="version", version=f"fulfilment {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add(commands, "serve", "start everything and keep it running", is_operators=False)
    _add(commands, "api", "one API server, as `serve` runs it", is_operators=False)
    _add(commands, "worker", "one background worker", is_operators=False)
    _add_migrate(commands)
    _add_json(_add(commands, "status", "say what runs, and whether anything needs its operator"))
    _add_simulate(commands)
    _add_demo(commands)
    _add_workspace(commands)
    _add_key(commands)
    _add_partner(commands)
    _add_storefront(commands)
    _add_sessions(commands)
    _add_stats(commands)
    _add_credit(commands)
    _add_secrets(commands)
    _add_import(commands)
    _add_export(commands)
    _add_client_commands(commands)
    completion = _add(commands, "completion", "print the script with which a shell completes these commands")
    completion.add_argument("shell", choices=SHELLS, help="which shell")
    return parser


def _add(
    commands: argparse._SubParsersAction, name: str, summary: str, *, module: str = "", is_operators: bool = True
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
    command.set_defaults(module=module or name, is_operators=is_operators)
    return command


def _add_migrate(commands: argparse._SubParsersAction) -> None:
    migrate = _add(commands, "migrate", "bring the database schema up to date")
    phases = migrate.add_mutually_exclusive_group()
    phases.add_argument("--expand", action="store_true", help="only add what the nodes of this release need")
    phases.add_argument("--contract", action="store_true", help="take away too what only older nodes needed")
    migrate.add_argument("--force", action="store_true", help="also where nodes of an older release are at work")
    migrate.add_argument(
        "--role-settings", action="store_true", help="also put the settings of sessions on the role, for a pooler"
    )
    _add_json(migrate)


def _add_sessions(commands: argparse._SubParsersAction) -> None:
    group = commands.add_parser("sessions", help="who is signed in to the console, and ending that").add_subparsers(
        required=True
    )
    listed = _add(group, "list", "list who is signed in to the console, the newest first", module="console_sessions")
    listed.set_defaults(is_ending=False, all=False)
    listed.add_argument("--limit", type=_limit, default=50, help="how many, 1 to 500; 50 by default")
    end = _add(group, "end", "end sessions of the console, at once", module="console_sessions")
    end.set_defaults(is_ending=True)
    for command, whose in ((listed, listed.add_mutually_exclusive_group()), (end, end.add_mutually_exclusive_group())):
        whose.required = command is end
        whose.add_argument("--person", metavar="WHO", help="whose: their subject at the identity provider, or e-mail")
        whose.add_argument("--workspace", metavar="acc_...", help="those of whoever may work in this workspace")
        if command is end:
            whose.add_argument("--all", action="store_true", help="everybody's")
        _add_json(command)


def _add_stats(commands: argparse._SubParsersAction) -> None:
    group = commands.add_parser("stats", help="the figures behind plots").add_subparsers(required=True)
    recount = _add(group, "recount", "count the hours behind the plots anew", module="stats")
    recount.add_argument("--workspace", metavar="acc_...", help="of this workspace alone; all of them without it")
    _add_json(recount)


def _add_demo(commands: argparse._SubParsersAction) -> None:
    demo = _add(commands, "demo", "walk through a day of a shop, through the running service or one of its own")
    demo.add_argument("--key-id", help="the API key to sign with, else FULFILMENT_KEY_ID, else one of its own")
    demo.add_argument("--secret", help="that key's secret, else FULFILMENT_SECRET")
    _add_json(demo)
    demo.add_argument("--label", metavar="PATH", help="where to save the label, else demo/label.pdf in the data folder")


def _add_workspace(commands: argparse._SubParsersAction) -> None:
    group = commands.add_parser("workspace", help="open, list, suspend and reopen workspaces").add_subparsers(
        required=True
    )
    create = _add(group, "create", "open a workspace and print its first key", module="workspace")
    create.add_argument("--name", required=True, help="its name")
    create.add_argument("--plan", choices=PLANS, help="its plan; without one it is internal, without limits")
    create.add_argument("--json", action="store_true", help="answer accountId, keyId and secret as JSON")
    listed = _add(group, "list", "list the workspaces, newest first", module="workspaces")
    listed.set_defaults(workspace=None)
    _add_page(listed)
    show = _add(group, "show", "show a workspace and what it holds", module="workspaces")
    show.set_defaults(after=None)
    show.add_argument("workspace", metavar="acc_...", help="the workspace's id")
    _add_json(show)
    suspend = _add(group, "suspend", "let a workspace be read only, until it is reopened", module="suspension")
    suspend.set_defaults(is_suspending=True)
    suspend.add_argument("workspace", metavar="acc_...", help="the workspace's id")
    suspend.add_argument("--reason", help="why, for the operator alone")
    _add_json(suspend)
    reopen = _add(group, "reopen", "open a suspended workspace again", module="suspension")
    reopen.set_defaults(is_suspending=False, reason=None)
    reopen.add_argument("workspace", metavar="acc_...", help="the workspace's id")
    _add_json(reopen)


def _add_json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="answer as JSON")


def _add_page(command: argparse.ArgumentParser) -> None:
    command.add_argument("--limit", type=_limit, default=50, help="how many, 1 to 500; 50 by default")
    command.add_argument("--after", metavar="POSITION", help="where the page before said that it ended")
    _add_json(command)


def _limit(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= 500):
        raise argparse.ArgumentTypeError("a page has 1 to 500 lines")
    return int(text)


def _add_key(commands: argparse._SubParsersAction) -> None:
    group = commands.add_parser("key", help="make, list and revoke API keys").add_subparsers(required=True)
    create = _add(group, "create", "make an API key of a workspace and print it", module="key")
    create.add_argument("--workspace", required=True, metavar="acc_...", help="the workspace's id")
    create.add_argument("--platform", metavar="PARTNER", help="make it the platform key of this partner")
    create.add_argument("--name", help="its name")
    create.add_argument("--scope", action="append", choices=SCOPES, help="a scope, repeatable; all three unless said")
    create.add_argument(
        "--expires", metavar="TIME", help="until when it works, such as 2027-03-31T18:00:00Z; else for ever"
    )
    create.add_argument(
        "--network", action="append", metavar="NETWORK", help="where it works from, repeatable; anywhere unless said"
    )
    create.add_argument("--json", action="store_true", help="answer accountId, keyId and secret as JSON")
    listed = _add(group, "list", "list the API keys of a workspace, newest first", module="keys")
    listed.set_defaults(key=None)
    listed.add_argument("--workspace", required=True, metavar="acc_...", help="the workspace's id")
    _add_page(listed)
    revoke = _add(group, "revoke", "revoke an API key, at once and for ever", module="keys")
    revoke.set_defaults(after=None)
    revoke.add_argument("key", metavar="KEY", help="its key id")
    revoke.add_argument("--workspace", required=True, metavar="acc_...", help="the workspace's id")
    _add_json(revoke)


def _add_partner(commands: argparse._SubParsersAction) -> None:
    group = commands.add_parser("partner", help="make, list and end partners").add_subparsers(required=True)
    summaries = {
        "create": "make a partner known",
        "change": "say whether a partner shares the identity provider",
        "list": "list the partners",
        "end": "end a partner: all its platform keys and all keys it made, at once and for ever",
    }
    for does, summary in summaries.items():
        command = _add(group, does, summary, module="partner")
        command.set_defaults(does=does, name=None)
        if does != "list":
            command.add_argument("name", metavar="NAME", help="the partner's name")
        _add_json(command)
        if does in ("create", "change"):
            command.add_argument(
                "--shares-identity-provider",
                action=argparse.BooleanOptionalAction,
                default=False if does == "create" else None,
                required=does == "change",
                help="it may say which accountId a workspace has",
            )


def _add_storefront(commands: argparse._SubParsersAction) -> None:
    group = commands.add_parser("storefront", help="storefronts of partners").add_subparsers(required=True)
    secret = _add(group, "secret", "print what a partner's storefronts sign with, and where to", module="storefront")
    secret.add_argument("--partner", required=True, metavar="NAME", help="the partner's name")
    secret.add_argument("--workspace", metavar="acc_...", help="of this workspace alone, else of all the partner's")
    secret.add_argument("--rotate", action="store_true", help="make new ones; the old ones still hold for 24 hours")
    _add_json(secret)


def _add_simulate(commands: argparse._SubParsersAction) -> None:
    group = commands.add_parser("simulate", help="the simulators of development").add_subparsers(required=True)
    summaries = {
        "couriers": "the courier simulator",
        "identity": "the identity simulator",
        "payments": "the payment simulator",
    }
    for simulator, summary in summaries.items():
        _add(group, simulator, summary, module="simulate").set_defaults(simulator=simulator)
    token = _add(group, "token", "print a bearer token of the identity simulator", module="simulate_token")
    token.add_argument("--person", choices=SIMULATED_PEOPLE, default="owner", help="whose; the owner's by default")
    token.add_argument("--account", metavar="acc_...", help="the workspace it is for, else the first one")
    _add_json(token)


def _add_credit(commands: argparse._SubParsersAction) -> None:
    group = commands.add_parser("credit", help="shipping credit").add_subparsers(required=True)
    topup = _add(group, "topup", "add shipping credit to a workspace", module="credit")
    topup.add_argument("--workspace", required=True, metavar="acc_...", help="the workspace's id")
    topup.add_argument("--amount", required=True, type=int, help="in minor units; for IDR, rupiah")
    topup.add_argument("--memo", help="what the transaction will say")
    topup.add_argument("--json", action="store_true", help="answer the transaction as JSON")


def _add_secrets(commands: argparse._SubParsersAction) -> None:
    group = commands.add_parser("secrets", help="secrets at rest").add_subparsers(required=True)
    _add_json(_add(group, "rotate", "seal every stored secret with the first master key", module="master_keys"))


def _add_import(commands: argparse._SubParsersAction) -> None:
    into = _add(commands, "import", "load products, variants and opening stock from a CSV file", module="import_")
    file = into.add_argument("file", metavar="FILE", help="the CSV file, or - for standard input")
    # shtab asks for it there, and has no types.
    file.complete = _FILES  # pyright: ignore[reportAttributeAccessIssue]
    into.add_argument("--workspace", required=True, metavar="acc_...", help="the workspace's id")
    into.add_argument("--all-or-nothing", action="store_true", help="load nothing where any row is bad")
    into.add_argument("--dry-run", action="store_true", help="say what would be loaded, and load nothing")
    into.add_argument("--create-warehouses", action="store_true", help="create the warehouses that are not there")
    into.add_argument("--json", action="store_true", help="one JSON object a bad row, and one for the summary")


def _add_export(commands: argparse._SubParsersAction) -> None:
    out = _add(commands, "export", "write products, variants and stock to a CSV file")
    file = out.add_argument("file", metavar="FILE", help="the CSV file, or - for standard output")
    # shtab asks for it there, and has no types.
    file.complete = _FILES  # pyright: ignore[reportAttributeAccessIssue]
    out.add_argument("--workspace", required=True, metavar="acc_...", help="the workspace's id")
    out.add_argument(
        "--separator",
        choices=("comma", "semicolon"),
        default="comma",
        help="between the cells; semicolons for spreadsheets where decimals have a comma",
    )
    out.add_argument("--json", action="store_true", help="say on standard error how many rows, as JSON")


def _add_client_commands(commands: argparse._SubParsersAction) -> None:
    """What the Python client can do, where it is installed beside the service, as in a checkout."""
    if importlib.util.find_spec("fulfilment_client") is None:
        return
    from fulfilment_client.cli import arguments

    for name, summary in arguments.SUMMARIES.items():
        arguments.add_to(_add(commands, name, summary, module="client"), name)
