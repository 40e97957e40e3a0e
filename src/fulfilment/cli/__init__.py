"""Command line of `fulfilment`: parses the arguments and runs one command.

A refused command prints one line on standard error, and has exit code 1.
"""

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
# Each shell's own function for the completion of file names (shtab).
_FILES = {
    "bash": "_shtab_compgen_files",
    "zsh": "_files",
    "fish": "(__fish_complete_path (commandline -ct))",
    "tcsh": "f",
}
PLANS = ("free", "starter", "growth", "scale")
SCOPES = ("read", "write", "admin")
SIMULATED_PEOPLE = ("owner", "packer", "support", "developer", "both", "nobody")
# Packages of the client commands; the service runs without them.
CLIENT_PACKAGES = ("fulfilment_client", "httpx")
INTERRUPTED = 130


class _Stopped(BaseException):
    """SIGTERM in a command without its own handler: unwinds through every `finally`, as Ctrl-C does."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    options = build_parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, _raise_stopped)
    try:
        fd_secrets.load_descriptors(os.environ)
        configured = mode.load_settings(is_operators=options.is_operators)
        # Each command imports only the modules that it needs, because an import of the API takes longer than most
        # commands.
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
    """Print one line on standard error, with a red prefix on a terminal with colours."""
    if not sys.stderr.isatty():
        print(f"fulfilment: {problem}", file=sys.stderr)
        return
    from rich.console import Console
    from rich.text import Text

    line = Text.assemble(("fulfilment: ", "bold red"), str(problem))
    Console(stderr=True, highlight=False, soft_wrap=True).print(line)


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands and options."""
    parser = argparse.ArgumentParser(prog="fulfilment", description="A self-hosted fulfilment service.")
    parser.add_argument("--version", action="version", version=f"fulfilment {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add(commands, "serve", "start everything and keep it running", is_operators=False)
    _add(commands, "api", "run one API server, as `serve` does", is_operators=False)
    _add(commands, "worker", "run one background worker", is_operators=False)
    _add_migrate(commands)
    _add_json(_add(commands, "status", "show what runs, and whether the operator must act"))
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
    completion = _add(commands, "completion", "print the script that completes these commands in a shell")
    completion.add_argument("shell", choices=SHELLS, help="the shell")
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
    phases.add_argument("--contract", action="store_true", help="also remove what only older nodes needed")
    migrate.add_argument("--force", action="store_true", help="also while nodes of an older release run")
    migrate.add_argument(
        "--role-settings", action="store_true", help="also set the settings of sessions on the role, for a pooler"
    )
    _add_json(migrate)


def _add_sessions(commands: argparse._SubParsersAction) -> None:
    group = commands.add_parser("sessions", help="list and end sessions of the console").add_subparsers(required=True)
    listed = _add(group, "list", "list the sessions of the console, the newest first", module="console_sessions")
    listed.set_defaults(is_ending=False, all=False)
    listed.add_argument("--limit", type=_limit, default=50, help="number of lines, 1 to 500; 50 by default")
    end = _add(group, "end", "end sessions of the console, at once", module="console_sessions")
    end.set_defaults(is_ending=True)
    for command, whose in ((listed, listed.add_mutually_exclusive_group()), (end, end.add_mutually_exclusive_group())):
        whose.required = command is end
        whose.add_argument(
            "--person", metavar="WHO", help="of this person: subject at the identity provider, or e-mail"
        )
        whose.add_argument("--workspace", metavar="acc_...", help="of all people who may work in this workspace")
        if command is end:
            whose.add_argument("--all", action="store_true", help="all sessions")
        _add_json(command)


def _add_stats(commands: argparse._SubParsersAction) -> None:
    group = commands.add_parser("stats", help="the figures behind plots").add_subparsers(required=True)
    recount = _add(group, "recount", "recount the hourly figures behind the plots", module="stats")
    recount.add_argument("--workspace", metavar="acc_...", help="this workspace alone; by default all workspaces")
    _add_json(recount)


def _add_demo(commands: argparse._SubParsersAction) -> None:
    demo = _add(commands, "demo", "walk through a day of a shop, with the running service or a temporary one")
    demo.add_argument("--key-id", help="the API key to sign with, else FULFILMENT_KEY_ID, else a new key")
    demo.add_argument("--secret", help="the secret of the key, else FULFILMENT_SECRET")
    _add_json(demo)
    demo.add_argument("--label", metavar="PATH", help="the file of the label, else demo/label.pdf in the data folder")


def _add_workspace(commands: argparse._SubParsersAction) -> None:
    group = commands.add_parser("workspace", help="create, list, suspend and reopen workspaces").add_subparsers(
        required=True
    )
    create = _add(group, "create", "create a workspace and print its first key", module="workspace")
    create.add_argument("--name", required=True, help="its name")
    create.add_argument("--plan", choices=PLANS, help="its plan; without one it is internal, without limits")
    create.add_argument("--json", action="store_true", help="print accountId, keyId and secret as JSON")
    listed = _add(group, "list", "list the workspaces, newest first", module="workspaces")
    listed.set_defaults(workspace=None)
    _add_page(listed)
    show = _add(group, "show", "show a workspace and its contents", module="workspaces")
    show.set_defaults(after=None)
    show.add_argument("workspace", metavar="acc_...", help="the workspace's id")
    _add_json(show)
    suspend = _add(group, "suspend", "make a workspace read-only until it is reopened", module="suspension")
    suspend.set_defaults(is_suspending=True)
    suspend.add_argument("workspace", metavar="acc_...", help="the workspace's id")
    suspend.add_argument("--reason", help="the reason, for the operator alone")
    _add_json(suspend)
    reopen = _add(group, "reopen", "reopen a suspended workspace", module="suspension")
    reopen.set_defaults(is_suspending=False, reason=None)
    reopen.add_argument("workspace", metavar="acc_...", help="the workspace's id")
    _add_json(reopen)


def _add_json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="print JSON")


def _add_page(command: argparse.ArgumentParser) -> None:
    command.add_argument("--limit", type=_limit, default=50, help="number of lines, 1 to 500; 50 by default")
    command.add_argument("--after", metavar="POSITION", help="the position at which the previous page ended")
    _add_json(command)


def _limit(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= 500):
        raise argparse.ArgumentTypeError("a page has 1 to 500 lines")
    return int(text)


def _add_key(commands: argparse._SubParsersAction) -> None:
    group = commands.add_parser("key", help="create, list and revoke API keys").add_subparsers(required=True)
    create = _add(group, "create", "create an API key of a workspace and print it", module="key")
    create.add_argument("--workspace", required=True, metavar="acc_...", help="the workspace's id")
    create.add_argument("--platform", metavar="PARTNER", help="create a platform key of this partner")
    create.add_argument("--name", help="its name")
    create.add_argument("--scope", action="append", choices=SCOPES, help="a scope, repeatable; all three by default")
    create.add_argument("--expires", metavar="TIME", help="time of expiry, such as 2027-03-31T18:00:00Z; else none")
    create.add_argument(
        "--network", action="append", metavar="NETWORK", help="a network that it works from, repeatable; else any"
    )
    create.add_argument("--json", action="store_true", help="print accountId, keyId and secret as JSON")
    listed = _add(group, "list", "list the API keys of a workspace, newest first", module="keys")
    listed.set_defaults(key=None)
    listed.add_argument("--workspace", required=True, metavar="acc_...", help="the workspace's id")
    _add_page(listed)
    revoke = _add(group, "revoke", "revoke an API key, at once and for ever", module="keys")
    revoke.set_defaults(after=None)
    revoke.add_argument("key", metavar="KEY", help="the key id")
    revoke.add_argument("--workspace", required=True, metavar="acc_...", help="the workspace's id")
    _add_json(revoke)


def _add_partner(commands: argparse._SubParsersAction) -> None:
    group = commands.add_parser("partner", help="create, change, list and end partners").add_subparsers(required=True)
    summaries = {
        "create": "create a partner",
        "change": "set whether a partner shares the identity provider",
        "list": "list the partners",
        "end": "end a partner: all its platform keys and all keys that it created, at once and for ever",
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
                help="the partner may choose the accountId of a workspace",
            )


def _add_storefront(commands: argparse._SubParsersAction) -> None:
    group = commands.add_parser("storefront", help="storefronts of partners").add_subparsers(required=True)
    secret = _add(group, "secret", "print the secrets and addresses of a partner's storefronts", module="storefront")
    secret.add_argument("--partner", required=True, metavar="NAME", help="the partner's name")
    secret.add_argument("--workspace", metavar="acc_...", help="of this workspace alone, else of all")
    secret.add_argument("--rotate", action="store_true", help="create new secrets; the old are valid for 24 hours")
    _add_json(secret)


def _add_simulate(commands: argparse._SubParsersAction) -> None:
    group = commands.add_parser("simulate", help="run a simulator of development, or print a token").add_subparsers(
        required=True
    )
    summaries = {
        "couriers": "run the courier simulator",
        "identity": "run the identity simulator",
        "payments": "run the payment simulator",
    }
    for simulator, summary in summaries.items():
        _add(group, simulator, summary, module="simulate").set_defaults(simulator=simulator)
    token = _add(group, "token", "print a bearer token of the identity simulator", module="simulate_token")
    token.add_argument("--person", choices=SIMULATED_PEOPLE, default="owner", help="the person; the owner by default")
    token.add_argument("--account", metavar="acc_...", help="the workspace, else the first workspace")
    _add_json(token)


def _add_credit(commands: argparse._SubParsersAction) -> None:
    group = commands.add_parser("credit", help="shipping credit").add_subparsers(required=True)
    topup = _add(group, "topup", "add shipping credit to a workspace", module="credit")
    topup.add_argument("--workspace", required=True, metavar="acc_...", help="the workspace's id")
    topup.add_argument("--amount", required=True, type=int, help="in minor units; for IDR, rupiah")
    topup.add_argument("--memo", help="a note on the transaction")
    topup.add_argument("--json", action="store_true", help="print the transaction as JSON")


def _add_secrets(commands: argparse._SubParsersAction) -> None:
    group = commands.add_parser("secrets", help="secrets at rest").add_subparsers(required=True)
    _add_json(_add(group, "rotate", "encrypt every stored secret with the first master key", module="master_keys"))


def _add_import(commands: argparse._SubParsersAction) -> None:
    into = _add(commands, "import", "load products, variants and opening stock from a CSV file", module="import_")
    file = into.add_argument("file", metavar="FILE", help="the CSV file, or - for standard input")
    # shtab reads this attribute, and has no type annotations.
    file.complete = _FILES  # pyright: ignore[reportAttributeAccessIssue]
    into.add_argument("--workspace", required=True, metavar="acc_...", help="the workspace's id")
    into.add_argument("--all-or-nothing", action="store_true", help="load nothing if any row is bad")
    into.add_argument("--dry-run", action="store_true", help="show what would be loaded, and load nothing")
    into.add_argument("--create-warehouses", action="store_true", help="create missing warehouses")
    into.add_argument("--json", action="store_true", help="one JSON object per bad row, and one for the summary")


def _add_export(commands: argparse._SubParsersAction) -> None:
    out = _add(commands, "export", "write products, variants and stock to a CSV file")
    file = out.add_argument("file", metavar="FILE", help="the CSV file, or - for standard output")
    # shtab reads this attribute, and has no type annotations.
    file.complete = _FILES  # pyright: ignore[reportAttributeAccessIssue]
    out.add_argument("--workspace", required=True, metavar="acc_...", help="the workspace's id")
    out.add_argument(
        "--separator",
        choices=("comma", "semicolon"),
        default="comma",
        help="the separator of cells; semicolons for spreadsheets with decimal commas",
    )
    out.add_argument("--json", action="store_true", help="print the number of rows on standard error as JSON")


def _add_client_commands(commands: argparse._SubParsersAction) -> None:
    """Add the commands of the Python client, if it is installed, as in a checkout."""
    if importlib.util.find_spec("fulfilment_client") is None:
        return
    from fulfilment_client.cli import arguments

    for name, summary in arguments.SUMMARIES.items():
        arguments.add_to(_add(commands, name, summary, module="client"), name)
