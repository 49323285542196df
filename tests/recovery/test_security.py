"""Nothing listens for strangers, nothing that is read is ever run, and files stay in their folders."""

from __future__ import annotations

import ast
import json
import socket
from pathlib import Path

import pytest

from sts2fsm.clock import SystemClock, VirtualClock
from sts2fsm.commands.places import journal_path
from sts2fsm.embedded import EmbeddedGame, Server
from sts2fsm.recovery.bundle import Recorder
from sts2fsm.recovery.files import slug
from sts2fsm.recovery.session import SessionFile
from tests.commands.calling import call
from tests.project.sources import modules, tree
from tests.recovery.scenes import look, rest

RUNS_CODE = frozenset({"pickle", "marshal", "shelve", "dill", "ctypes", "code", "runpy", "imp"})
CALLS = frozenset({"eval", "exec", "compile", "__import__"})


# --- the network ------------------------------------------------------------------------------------------------------
def asked(server: Server, method: str, host: str, body: bytes = b"") -> bytes:
    """The whole answer to a request with this Host header."""
    with socket.create_connection(server.server_address[:2], timeout=5) as connection:
        head = f"{method} /api/v1/singleplayer HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n"
        connection.sendall(head.encode() + f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
        parts = []
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts)


FOREIGN = (
    "evil.example",
    "127.0.0.1.evil.example",
    "localhost.evil",
    "localhost@evil",
    "[::1]",
    "0.0.0.0",
    "",
    "1.2.3.4",
)


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
@pytest.mark.parametrize("host", FOREIGN)
def test_a_foreign_host_gets_nothing_and_changes_nothing(host: str, method: str) -> None:
    """400 without a word for a page of the web that found the port (DNS rebinding); the game does not move."""
    server = Server(EmbeddedGame(SystemClock(), 1)).start()
    try:
        before = server.game.get()
        answer = asked(server, method, host, b'{"action": "menu_select", "option": "singleplayer"}')
        assert answer.startswith(b"HTTP/1.1 400 ") and answer.endswith(b"\r\n\r\n")
        assert server.game.get() == before
    finally:
        server.stop()


def test_nothing_listens_beyond_this_machine() -> None:
    """The server is bound to 127.0.0.1, and no module binds a socket anywhere else."""
    server = Server(EmbeddedGame(VirtualClock(), 1))
    try:
        assert server.socket.getsockname()[0] == "127.0.0.1"
    finally:
        server.server_close()
    binders = [
        name
        for name in modules()
        for node in ast.walk(tree(name))
        if isinstance(node, ast.Name | ast.Attribute)
        and (node.id if isinstance(node, ast.Name) else node.attr) in ("ThreadingHTTPServer", "HTTPServer", "bind")
    ]
    assert set(binders) <= {"sts2fsm.embedded.server"}
    everywhere = [
        name
        for name in modules()
        for node in ast.walk(tree(name))
        if isinstance(node, ast.Constant) and node.value in ("0.0.0.0", "::")
    ]
    assert everywhere == []


# --- nothing that is read is run --------------------------------------------------------------------------------------
def test_no_module_can_run_what_it_reads() -> None:
    """No eval, exec or pickle, no shell, and YAML by the safe loader alone."""
    wrong = []
    for name in modules():
        for node in ast.walk(tree(name)):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
                wrong += [f"{name} imports {one}" for one in names if one.split(".")[0] in RUNS_CODE]
            if isinstance(node, ast.Call):
                called = node.func.id if isinstance(node.func, ast.Name) else ""
                wrong += [f"{name}:{node.lineno} calls {called}"] if called in CALLS else []
                wrong += [f"{name}:{node.lineno} a shell" for word in node.keywords if word.arg == "shell"]
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "yaml":
                unsafe = ("load", "load_all", "unsafe_load", "full_load", "Loader", "FullLoader", "UnsafeLoader")
                wrong += [f"{name}:{node.lineno} yaml.{node.attr}"] if node.attr in unsafe else []
            if (
                isinstance(node, ast.Attribute)
                and node.attr in ("system", "popen")
                and isinstance(node.value, ast.Name)
            ):
                wrong += [f"{name}:{node.lineno} os.{node.attr}"] if node.value.id == "os" else []
    assert wrong == []


@pytest.mark.parametrize("tag", ["!!python/object/apply:os.mkdir", "!!python/name:os.mkdir", "!mine"])
def test_tags_in_policies_are_refused_and_run_nothing(
    tag: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A YAML tag that would make a folder: exit 2 with its line, and no folder."""
    overlay = tmp_path / "evil.yaml"
    overlay.write_text(f"waits:\n  tries: {tag} ['{tmp_path / 'made'}']\n", encoding="utf-8")
    ended = call(capsys, "policies", "check", "--policies", overlay)
    assert ended.code == 2 and "evil.yaml:2" in ended.err + ended.out
    assert not (tmp_path / "made").exists()


# --- files stay in their folders --------------------------------------------------------------------------------------
NAMES = ("../../x", "/etc/passwd", "..\\..\\x", "a/b", "C:\\x", "x\x00y", "." * 300, "n" * 5000, "\u202e", "~root")


@pytest.mark.parametrize("name", NAMES)
def test_a_journal_stays_in_its_folder_whatever_the_seed_says(name: str, tmp_path: Path) -> None:
    """A seed is any text, and part of the file's name: it names no other folder."""
    path = journal_path(tmp_path, 0.0, name)
    assert path.parent == tmp_path and path.resolve().parent == tmp_path.resolve()
    path.write_text("", encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_files_of_a_game_stay_in_our_folder_whatever_its_address_says(name: str, tmp_path: Path) -> None:
    """Locks and sessions are named after the host; what a host cannot be becomes an underscore."""
    for url in (f"http://{name.replace(chr(0), '')}:1", f"http://127.0.0.1:15526/{name}"):
        try:
            file = slug(url)
        except ValueError:
            continue  # no address at all: refused long before a file is named
        assert (tmp_path / f"{file[:200]}.lock").resolve().parent == tmp_path.resolve()


def test_a_report_stays_in_its_folder_whatever_the_game_says(tmp_path: Path) -> None:
    """Nothing of a payload is part of a report's path."""
    recorder = Recorder(5)
    recorder.add(None, None, look({**rest(), "state_type": "../../x", "message": "/etc"}))
    place = recorder.write(tmp_path / "reports", 0.0, "../../why", {"state": "../x"})
    assert place is not None and place.parent == tmp_path / "reports"
    assert {path.name for path in tmp_path.iterdir()} == {"reports"}


@pytest.mark.parametrize("journal", ["/etc/passwd", "../../secrets"])
def test_a_path_in_a_session_is_never_opened(journal: str, tmp_path: Path) -> None:
    """The journal before is told by its name alone; a session that names any file reads and writes none."""
    path = tmp_path / "s.json"
    path.write_text(json.dumps({"schema": 1, "journal": journal, "url": "http://127.0.0.1:1"}), encoding="utf-8")
    with pytest.raises(ValueError, match="another version"):
        SessionFile(path, "http://127.0.0.1:1").load(0.0)
    assert [one.name for one in tmp_path.iterdir()] == ["s.json"]
