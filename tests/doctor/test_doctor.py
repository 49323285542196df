"""Prepared situations, each with its verdict, what to do about it, and the exit code that `play` would end with."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from attrs import evolve

from sts2fsm.clock import VirtualClock
from sts2fsm.doctor import Check, Machine, Verdict, examine, exit_code
from sts2fsm.doctor import live as doctor_live
from sts2fsm.doctor.known import MANIFEST_KEYS, MISFITS, MODDED, PORT, SETTINGS, SIZES, SYSTEMS, VANILLA, misfit
from sts2fsm.recovery.lock import DriverLock
from tests.game.bare_server import Serve, bare, http, says
from tests.recovery.scenes import body
from tests.shared import ROOT

HELLO = {"message": "Hello from STS2 MCP v0.4.0", "status": "ok"}
MAIN = {"state_type": "menu", "menu_screen": "main", "message": "m", "options": ["singleplayer", "quit"]}
BLOCKED = {
    **MAIN, "options": ["quit"],
    "blocked_options": [{"name": "timeline", "enabled": False, "reason": "r", "pending_epoch_ids": ["E7"]}],
}  # fmt: skip
NULL = {"error": "Object reference not set", "exception_type": "System.NullReferenceException"}
MISSING = {"error": "Method not found: 'Boolean CombatManager.get_IsPlayPhase()'.", "exception_type": "X"}


def machine(home: Path, url: str, platform: str = "linux", **more: Any) -> Machine:
    """A computer whose home folder is `home`."""
    words: dict[str, Any] = {"environment": {}, "journals": home / "journals", "state": home / "state"}
    return Machine(url=url, home=home, platform=platform, **{**words, **more})


def examined(one: Machine) -> tuple[dict[str, Check], int]:
    checks = list(examine(one, VirtualClock()))
    return {check.name: check for check in checks}, exit_code(checks)


def mod(state: Mapping[str, Any], status: int = 200) -> Serve:
    """The mod's greeting, and this state."""

    def serve(connection: socket.socket, line: bytes) -> None:
        greeting = line.split()[1] == b"/"
        connection.sendall(
            http(200, json.dumps(HELLO).encode()) if greeting else http(status, json.dumps(state).encode())
        )

    return serve


def page(text: bytes) -> Serve:
    """Another program's web page."""
    return lambda connection, _: connection.sendall(http(200, text, "text/html"))


def silent(connection: socket.socket, _: bytes) -> None:
    connection.recv(1)


SITUATIONS: tuple[tuple[str, Serve, str, Verdict, str, int], ...] = (
    ("fine", mod(MAIN), "timeline", Verdict.OK, "", 0),
    ("in a fight", mod(body("monster", battle={"round": 1, "turn": "player", "is_play_phase": True, "enemies": []})),
     "mod revision", Verdict.OK, "", 0),
    ("multiplayer", mod({"error": "A multiplayer run is active"}, 409), "mode", Verdict.FAIL, "plays alone", 4),
    ("old mod", mod(MISSING, 500), "reading", Verdict.FAIL, "55e0648 or later", 4),
    ("a failing read", mod(NULL, 500), "reading", Verdict.FAIL, "leave the screen by hand", 4),
    ("blocked timeline", mod(BLOCKED), "timeline", Verdict.FAIL, "reveal them", 3),
    ("another server", page(b"<html>It works!</html>"), "port", Verdict.FAIL, "another program listens", 4),
    ("a silent one", silent, "port", Verdict.FAIL, "look at its window", 4),
    ("a later layout", mod({"state_type": 7}), "reading", Verdict.FAIL, "report it", 1),
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "serve", "check", "verdict", "todo", "code"), SITUATIONS, ids=[s[0] for s in SITUATIONS]
)
def test_who_answers_is_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, serve: Serve, check: str, verdict: Verdict, todo: str,
    code: int,
) -> None:  # fmt: skip
    """Each server gets its own verdict, remedy and exit code; nothing but GETs is sent."""
    monkeypatch.setattr(doctor_live, "WAIT_S", 0.3)
    with bare(serve) as server:
        found, ends = examined(machine(tmp_path, server.url))
        assert {line.split()[0] for line in server.lines} == {"GET"}
    assert (found[check].verdict, ends) == (verdict, code)
    assert todo in found[check].todo


def test_nobody_listens(tmp_path: Path) -> None:
    """Refused: the loader's hint, with Linux's own on Linux alone, and no further question to the game."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{probe.getsockname()[1]}"
    found, code = examined(machine(tmp_path, url))
    assert code == 4 and "nobody listens" in found["port"].found and "Proton" in found["port"].todo
    assert "reading" not in found
    assert "Proton" not in examined(machine(tmp_path, url, "darwin"))[0]["port"].todo


def test_an_address_that_is_none(tmp_path: Path) -> None:
    """Not a URL: exit 1, as play would end."""
    found, code = examined(machine(tmp_path, "https://somewhere"))
    assert code == 1 and found["port"].verdict is Verdict.FAIL


# --- the disk ---------------------------------------------------------------------------------------------------------
def installed(
    home: Path, platform: str, size: int, build: str, *, mods_on: bool = True, port: int | None = None
) -> None:
    """The game with the mod, settings, both kinds of saves and one finished run."""
    system = SYSTEMS[platform]
    mods, user = home / system.game / system.mods, home / system.user / "765"
    mods.mkdir(parents=True)
    (mods / "STS2_MCP.json").write_text(json.dumps(dict.fromkeys(MANIFEST_KEYS, "x")), encoding="utf-8")
    (mods / "STS2_MCP.dll").write_bytes(b"\0" * size)
    if port is not None:
        (mods / "STS2_MCP.conf").write_text(json.dumps({"port": port}), encoding="utf-8")
    for place in ("profile1/saves", "modded/profile1/saves/history"):
        (user / place).mkdir(parents=True)
    (user / "settings.save").write_text(json.dumps({"mod_settings": {"mods_enabled": mods_on}}), encoding="utf-8")
    (user / "modded/profile1/saves/history/1764547200.run").write_text(
        json.dumps({"build_id": build}), encoding="utf-8"
    )


@pytest.mark.parametrize("platform", ["darwin", "win32", "linux"])
def test_a_whole_installation_is_found_on_every_system(tmp_path: Path, platform: str) -> None:
    """Mod, settings, port, build and saves are found in the system's own folders, and all is well."""
    installed(tmp_path, platform, 236544, "v0.107.1", port=15526)
    found, _ = examined(machine(tmp_path, "http://127.0.0.1:15526", platform))
    names = ("mod files", "port file", "mods switched on", "game build", "saves")
    assert {found[name].verdict for name in names} == {Verdict.OK}
    assert "R2" in found["mod files"].found and "1 vanilla and 1 modded" in found["saves"].found


@pytest.mark.parametrize(
    ("size", "build", "verdict"),
    [
        (194560, "v0.103.2", Verdict.OK), (194560, "v0.104.0", Verdict.FAIL), (194560, "v0.107.1", Verdict.FAIL),
        (236544, "v0.111.0", Verdict.NOTE), (1, "v0.107.1", Verdict.OK), (194560, "nightly", Verdict.OK),
    ],
)  # fmt: skip
def test_a_mod_that_cannot_fit_the_build_fails(tmp_path: Path, size: int, build: str, verdict: Verdict) -> None:
    """Release 0.4.0 breaks from v0.104 on; v0.111 is open; a DLL that nobody listed says nothing."""
    installed(tmp_path, "linux", size, build)
    found, _ = examined(machine(tmp_path, "http://127.0.0.1:9"))
    assert found["game build"].verdict is verdict


@pytest.mark.parametrize(
    ("change", "check", "words"),
    [
        (lambda mods, user: (mods / "STS2_MCP.dll").unlink(), "mod files", "STS2_MCP.dll missing"),
        (lambda mods, user: (mods / "STS2_MCP.json").write_text("{}"), "mod files", "lacks id, name"),
        (lambda mods, user: (mods / "STS2_MCP.conf").write_text('{"port": 15600}'), "port file", "port 15600"),
        (lambda mods, user: (mods / "STS2_MCP.conf").write_text("port=1"), "port file", "names no port"),
        (lambda mods, user: (user / "settings.save").write_text("{}"), "mods switched on", "switched off"),
    ],
)  # fmt: skip
def test_half_an_installation_is_named(
    tmp_path: Path, change: Callable[[Path, Path], Any], check: str, words: str
) -> None:
    """What is missing or set otherwise is a note with a remedy: the game's own answer is what counts."""
    installed(tmp_path, "linux", 236544, "v0.107.1")
    system = SYSTEMS["linux"]
    change(tmp_path / system.game / system.mods, tmp_path / system.user / "765")
    found, _ = examined(machine(tmp_path, "http://127.0.0.1:15526"))
    assert found[check].verdict is Verdict.NOTE and words in found[check].found and found[check].todo


# --- ourselves --------------------------------------------------------------------------------------------------------
def test_another_driver_is_told(tmp_path: Path) -> None:
    """Somebody of ours plays: exit 2 with pid and start."""
    with bare(mod(MAIN)) as server, DriverLock(tmp_path / "state" / "locks", server.url).take(1764547200.0):
        found, code = examined(machine(tmp_path, server.url))
        assert code == 2 and "started 2025-12-01" in found["driver"].found
    assert found["timeline"].verdict is Verdict.OK


def test_a_folder_that_cannot_be_written_fails(tmp_path: Path) -> None:
    """A journal folder below a file: exit 1 and another to choose."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    with bare(mod(MAIN)) as server:
        found, code = examined(evolve(machine(tmp_path, server.url), journals=tmp_path / "file" / "journals"))
    assert code == 1 and found["journal folder"].verdict is Verdict.FAIL and "--journal" in found["journal folder"].todo


def test_wrong_policies_fail_first(tmp_path: Path) -> None:
    """Exit 2, with the first fault's file and line and how many more there are."""
    overlay = tmp_path / "mine.yaml"
    overlay.write_text("waits:\n  tries: 99\n  nothing: 1\n", encoding="utf-8")
    with bare(mod(MAIN)) as server:
        found, code = examined(evolve(machine(tmp_path, server.url), overlays=(overlay,)))
    assert code == 2 and "mine.yaml:2" in found["policies"].found and "1 more" in found["policies"].found


def test_proxies_are_named_and_never_shown(tmp_path: Path) -> None:
    """The variables' names stand in the table, their values nowhere."""
    secrets = {"HTTPS_PROXY": "http://me:hush@p", "no_proxy": "x"}
    found, _ = examined(evolve(machine(tmp_path, "http://127.0.0.1:9"), environment=secrets))
    assert found["proxies"].found == "HTTPS_PROXY set"
    assert not [check for check in found.values() if "hush" in check.found + check.todo]


MODELS = {"models": [{"name": "jev-1.13.0"}]}
SET = {"TYPESAFE_API_KEY": "sk-hush"}
# what the service answers (status, body), oracle.use, the environment; the verdict, words of it, and the exit code
KEYS: tuple[tuple[tuple[int, Any], str, Mapping[str, str], Verdict, str, int], ...] = (
    ((200, MODELS), "none", {}, Verdict.OK, "not set: the bot plays by code alone", 0),
    ((200, MODELS), "none", SET, Verdict.OK, "$TYPESAFE_API_KEY; http", 0),
    ((200, MODELS), "typesafe", SET, Verdict.OK, "serves jev-1.13.0", 0),
    ((200, MODELS), "typesafe", {}, Verdict.FAIL, "not set, and oracle.use is typesafe", 2),
    ((401, {"error": "bad key sk-hush"}), "typesafe", SET, Verdict.NOTE, "HTTP 401", 0),
    ((401, {"error": "bad key"}), "none", SET, Verdict.NOTE, "HTTP 401", 0),
    ((500, {}), "typesafe", SET, Verdict.NOTE, "HTTP 500", 0),
    ((200, {"models": ["other"]}), "typesafe", SET, Verdict.NOTE, "does not list jev-1.13.0", 0),
    ((200, MODELS), "none", {"TYPESAFE_API_KEY": "sk hush"}, Verdict.NOTE, "one word", 0),
    ((200, MODELS), "typesafe", {"TYPESAFE_API_KEY": "sk hush"}, Verdict.FAIL, "one word", 1),
)


@pytest.mark.parametrize(("answer", "use", "environment", "verdict", "words", "code"), KEYS)
def test_the_key_is_tried_and_never_shown(
    tmp_path: Path, answer: tuple[int, Any], use: str, environment: Mapping[str, str], verdict: Verdict, words: str,
    code: int,
) -> None:  # fmt: skip
    """A key is tried with one read of the service's models, and none is needed where code decides; what would keep
    play from starting fails, and the key stands nowhere."""
    with bare(says(*answer)) as service, bare(mod(MAIN)) as server:
        overlay = tmp_path / "oracle.yaml"
        overlay.write_text(f"oracle: {{url: '{service.url}', use: {use}}}\n", encoding="utf-8")
        found, ends = examined(machine(tmp_path, server.url, environment=environment, overlays=(overlay,)))
        assert len(service.lines) <= 1 and all(line.startswith("GET ") for line in service.lines)
    assert (found["TypeSafe key"].verdict, ends) == (verdict, code) and words in found["TypeSafe key"].found
    assert not [check for check in found.values() if "hush" in check.found + check.todo]


def test_a_key_file_below_the_home_folder_is_found(tmp_path: Path) -> None:
    """`~` is the home that is examined; a service that cannot be reached is a note."""
    (tmp_path / "key").write_text("sk-hush\n", encoding="utf-8")
    overlay = tmp_path / "oracle.yaml"
    overlay.write_text("oracle: {url: 'http://127.0.0.1:9', key_file: '~/key', connect_s: 0.2}\n", encoding="utf-8")
    found, _ = examined(machine(tmp_path, "http://127.0.0.1:9", overlays=(overlay,)))
    check = found["TypeSafe key"]
    assert check.verdict is Verdict.NOTE and "oracle.key_file" in check.found and "hush" not in check.found


def test_a_bare_name_is_no_address(tmp_path: Path) -> None:
    """`--url foo` ends with exit 1 and an example that names a port."""
    found, code = examined(machine(tmp_path, "foo"))
    assert code == 1 and "http://foo:15526" in found["port"].found


@pytest.mark.parametrize("url", ["http://127.0.0.1:99999", "http://127.0.0.1:abc", "http://[::1"])
def test_an_address_that_cannot_be_read_fails_as_a_port(tmp_path: Path, url: str) -> None:
    """A port that is none, or half a host: the port's row with exit 1, and every other check."""
    found, code = examined(machine(tmp_path, url))
    assert code == 1 and found["port"].verdict is Verdict.FAIL and "must be like" in found["port"].found
    assert "TypeSafe key" in found


@pytest.mark.parametrize(
    ("overlay", "row", "code"),
    [
        ("llm: {model: 'anthropic:some-model'}", "language model", 2),
        ("oracle: {use: 'recorded:/nope'}", "oracle", 1),
        ("oracle: {use: 'http://127.0.0.1:99999'}", "oracle", 1),
    ],
)
def test_what_play_could_not_open_fails(tmp_path: Path, overlay: str, row: str, code: int) -> None:
    """A model without its key, a journal that is not there, an address that is none: the code play would end with."""
    (tmp_path / "mine.yaml").write_text(overlay, encoding="utf-8")
    with bare(mod(MAIN)) as server:
        found, ends = examined(machine(tmp_path, server.url, overlays=(tmp_path / "mine.yaml",)))
    assert (found[row].verdict, ends) == (Verdict.FAIL, code) and found[row].todo


# --- the tables -------------------------------------------------------------------------------------------------------
def vendor(name: str) -> Any:
    return yaml.safe_load((ROOT / "vendor" / name).read_text(encoding="utf-8"))


def test_the_tables_are_those_of_vendor() -> None:
    """Port, sizes, folders, manifest keys and misfits say what vendor/ says."""
    revisions = vendor("mod_revisions.yaml")
    assert revisions["port"] == PORT
    assert {r["dll_bytes"]: r["name"] for r in revisions["revisions"] if "dll_bytes" in r} == SIZES
    folders = vendor("install_folders.yaml")
    for platform, name in {"darwin": "macos", "win32": "windows", "linux": "linux"}.items():
        told, ours = folders["systems"][name], SYSTEMS[platform]
        game = told["game"].replace("\\", "/").removeprefix("~/")
        user = told["user"].replace("\\", "/").removeprefix("~/").replace("%APPDATA%", "AppData/Roaming")
        sure = told["sure"] == "certain"
        assert (game, told["mods"], user) == (ours.game, ours.mods, f"{ours.user}/{{steam_id}}")
        assert sure == ours.sure
    saves = folders["saves"]
    assert saves["settings"] == SETTINGS
    assert saves["vanilla"]["saves"].replace("{profile}", "*") == VANILLA
    assert saves["modded"]["saves"].replace("{profile}", "*") == MODDED
    assert list(MANIFEST_KEYS) == json.loads((ROOT / "vendor/mod_manifest.schema.json").read_text())["required"]
    broken = {("v" + ".".join(map(str, one.since))) for one in MISFITS}
    assert broken == {fit["from"] for fit in revisions["fits"] if not fit["works"]} - {"v0.107.1"}


def test_builds_compare_as_numbers() -> None:
    """v0.99 is before v0.104; a word that is no build says nothing."""
    assert misfit("release 0.4.0", "v0.99.1") is None and misfit("release 0.4.0", "v0.104") is not None
    assert misfit("release 0.4.0", "beta") is None and misfit(None, "v0.107.1") is None
