"""One driver for each game, whoever died holding it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sts2fsm.recovery import held
from sts2fsm.recovery.lock import DriverBusy, DriverLock
from tests.shared import ROOT

URL = "http://127.0.0.1:15526"
HOLD = (
    "import sys; from pathlib import Path; from sts2fsm.recovery.lock import DriverLock;"
    "DriverLock(Path(sys.argv[1]), sys.argv[2]).take(1764547200.0); print('held', flush=True); sys.stdin.read()"
)


def holding(folder: Path, url: str = URL) -> subprocess.Popen[str]:
    """A process that holds the lock until its stdin closes."""
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder), url], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    assert other.stdout is not None and other.stdout.readline() == "held\n"
    return other


def test_a_second_driver_is_refused_with_pid_and_start(tmp_path: Path) -> None:
    """The message names who plays and since when; another game's address is free; so is this one once it is let go."""
    with holding(tmp_path) as other:
        with pytest.raises(DriverBusy) as refused:
            DriverLock(tmp_path, "http://localhost:15526").take(0.0)
        assert f"pid {other.pid}, started 2025-12-01 00:00:00 UTC" in str(refused.value)
        assert refused.value.exit_code == 2
        DriverLock(tmp_path, "http://127.0.0.1:15600").take(0.0).release()
        other.communicate("")
    assert DriverLock(tmp_path, URL).take(0.0).url == URL


def test_a_killed_drivers_lock_is_stale(tmp_path: Path) -> None:
    """kill -9 leaves the holder's note behind, which is told, and the lock free."""
    with holding(tmp_path) as other:
        os.kill(other.pid, signal.SIGKILL)
        other.communicate()
        lock = DriverLock(tmp_path, URL)
        assert lock.holder() is None
        lock.take(5.0)
        assert lock.stale is not None and (lock.stale.pid, lock.stale.started) == (other.pid, 1764547200.0)
        lock.release()


def test_release_leaves_no_holder(tmp_path: Path) -> None:
    """While it is held its holder is ourselves; afterwards nobody, and nothing stale is told to the next."""
    with DriverLock(tmp_path, URL).take(7.0) as lock:
        holder = DriverLock(tmp_path, URL).holder()
        assert holder is not None and (holder.pid, holder.started) == (os.getpid(), 7.0)
        lock.release()
        assert DriverLock(tmp_path, URL).holder() is None
        again = DriverLock(tmp_path, URL).take(8.0)
        assert again.stale is None
        again.release()


@pytest.mark.parametrize("note", ["", "not json", "[1]", '{"pid": "x", "started": 1}', '{"pid": 1, "started": 1e99}'])
def test_a_damaged_note_is_no_holder(tmp_path: Path, note: str) -> None:
    """The note is for people; a torn or foreign one stops nobody."""
    (tmp_path / "127.0.0.1-15526.holder.json").write_text(note, encoding="utf-8")
    lock = DriverLock(tmp_path, URL).take(0.0)
    assert lock.stale is None
    lock.release()


@pytest.mark.parametrize("url", ["http://127.0.0.1:99999", "http://127.0.0.1:abc", "http://[::1", "x" * 500])
def test_an_address_that_is_none_has_a_lock_all_the_same(tmp_path: Path, url: str) -> None:
    """Who connects says what is wrong with it; the lock's name only has to be a file's."""
    with DriverLock(tmp_path, url).take(0.0):
        assert DriverLock(tmp_path, url).holder() is not None


def test_looking_disturbs_nobody_who_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look at the very moment of a take, three times over, is no other driver."""
    lock = DriverLock(tmp_path, URL)
    lock.take(0.0).release()
    real, looks = held._take, 0
    file = next(tmp_path.glob("*.lock"))
    looker = os.open(file, os.O_RDWR)

    def disturbed(handle: int) -> None:
        nonlocal looks
        looks += 1
        (held._look if looks < 4 else held._let_go)(looker)
        real(handle)

    monkeypatch.setattr(held, "_take", disturbed)
    lock.take(1.0)
    assert looks == 4
    os.close(looker)
    lock.release()
