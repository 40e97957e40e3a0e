"""Identifiers: they rise within a process, whatever the clock does, and no two processes make the same."""

import os
import time

import pytest
from ulid import ULID

from fulfilment.infra import clock, ids


def test_an_identifier_is_its_prefix_and_a_ulid_of_the_present_moment():
    before = clock.now()
    prefix, _, text = ids.new("prd").partition("_")
    assert prefix == "prd" and str(ULID.from_str(text)) == text
    assert before <= ids.moment_of(f"prd_{text}") <= clock.now()


def test_each_sorts_after_every_earlier_one():
    made = [ids.new("mv") for _ in range(5_000)]
    assert made == sorted(set(made))


def test_they_rise_while_the_clock_steps_back(monkeypatch: pytest.MonkeyPatch):
    first = ids.new("mv")
    real = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() - 3_600 * 10**9)
    later = [ids.new("mv") for _ in range(3)]
    assert [first, *later] == sorted({first, *later})


@pytest.mark.parametrize("number", [0, 1, 31, 1_023, 1_024, 2**80 - 1, 2**80, 2**128 - 1])
def test_every_number_is_written_as_the_standard_has_it(monkeypatch: pytest.MonkeyPatch, number: int):
    monkeypatch.setattr(ids._ulids, "next", lambda: number)
    assert ids.new("x") == f"x_{ULID.from_bytes(number.to_bytes(16))}"


def test_the_children_of_a_process_do_not_repeat_each_others():
    made = {ids.new("mv") for _ in range(10)}
    reading, writing = os.pipe()
    for _ in range(2):
        child = os.fork()
        if not child:
            os.write(writing, "".join(f"{ids.new('mv')}\n" for _ in range(10)).encode())
            os._exit(0)
        os.waitpid(child, 0)
    os.close(writing)
    with os.fdopen(reading) as read:
        said = read.read().split()
    assert len(said) == 20 and len({*made, *said}) == 30
