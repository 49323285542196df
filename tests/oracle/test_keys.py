"""Where a key is found, and that it never shows: not in text, errors, records, journals or logs."""

from __future__ import annotations

import copy
import json
import logging
import pickle
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import attrs
import pytest

from sts2fsm.cli import main
from sts2fsm.clock import VirtualClock
from sts2fsm.errors import BadInput, UsageError
from sts2fsm.hiding import hide_logins
from sts2fsm.oracle.address import address
from sts2fsm.oracle.keys import Key, find_key
from sts2fsm.oracle.ledger import Ledger
from sts2fsm.oracle.open import open_oracle
from sts2fsm.oracle.policy import is_spec
from sts2fsm.oracle.probe import probe
from sts2fsm.oracle.record import to_record
from tests.game.bare_server import Serve, bare, http, says
from tests.oracle.parts import IMPATIENT, POLICIES, POLICY, QUESTIONS, SECRET, STATE, ask, client, right

FIRST, SECOND = "TYPESAFE_API_KEY", "TYPESAFEAI_API_KEY"


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "key"
    path.write_text("\ufeff  from-the-file \n", encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("environ", "found"),
    [
        ({FIRST: "one", SECOND: "two"}, "one"),
        ({SECOND: " two\n"}, "two"),
        ({FIRST: "", SECOND: "two"}, "two"),
        ({FIRST: "  \n"}, "from-the-file"),
        ({}, "from-the-file"),
    ],
)
def test_the_first_key_of_three_places_counts(environ: dict[str, str], found: str, file: str) -> None:
    """The two variables in their order, then the file; white space around it is taken off, and blank is none."""
    key = find_key(environ, file)
    assert key is not None and key.header == f"Bearer {found}"


def test_no_key_anywhere_is_none(tmp_path: Path) -> None:
    """A file that is not there is no error: it need not be."""
    assert find_key({}, "") is None
    assert find_key({}, str(tmp_path / "none")) is None
    assert find_key({}, str(tmp_path / "none" / "deeper")) is None


def test_a_home_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`~` stands for the home folder."""
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "key").write_text("of-home")
    key = find_key({}, "~/key")
    assert key is not None and key.header == "Bearer of-home"


UNFIT = [f"{SECRET}\nmore", f"{SECRET} more", f"{SECRET}\x00", f"{SECRET}\x7f", f"{SECRET}ü", f"{SECRET}€",
         SECRET * 400, f"{SECRET}\r\nX-Evil: 1"]  # fmt: skip


@pytest.mark.parametrize("text", UNFIT, ids=range(len(UNFIT)))
def test_a_key_that_no_header_can_hold_is_refused_without_showing_it(text: str, tmp_path: Path) -> None:
    """Line breaks, spaces, control characters, letters beyond ASCII, and whole documents: the error names the place."""
    with pytest.raises(BadInput) as told:
        find_key({FIRST: text}, "")
    assert FIRST in str(told.value)
    path = tmp_path / "key"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=r"oracle\.key_file") as told_of_file:
        find_key({}, str(path))
    for error in (told, told_of_file):
        assert SECRET not in "".join(traceback.format_exception(error.value))


def test_a_key_file_that_cannot_be_used_is_an_error(tmp_path: Path) -> None:
    """It was named, so going on without it would hide a mistake: a folder, an empty file, bytes that are no text."""
    (tmp_path / "empty").write_text(" \n")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    for name in ("", "empty", "bytes"):
        with pytest.raises(BadInput, match=r"oracle\.key_file"):
            find_key({}, str(tmp_path / name))


def test_a_key_never_shows() -> None:
    """Text, repr, format, JSON, copies, pickles, attributes and errors of those hold no key."""
    key = Key(SECRET, "a test")
    shown = [str(key), repr(key), f"{key}", f"{key!r:>80}", str([key]), str(vars(type(key)))]
    for attempt in (
        lambda: json.dumps(key),
        lambda: pickle.dumps(key),
        lambda: str(copy.deepcopy(key)),
        lambda: vars(key),
        lambda: attrs.asdict(key),  # type: ignore[call-overload]
        lambda: key.text,  # type: ignore[attr-defined]
    ):
        with pytest.raises(Exception) as told:
            attempt()
        shown.append("".join(traceback.format_exception(told.value)))
    assert not [text for text in shown if SECRET in text]
    assert key.header == f"Bearer {SECRET}", "and yet it is there"


def everything(thing: object, seen: set[int] | None = None) -> Iterator[str]:
    """The repr of an object and of all that hangs on it, as a debugger or a crash report would show it."""
    seen = set() if seen is None else seen
    if id(thing) in seen:
        return
    seen.add(id(thing))
    yield repr(thing)
    inside = [*getattr(thing, "__dict__", {}).values()]
    inside += [*thing.keys(), *thing.values()] if isinstance(thing, dict) else []
    inside += thing if isinstance(thing, list | tuple | set) else []
    for one in inside:
        if not isinstance(one, type | ModuleType | str | int | float):
            yield from everything(one, seen)


def echo(status: int) -> Serve:
    """A server that sends back every header it got, in all places a reply has."""

    def serve(connection: object, head: bytes) -> None:
        lines = [line for line in head.decode().split("\r\n") if line.lower().startswith("authorization")]
        text = lines[0]
        reply = right() if status == 200 else {"detail": {"error_type": text, "message": text}}
        if status == 200:
            reply["model"] = text
        body = json.dumps(reply).encode()
        connection.sendall(http(status, body, **{"x-typesafe-request-id": text}))  # type: ignore[attr-defined]

    return serve


OUTCOMES: list[tuple[str, Serve]] = [
    ("answered", says(200, right())),
    ("echoed", echo(200)),
    *[(f"echoed with {status}", echo(status)) for status in (302, 401, 403, 422, 429, 500, 529)],
    ("closed", lambda *_: None),
    ("silent", lambda connection, _: connection.recv(1)),
    ("lying", says(200, {})),
    ("no JSON", lambda connection, head: connection.sendall(http(200, head))),
]


@pytest.mark.parametrize("login", [False, True], ids=["key", "login"])
@pytest.mark.parametrize(("what", "serve"), OUTCOMES, ids=[row[0] for row in OUTCOMES])
def test_no_outcome_of_a_call_shows_the_key(
    what: str, serve: Serve, login: bool, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """Whatever a server does, even sending our key back: results, records, ledgers, probes, reprs, logs and output are
    searched for it, and hold none."""
    caplog.set_level(logging.DEBUG)
    with bare(serve) as server:
        url = server.url.replace("//", f"//me:{SECRET}@") if login else server.url
        oracle = client(url, None if login else SECRET, policy=IMPATIENT)
        results = [ask(oracle) for _ in range(4)]  # the last may be the breaker's
        probed = probe(None if login else Key(SECRET, "a test"), url, VirtualClock(), IMPATIENT)
    ledger = Ledger(POLICY)
    records = []
    for result in results:
        ledger.add(QUESTIONS, result)
        records.append(to_record(STATE, QUESTIONS, result))
    out, err = capfd.readouterr()
    inside = [*everything(oracle), repr(oracle), oracle.name, repr(address(url))]
    shown = [*map(repr, results), json.dumps(records), json.dumps(ledger.as_dict()), *probed, out, err, caplog.text]
    basic = Key(SECRET, "a test", "me").header.split()[1]
    assert not [text for text in (*shown, *inside) if SECRET in text or basic in text]


def test_opening_never_shows_a_login() -> None:
    """A spec with a login that cannot be used is repeated without it."""
    for spec in (f"htps://me:{SECRET}@host", f"http://me:{SECRET}@host:99999", f"http://me:{SECRET}@",
                 f"http://me:{SECRET}@host?x=1", f"http://me:a/{SECRET}@host", f"http://me:a b{SECRET}@host",
                 f"http://host?key={SECRET}", f"HTTPS://me:{SECRET}@ho st"):  # fmt: skip
        with pytest.raises((BadInput, UsageError)) as told:
            open_oracle(spec, VirtualClock(), POLICIES, {})
        assert SECRET not in str(told.value)


@pytest.mark.parametrize(
    "args",
    [
        ("policies", "show"),
        ("policies", "show", "--json"),
        ("policies", "check"),
        ("play", "--oracle", f"htps://me:{SECRET}@host"),
        ("play", "--oracle", f"http://me:{SECRET}@host:99999"),
    ],
)
@pytest.mark.parametrize("form", ["http", "htps"])
def test_no_command_repeats_a_login(
    args: tuple[str, ...], form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A login in a policy file or a flag, right or wrong, is hidden wherever it would be shown."""
    overlay = tmp_path / "mine.yaml"
    overlay.write_text(f"oracle:\n  use: {form}://me:{SECRET}@host:8000\n")
    main([*args, "--policies", str(overlay)])
    out, err = capsys.readouterr()
    fine = "check" in args and form == "http"  # then no value is told
    assert fine or "//***@host" in out + err
    assert SECRET not in out + err


@pytest.mark.parametrize("flag", ["--oracle", "--llm"])
@pytest.mark.parametrize(
    "given", ["http://host/v1?key={}#n", "https://host?key={}", "http://me:{}@host?a=1&key={}#n", "host/v1?key={}#n",
              "http://host/v1?{}#n", "http://host?a=\n{}"],
)  # fmt: skip
def test_a_query_is_refused_and_never_shown(
    flag: str, given: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A key in a query, as a flag and in a policy file, for a service and for a language model: exit 2, and hidden."""
    spec = given.replace("{}", SECRET)
    section, name = ("oracle", "use") if flag == "--oracle" else ("llm", "model")
    overlay = tmp_path / "mine.yaml"
    overlay.write_text(f"{section}:\n  {name}: {json.dumps(spec)}\n")
    for args in (["play", flag, spec], ["policies", "check", "--policies", str(overlay)],
                 ["policies", "show", "--policies", str(overlay)]):  # fmt: skip
        assert main(args) == 2
        out, err = capsys.readouterr()
        assert "host" in out + err and SECRET not in out + err


def test_a_query_of_any_other_address_is_hidden_where_policies_are_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`oracle.url` is refused only when it is used; shown it is before."""
    overlay = tmp_path / "mine.yaml"
    overlay.write_text(f"oracle:\n  url: https://me:{SECRET}@host/v1?key={SECRET}\n")
    assert main(["policies", "show", "--policies", str(overlay)]) == 0
    out, err = capsys.readouterr()
    assert "https://***@host/v1?***" in out and SECRET not in out + err


def test_text_without_a_secret_is_shown_as_it_is() -> None:
    """Questions, addresses and journals' names are no secrets."""
    for text in ("http://127.0.0.1:8000/v1#mock", "recorded:/tmp/a.jsonl", "Which line is best?", "is x = 1? or 2"):
        assert hide_logins(text) == text


def test_what_is_no_spec_opens_nothing() -> None:
    """Flags, policies and opening agree on the forms there are, capital letters included."""
    for spec in (
        "HTTP://127.0.0.1:1",
        "Random:1",
        "Recorded:x",
        "NONE",
        "ftp://host",
        "https://host?key=1",
        "http://h#n",
    ):
        assert not is_spec(spec)
        with pytest.raises((UsageError, BadInput)):
            open_oracle(spec, VirtualClock(), POLICIES, {})


def test_typesafe_without_a_key_is_a_usage_error_that_says_where_to_put_one() -> None:
    """It cannot work, so nothing starts; the message names the places and the way to play without."""
    with pytest.raises(UsageError, match=r"TYPESAFE_API_KEY.*oracle\.key_file.*--oracle none"):
        open_oracle("typesafe", VirtualClock(), POLICIES, {})
