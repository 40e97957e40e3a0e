"""Rules of plain English find each fault and nothing else; the examples are those of CONTRIBUTING.md."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.prose import rules, sources

ROOT = Path(__file__).parents[2]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


class Example(NamedTuple):
    """Rule of CONTRIBUTING.md with a bad and a good text."""

    rule: str
    bad: str
    good: str


def read_examples(text: str) -> list[list[Example]]:
    """Examples of each block of rules, in their order."""
    blocks = re.findall(r"^```text\n(Rule: .*?)^```$", text, re.DOTALL | re.MULTILINE)
    form = re.compile(r"Rule: (.*?)\nBad:  (.*?)\nGood: (.*)", re.DOTALL)
    found = []
    for block in blocks:
        matches = [form.fullmatch(part) for part in block.strip().split("\n\n")]
        found.append([Example(*(" ".join(text.split()) for text in match.groups())) for match in matches if match])
        assert None not in matches
    return found


CHECKED, REVIEWED = read_examples(CONTRIBUTING)
FAULTS = ("opener 'What'", "forbidden 'Nobody'", "33 words", "retired name 'is_deep'")


@pytest.mark.parametrize(("example", "fault"), list(zip(CHECKED, FAULTS, strict=True)))
def test_the_bad_example_of_a_rule_has_its_fault(example: Example, fault: str) -> None:
    assert list(rules.faults(example.bad)) == [fault]


@pytest.mark.parametrize("example", [*CHECKED, *REVIEWED])
def test_the_good_example_of_a_rule_has_no_fault(example: Example) -> None:
    assert list(rules.faults(example.good)) == []


def test_contributing_names_every_word_that_the_rules_refuse() -> None:
    assert CHECKED[0].rule == f"No sentence begins with {', '.join(rules.OPENERS[:-1])} or {rules.OPENERS[-1]}."
    assert CHECKED[1].rule.startswith(f"Never {', '.join(rules.FORBIDDEN)}.")
    assert f"at most {rules.MAX_WORDS} words" in CHECKED[2].rule


@pytest.mark.parametrize("word", rules.OPENERS)
def test_no_sentence_begins_with_an_opener(word: str) -> None:
    fault = f"opener {word!r}"
    assert fault in rules.faults(f"{word} the courier reports is stored.")
    assert fault in rules.faults(f"The courier reports. **{word}** the service stores is a hint.")
    assert list(rules.faults(f"Stock is {word.lower()} far the largest table.")) in (
        [],
        [f"forbidden {word.lower()!r}"],
    )


@pytest.mark.parametrize("word", rules.FORBIDDEN)
def test_no_sentence_has_a_forbidden_word(word: str) -> None:
    assert f"forbidden {word!r}" in rules.faults(f"The service tells {word} of the parcel.")
    assert list(rules.faults(f"The service reads `{word}` and x{word}x.")) == []


def test_a_sentence_of_the_longest_kind_has_no_fault() -> None:
    longest = " ".join(["Word"] * rules.MAX_WORDS)
    assert list(rules.faults(f"{longest}. {longest}.")) == []
    assert list(rules.faults(f"{longest} more.")) == [f"{rules.MAX_WORDS + 1} words"]


@pytest.mark.parametrize(
    "text", ["What to do", "Who may call it?", "What-if analysis is a plot.", "Is it what it was?"]
)
def test_a_short_heading_or_a_question_has_no_fault(text: str) -> None:
    assert list(rules.faults(text)) == []


def test_a_retired_name_is_found_as_code_and_an_english_word_is_not() -> None:
    assert {"spend", "KeyTaken", "give_back"} <= rules.RETIRED
    assert list(rules.faults("A request calls `spend`.")) == ["retired name 'spend'"]
    for name in ("KeyTaken", "give_back"):
        assert list(rules.faults(f"The request raises {name} at once.")) == [f"retired name {name!r}"]
    assert list(rules.faults("Merchants spend credit, see `long/spend.py`.")) == []


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.py", '"""Whoever asks."""\n# Nobody waits.\nX = f"Someone is {1} here."\n', [1, 2, 3]),
        ("a.md", "# Title\n\n```\nNobody waits.\n```\n\n- Nobody waits.\n", [7]),
        ("a.sql", "-- Nobody waits.\nSELECT 1;\n", [1]),
        ("a.html", '<p>{{ _("Nobody waits.") }}</p>\n{# Nobody waits. #}\n', [1, 2]),
        (".gitmessage", "\n# Subject: an imperative\n#\n# Nobody waits.\n", [4]),
        ("Makefile", "# Nobody waits.\nall:\n", [1]),
    ],
)
def test_faults_are_found_in_the_prose_of_each_kind_of_file(
    tmp_path: Path, name: str, text: str, expected: list[int]
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert sorted(each.line for each in sources.of_file(path) if list(rules.faults(each.text))) == expected
