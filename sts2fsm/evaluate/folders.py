"""Where the game keeps its run histories on each system, vanilla and modded apart, and where given paths belong.

The table follows vendor/install_folders.yaml: macOS was seen (game v0.107.1); Windows and Linux are unsure, Steam's and
Godot's usual places; under Proton the folder is inside the prefix, which is looked for as well, unsure too.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import frozen

from sts2fsm.errors import BadInput
from sts2fsm.evaluate.masking import masked

STEAM_APP = "2868840"


@frozen
class Place:
    """The game's user folder, from the home folder; `sure` is False where nobody has looked yet."""

    folder: str
    sure: bool


PLACES: dict[str, tuple[Place, ...]] = {
    "darwin": (Place("Library/Application Support/SlayTheSpire2", sure=True),),
    "win32": (Place("AppData/Roaming/SlayTheSpire2", sure=False),),
    "linux": (
        Place(".local/share/SlayTheSpire2", sure=False),
        Place(
            f".local/share/Steam/steamapps/compatdata/{STEAM_APP}/pfx/drive_c/users/steamuser/AppData/Roaming"
            "/SlayTheSpire2",
            sure=False,
        ),
    ),
}
# Below a user folder. A run with any mod loaded is kept with the modded saves.
HISTORIES = {"vanilla": "steam/*/profile*/saves/history", "modded": "steam/*/modded/profile*/saves/history"}
GIVEN = "given"  # files from anywhere else


@frozen
class Source:
    """One `.run` file and which saves it is of: vanilla, modded, or given."""

    path: Path
    kind: str


def histories(kind: str, home: Path | None = None, platform: str = sys.platform) -> list[Path]:
    """The history folders of this machine, of every account and profile. `kind` is a key of HISTORIES."""
    base = Path.home() if home is None else home
    return sorted(
        folder for place in PLACES.get(platform, ()) for folder in (base / place.folder).glob(HISTORIES[kind])
    )


def kind_of(path: Path) -> str:
    """Which saves a file is of, by the folders it lies in."""
    parts = path.absolute().parts[:-1]
    if parts[-2:] != ("saves", "history") or not parts[-3].startswith("profile"):
        return GIVEN
    return "modded" if parts[-4] == "modded" else "vanilla"


def sources(paths: Iterable[Path]) -> Iterator[Source]:
    """Every `.run` file below the paths, in order of name, each once; a file that is named is taken whatever its name.

    Raises BadInput for a path that is not there or cannot be listed.
    """
    taken: set[Path] = set()
    for path in paths:
        for found in _below(path):
            real = found.resolve()
            if real not in taken:
                taken.add(real)
                yield Source(found, kind_of(found))


def _below(path: Path) -> list[Path]:
    try:
        if path.is_dir():
            return sorted(path.rglob("*.run"))
        if path.exists():
            return [path]
    except OSError as fault:
        raise BadInput(f"{masked(path)}: cannot be read: {fault.strerror or fault}") from None
    raise BadInput(f"{masked(path)}: there is no such file or folder")
