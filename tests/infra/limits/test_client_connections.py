"""One address cannot hold so many connections that another finds none, whatever it does or leaves undone on them."""

import os
import random
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from fulfilment.infra.auth.client_address import TrustedProxies
from fulfilment.infra.limits import connection_reaper
from fulfilment.infra.limits.client_connections import Connection, UnderWay, fair_share, surplus
from fulfilment.infra.limits.connection_reaper import Watch
from tests.harness.waiting import eventually
from tests.infra.limits.holding import HEAD, HOLD, MUCH, MUCH_BYTES, OK, RELEASE, Holding, crowd, holding, status_line

BOUND = 120
MANY = 3 * BOUND
STRANGER, PROXY = "127.0.0.2", "127.0.0.3"
HALF_HEAD = HEAD[:-2] + b"X-More: "
HALF_BODY = b"POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 100000\r\n\r\n{"


@pytest.fixture(scope="module")
def running() -> Iterator[Holding]:
    """Only the watch ends connections here: the time for a head is longer than any test."""
    with holding(BOUND, trusted_proxies=f"{PROXY}/32") as started:
        yield started


@contextmanager
def dripping(held: list[socket.socket]) -> Iterator[None]:
    """One more byte on each of them, again and again."""
    is_over = threading.Event()

    def drip() -> None:
        while not is_over.wait(0.05):
            for connection in held:
                with suppress(OSError):
                    connection.send(b"x")

    thread = threading.Thread(target=drip)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


@pytest.mark.parametrize("said", [b"", HALF_HEAD, HALF_BODY], ids=["nothing", "half a head", "half a body"])
def test_more_half_open_connections_than_are_served_keep_no_stranger_out(running: Holding, said: bytes) -> None:
    with crowd(running, MANY, said):
        assert [running.ask(STRANGER) for _ in range(20)] == [OK] * 20


@pytest.mark.parametrize("said", [HALF_HEAD, HALF_BODY], ids=["heads", "bodies"])
def test_more_dripping_connections_than_are_served_keep_no_stranger_out(running: Holding, said: bytes) -> None:
    with crowd(running, MANY, said) as held, dripping(held):
        assert [running.ask(STRANGER) for _ in range(20)] == [OK] * 20


def test_connections_that_were_answered_and_then_idle_keep_no_stranger_out(running: Holding) -> None:
    with crowd(running, BOUND, HEAD), crowd(running, MANY):
        assert running.ask(STRANGER) == OK


def test_a_request_under_way_is_answered_however_much_its_address_holds_beside_it(running: Holding) -> None:
    with crowd(running, 20, HEAD) as kept:
        assert {status_line(each) for each in kept} == {OK}
        for each in kept:
            each.sendall(HOLD)
        with crowd(running, MANY, HALF_HEAD):
            assert running.ask(STRANGER) == OK
            assert running.ask(STRANGER, RELEASE) == OK
            assert [status_line(each) for each in kept] == [OK] * 20
        # Their connections go on as well.
        kept[-1].sendall(HEAD)
        assert status_line(kept[-1]) == OK


def test_a_proxy_that_is_trusted_keeps_all_of_its_connections(running: Holding) -> None:
    with crowd(running, BOUND - 20, HEAD, source=PROXY) as kept, crowd(running, BOUND):
        assert running.ask(STRANGER) == OK
        assert {status_line(each) for each in kept} == {OK}
        for each in kept:
            each.sendall(HEAD)
        assert {status_line(each) for each in kept} == {OK}


@pytest.mark.parametrize("said", [b"", HALF_HEAD], ids=["nothing", "half a head"])
def test_a_connection_that_does_not_say_a_whole_head_in_time_is_closed(said: bytes) -> None:
    with holding(BOUND, keep_alive_seconds=1) as started, started.connect(say=said) as silent:
        with started.connect(say=HALF_HEAD) as slow, dripping([slow]):
            assert (status_line(silent), status_line(slow)) == (b"", b"")
        with started.connect(say=HEAD) as idle:
            assert status_line(idle) == OK
            assert status_line(idle) == b""


def test_an_answer_that_nobody_reads_does_not_hold_its_connection_for_ever() -> None:
    with holding(BOUND, unread_seconds=1) as started:
        eventually(lambda: _is_given_up(started))
        assert started.ask(STRANGER) == OK


def _is_given_up(started: Holding) -> bool:
    """Whether an answer that is read late has lost its connection; the first one may come before the watch does."""
    with started.connect(say=MUCH) as late:
        time.sleep(3)
        came = 0
        with suppress(ConnectionResetError):
            while came < MUCH_BYTES and (piece := late.recv(1_000_000)):
                came += len(piece)
        return came < MUCH_BYTES


def test_where_few_files_may_be_open_fewer_connections_are_served_and_files_are_left() -> None:
    with holding(8_192, open_files=300) as started, crowd(started, 600, HALF_HEAD):
        assert [started.ask(STRANGER) for _ in range(20)] == [OK] * 20


@pytest.mark.parametrize(
    ("counts", "room", "share"),
    [
        ([10], 100, 90),
        ([50], 100, 50),
        ([51], 100, 50),
        ([1_000], 100, 50),
        ([1_000, 1_000], 99, 33),
        ([10, 1_000], 100, 45),
        ([1] * 100, 100, 1),
        ([5, 5], -3, 1),
        ([], 100, 100),
    ],
)
def test_each_address_may_hold_as_many_as_stay_free(counts: list[int], room: int, share: int) -> None:
    assert fair_share(counts, room) == share


def test_the_share_is_the_largest_that_leaves_itself_free() -> None:
    chosen = random.Random(7)
    for _ in range(500):
        counts = [chosen.randint(1, 60) for _ in range(chosen.randint(1, 8))]
        room = chosen.randint(20, 200)
        share = fair_share(counts, room)

        def used(level: int, counts: list[int] = counts) -> int:
            return level + sum(min(count, level) for count in counts)

        assert used(share) <= room or share == 1
        assert used(share + 1) > room


def held_by(line: bytes, count: int, first: int = 0) -> list[Connection]:
    return [Connection(first + n, (line.decode(), first + n), line) for n in range(count)]


def test_the_longest_known_go_first_and_what_is_busy_stays() -> None:
    busy = UnderWay()
    busy.begin("a", "1")
    held = held_by(b"a", 9) + held_by(b"b", 2, first=100)
    assert [each.descriptor for each in surplus(held, busy, bound=10)] == [0, 2, 3, 4, 5]


def test_a_client_is_busy_until_its_last_request_was_answered() -> None:
    busy, peer = UnderWay(), ("203.0.113.7", 4_000)
    busy.begin("203.0.113.7", "4000")
    busy.begin("203.0.113.7", "4000")
    busy.end("203.0.113.7", "4000")
    assert peer in busy
    busy.end("203.0.113.7", "4000")
    assert peer not in busy


def test_an_address_in_the_clothes_of_another_family_is_the_same_client() -> None:
    busy = UnderWay()
    busy.begin("::ffff:203.0.113.7", "4000")
    assert ("203.0.113.7", 4_000) in busy


@contextmanager
def listening(host: str = "127.0.0.1", family: socket.AddressFamily = socket.AF_INET) -> Iterator[socket.socket]:
    with socket.socket(family) as listener:
        listener.bind((host, 0))
        listener.listen()
        yield listener


def accepted(listener: socket.socket, count: int) -> list[tuple[socket.socket, socket.socket]]:
    """So many connections, each with both of its ends: the client's, ours."""
    made = []
    for _ in range(count):
        client = socket.create_connection(listener.getsockname()[:2], timeout=30)
        made.append((client, listener.accept()[0]))
    return made


def is_open(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


@pytest.mark.parametrize("bound_to", ["127.0.0.1", "0.0.0.0", "::1", "::"])
def test_nothing_but_accepted_connections_is_ever_ended(bound_to: str) -> None:
    family = socket.AF_INET6 if ":" in bound_to else socket.AF_INET
    with listening(bound_to, family) as listener, listening() as elsewhere:
        port = listener.getsockname()[1]
        # What a process has beside them: calls out, a database on a Unix socket, pairs, pipes, files.
        outgoing = [pair for _ in range(5) for pair in accepted(elsewhere, 1)]
        pairs = [socket.socketpair() for _ in range(5)]
        ours = accepted(listener, 8)
        watch = Watch(bound_to, port, 4, TrustedProxies(()))
        assert watch.sweep() == 6
        assert [is_open(client) for client, _ in ours] == [False] * 6 + [True] * 2
        assert all(is_open(one) and is_open(other) for one, other in outgoing + pairs)
        with socket.create_connection(listener.getsockname()[:2], timeout=30):
            listener.accept()[0].close()
        for one, other in [*outgoing, *pairs, *ours]:
            one.close()
            other.close()


def test_another_address_of_this_machine_with_the_same_port_is_not_ours() -> None:
    with listening() as listener, listening("127.0.0.2") as other, socket.socket() as outgoing:
        port = listener.getsockname()[1]
        outgoing.bind(("127.0.0.5", port))
        outgoing.connect(other.getsockname())
        watch = Watch("127.0.0.1", port, 1, TrustedProxies(()))
        watch.sweep()
        assert is_open(outgoing)


def test_a_descriptor_that_means_another_socket_by_now_is_left_alone() -> None:
    with listening() as listener, listening() as elsewhere:
        (client, ours), (outgoing, answering) = accepted(listener, 1)[0], accepted(elsewhere, 1)[0]
        with client, answering, closing(socket.socket(fileno=os.dup(outgoing.fileno()))) as copy:
            watch = Watch("127.0.0.1", listener.getsockname()[1], 1, TrustedProxies(()))
            (known,) = watch._look([ours.fileno()])
            os.dup2(outgoing.fileno(), ours.fileno())
            assert not watch._end(known)
            assert is_open(copy)
            outgoing.close()
            ours.close()


def test_a_request_that_began_after_the_look_is_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    busy = UnderWay()
    monkeypatch.setattr(connection_reaper, "under_way", busy)
    with listening() as listener:
        ((client, ours),) = accepted(listener, 1)
        with client, ours:
            watch = Watch("127.0.0.1", listener.getsockname()[1], 1, TrustedProxies(()))
            (known,) = watch._look([ours.fileno()])
            busy.begin(*client.getsockname())
            assert not watch._end(known)
            busy.end(*client.getsockname())
            assert watch._end(known)


def test_a_look_that_fails_is_not_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    has_looked_again, looked = threading.Event(), []

    def fail_once(watch: Watch) -> int:
        looked.append(watch)
        if len(looked) == 1:
            raise RuntimeError("no such luck")
        has_looked_again.set()
        # The thread ends with the process, and is to do nothing until then.
        threading.Event().wait()

    monkeypatch.setattr(connection_reaper, "SWEEP_SECONDS", 0.01)
    monkeypatch.setattr(Watch, "sweep", fail_once)
    Watch("127.0.0.1", 1, 1, TrustedProxies(())).start()
    assert has_looked_again.wait(60)


def test_looking_leaves_no_descriptor_behind(tmp_path: Path) -> None:
    with listening() as listener, (tmp_path / "file").open("w"):
        pairs = accepted(listener, 3)
        reading, writing = os.pipe()
        before = len(os.listdir(connection_reaper._FOLDERS[0]))
        for port in (1, listener.getsockname()[1]):
            watch = Watch("127.0.0.1", port, 1, TrustedProxies(()))
            for _ in range(3):
                watch.sweep()
        assert len(os.listdir(connection_reaper._FOLDERS[0])) == before
        for descriptor in (reading, writing):
            os.close(descriptor)
        for one, other in pairs:
            one.close()
            other.close()
