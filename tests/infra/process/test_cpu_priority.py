"""Short time slices are inherited by later threads and processes, and unsupported systems are left alone."""

import ctypes
import os
import platform
import struct
import subprocess
import sys
import textwrap

from fulfilment.infra import process

_SCHED_GETATTR = {"x86_64": 315, "aarch64": 275}
_SCHED_SETATTR = {"x86_64": 314, "aarch64": 274}
_ATTRIBUTES = struct.Struct("=IIQiIQQQ")
_TRIED_MICROSECONDS = 3_000


def turn_of(thread: int = 0) -> int:
    """How long a turn of the thread is in microseconds; 0 where the system does not tell."""
    number = _SCHED_GETATTR.get(platform.machine()) if sys.platform == "linux" else None
    found = ctypes.create_string_buffer(_ATTRIBUTES.size)
    if number is None or ctypes.CDLL(None).syscall(number, thread, found, len(found), 0):
        return 0
    return _ATTRIBUTES.unpack(found.raw)[5] // 1_000


def grants_turns() -> int:
    """1 if the system grants a short time slice, asked without the code under test, else 0; the slice stays set."""
    number = _SCHED_SETATTR.get(platform.machine()) if sys.platform == "linux" else None
    if number is not None:
        asked = _ATTRIBUTES.pack(_ATTRIBUTES.size, 0, 0, os.nice(0), 0, _TRIED_MICROSECONDS * 1_000, 0, 0)
        ctypes.CDLL(None).syscall(number, 0, asked, 0)
    return int(turn_of() == _TRIED_MICROSECONDS)


def said_by_a_process(program: str) -> list[int]:
    """The numbers that a process of its own prints, since short time slices cannot be undone."""
    found = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, check=True, timeout=60
    )
    return [int(word) for word in found.stdout.split()]


def test_threads_and_processes_begun_later_have_short_turns_too():
    is_granted, before, own, thread, child = said_by_a_process("""
        import subprocess, sys, threading
        from fulfilment.infra import process as scheduling
        from tests.infra.process.test_cpu_priority import grants_turns, turn_of
        print(grants_turns(), turn_of())
        scheduling.take_short_turns()
        print(turn_of())
        thread = threading.Thread(target=lambda: print(turn_of()))
        thread.start()
        thread.join()
        sys.stdout.flush()
        program = "from tests.infra.process.test_cpu_priority import turn_of; print(turn_of())"
        subprocess.run([sys.executable, "-c", program])
    """)
    assert own == thread == child
    assert own == (process.SHORT_TURN_MICROSECONDS if is_granted else before)


def test_what_stays_in_the_background_has_a_session_of_its_own_and_comes_last():
    is_granted, before, nice, is_leader, turn = said_by_a_process("""
        import os
        from fulfilment.infra import process as scheduling
        from tests.infra.process.test_cpu_priority import grants_turns, turn_of
        print(grants_turns(), turn_of())
        scheduling.take_short_turns()
        scheduling.stay_in_background()
        print(os.nice(0), int(os.getsid(0) == os.getpid()), turn_of())
    """)
    assert nice >= process.BACKGROUND_NICENESS
    assert is_leader
    assert turn == (process.LONG_TURN_MICROSECONDS if is_granted else before)


def test_a_leader_of_a_session_can_stay_in_the_background_as_well():
    (nice,) = said_by_a_process("""
        import os
        from fulfilment.infra import process as scheduling
        os.setsid()
        scheduling.stay_in_background()
        print(os.nice(0))
    """)
    assert nice >= process.BACKGROUND_NICENESS


def test_a_machine_whose_numbers_are_not_known_is_left_alone(monkeypatch):
    before = turn_of()
    monkeypatch.setattr(platform, "machine", lambda: "mips")
    process.take_short_turns()
    monkeypatch.undo()
    assert turn_of() == before
    assert os.nice(0) < process.BACKGROUND_NICENESS
