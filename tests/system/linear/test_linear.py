"""Whatever meets input is linear in its size (decisions, section 12): all of it is run on a large one of its worst.

Every run searches for the worst input again. Work that is not linear does not end; the time of all other work is free.
"""

import re
from collections.abc import Iterator, Mapping

import pytest

from tests.system.linear import functions, hanging, patterns, registry
from tests.system.linear.registry import Case
from tests.system.linear.runner import Runner
from tests.system.linear.search import worst


@pytest.fixture(scope="module")
def cases() -> Mapping[str, Case]:
    return registry.all_cases()


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    runner = Runner(registry.all_cases)
    yield runner
    runner.close()


@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("kind", registry.KINDS)
def test_a_large_one_of_the_worst_inputs_is_done_with(runner: Runner, kind: str) -> None:
    names = sorted(registry.cases_of(kind))
    assert names
    problems = {name: runner.run(name) for name in names}
    assert {name: problem for name, problem in problems.items() if problem is not None} == {}


def test_every_pattern_is_run_as_the_code_uses_it(cases: Mapping[str, Case]) -> None:
    found = patterns.all_found()
    built = {each.where for each in found if each.pattern is None}
    assert built == set(registry.BUILT_PATTERNS), "a pattern that is put together as the code runs needs a case"
    assert set(registry.BUILT_PATTERNS.values()) <= set(cases)
    unused = [each.where for each in found if each.pattern is not None and not each.methods]
    assert unused == [], "how is this pattern used?"


def test_every_function_that_takes_text_apart_has_a_case(cases: Mapping[str, Case]) -> None:
    readers = {name for name in functions.all_readers() if not name.startswith(registry.OF_THEIR_OWN)}
    covered = {name for case in cases.values() for name in case.covers}
    own = {name for names in registry.READS_OWN.values() for name in names}
    assert sorted(readers - covered - own) == [], "run it in a case, or say why it reads nothing of others"
    assert sorted(own - readers) == sorted(covered & own) == [], "this is listed in vain"


def test_the_search_finds_what_stopped_every_process_once() -> None:
    """A pattern of strings starts again at each escaped quote of a string that never closes."""
    strings = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
    chosen = worst(patterns.runs_of(strings, ("sub",)), patterns.grammar_of(strings))
    assert set(chosen[0].head) == {'"', "\\"}


def test_what_does_not_end_is_killed_and_the_next_case_runs() -> None:
    runner = Runner(hanging.cases, limit_seconds=2)
    assert "did not end" in (runner.run("hopeless") or "")
    assert runner.run("fine") is None
    runner.close()
