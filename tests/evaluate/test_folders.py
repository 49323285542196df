"""Where histories lie on each system, and which saves a file is of."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import pytest
import yaml

from sts2fsm.errors import BadInput
from sts2fsm.evaluate.folders import PLACES, histories, kind_of, sources
from tests.evaluate.making import write
from tests.shared import ROOT

SYSTEMS = {"darwin": "macos", "win32": "windows", "linux": "linux"}
TABLE = yaml.safe_load((ROOT / "vendor" / "install_folders.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", ["vanilla", "modded"])
@pytest.mark.parametrize("platform", SYSTEMS)
def test_both_kinds_are_found_apart(tmp_path: Path, platform: str, kind: str) -> None:
    """Each system's folders of the vendor table are found, and only those of the kind that was asked for."""
    user = TABLE["systems"][SYSTEMS[platform]]["user"].replace("\\", "/").replace("%APPDATA%", "AppData/Roaming")
    below = PurePosixPath(user.removeprefix("~/").format(steam_id="765"))
    for each in ("vanilla", "modded"):
        (tmp_path / below / TABLE["saves"][each]["history"].format(profile=2)).mkdir(parents=True)
    wanted = tmp_path / below / TABLE["saves"][kind]["history"].format(profile=2)
    assert histories(kind, tmp_path, platform) == [wanted]
    assert kind_of(wanted / "1.run") == kind


def test_only_what_was_seen_is_sure() -> None:
    """The certainty of each system is the vendor table's: macOS alone was seen."""
    seen = {name: TABLE["systems"][SYSTEMS[name]]["sure"] == "certain" for name in SYSTEMS}
    assert {name: places[0].sure for name, places in PLACES.items()} == seen


def test_proton_is_looked_for_too(tmp_path: Path) -> None:
    """On Linux the Windows game's folder is inside Steam's prefix of the game's number."""
    prefix = f".local/share/Steam/steamapps/compatdata/{TABLE['steam_app']}/pfx"
    inside = "drive_c/users/steamuser/AppData/Roaming/SlayTheSpire2/steam/7/profile1/saves/history"
    (tmp_path / prefix / inside).mkdir(parents=True)
    assert histories("vanilla", tmp_path, "linux") == [tmp_path / prefix / inside]


def test_files_are_taken_once_and_at_any_depth(tmp_path: Path) -> None:
    """Folders are searched through; a file that is named twice counts once; a named file needs no ending."""
    deep = write(tmp_path / "a" / "b" / "2.run", "")
    write(tmp_path / "a" / "notes.txt", "")
    named = write(tmp_path / "other.json", "")
    found = list(sources([tmp_path / "a", deep, named]))
    assert [(source.path, source.kind) for source in found] == [(deep, "given"), (named, "given")]


def test_a_missing_path_is_an_error(tmp_path: Path) -> None:
    """It is named, with the account in it masked."""
    with pytest.raises(BadInput, match=r"steam/<steam id>/x: there is no such file or folder"):
        list(sources([tmp_path / "steam" / "12345" / "x"]))
