"""Where journals and the game's histories are looked for."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import pytest
import yaml

from sts2fsm.commands.places import game_histories, journal_path
from tests.shared import ROOT

SYSTEMS = {"darwin": "macos", "win32": "windows", "linux": "linux"}


@pytest.mark.parametrize("platform", SYSTEMS)
def test_histories_are_where_the_vendor_table_says(tmp_path: Path, platform: str) -> None:
    """The history folder of the modded saves is found below the game's user folder of every system."""
    table = yaml.safe_load((ROOT / "vendor" / "install_folders.yaml").read_text(encoding="utf-8"))
    user = table["systems"][SYSTEMS[platform]]["user"].replace("\\", "/")
    below_home = user.replace("%APPDATA%", "AppData/Roaming").removeprefix("~/").format(steam_id="765")
    history = PurePosixPath(below_home, table["saves"]["modded"]["history"].format(profile=2))
    (tmp_path / history).mkdir(parents=True)
    assert game_histories(tmp_path, platform) == [tmp_path / history]


def test_no_game_no_histories(tmp_path: Path) -> None:
    """Without the game there is nothing to look into, on systems that it does not run on either."""
    assert game_histories(tmp_path, "linux") == game_histories(tmp_path, "plan9") == []


def test_journal_names_tell_start_and_seed(tmp_path: Path) -> None:
    """UTC to the second, then the seed; a seed's letters that no file name bears are left out."""
    path = journal_path(tmp_path, 1764547200.0, "a/b: c")
    assert path.parent == tmp_path
    assert path.name.startswith("20251201T000000Z-seed-abc-pid-")
    assert "seed" not in journal_path(tmp_path, 0.0, None).name
