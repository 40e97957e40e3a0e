"""The page for operators names every command with every option, and no other (the parser is the truth)."""

import argparse
import re
from collections.abc import Iterator

import pytest

from fulfilment import cli
from tests.journeys.pages import ROOT

Parser = argparse.ArgumentParser
PAGE = (ROOT / "docs" / "operating.md").read_text("utf-8")
COMMANDS = PAGE.partition("## Commands")[2].partition("\n## ")[0]
ROWS = re.findall(r"^\| `fulfilment ([^`]+)` \|(.*)\|$", COMMANDS, re.M)


def leaves(parser: Parser, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Parser]]:
    """Every command that can be run, by its words."""
    groups = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    if not groups:
        yield " ".join(path), parser
    for group in groups:
        for name, command in group.choices.items():
            yield from leaves(command, (*path, name))


LEAVES = dict(leaves(cli.build_parser()))


def command_of(shown: str) -> str:
    """The words of a row that are the command's own, which an argument follows."""
    words = re.match(r"[a-z ]+", shown)[0].split()
    return " ".join(words) if " ".join(words) in LEAVES else " ".join(words[:-1])


def test_the_tables_name_every_command_once_and_no_other() -> None:
    assert sorted(command_of(shown) for shown, _ in ROWS) == sorted(LEAVES)


@pytest.mark.parametrize("name", LEAVES)
def test_the_row_of_a_command_names_its_options(name: str) -> None:
    ((shown, told),) = [row for row in ROWS if command_of(row[0]) == name]
    named = set(re.findall(r"--[a-z-]+", shown + told))
    own = {option for action in LEAVES[name]._actions for option in action.option_strings if option.startswith("--")}
    # Options of many commands stand under the tables, once.
    everywhere = set(re.findall(r"`(--[a-z-]+)`", COMMANDS.partition("A refusal is one line")[2].partition("```")[0]))
    assert {"--json", "--limit", "--after"} <= everywhere
    missing = own - named - everywhere - {"--help"}
    if "--shares-identity-provider" in named:
        missing -= {"--no-shares-identity-provider"}
    assert missing == set()
    assert named <= own


@pytest.mark.parametrize(("shown", "told"), ROWS)
def test_the_command_of_a_row_can_be_given_as_it_stands(shown: str, told: str) -> None:
    cli.build_parser().parse_args(shown.split())


def test_the_row_of_a_plan_names_every_plan() -> None:
    ((_, told),) = [row for row in ROWS if command_of(row[0]) == "workspace create"]
    assert set(cli.PLANS) <= set(re.findall(r"`(?:--plan )?(\w+)`", told))
