"""What is known about the mod and the game, in the shape the doctor needs. The source, with how sure each entry is, is
vendor/ (a test keeps the two equal); the wheel does not carry that folder."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

MANIFEST, LIBRARY, CONFIG = "STS2_MCP.json", "STS2_MCP.dll", "STS2_MCP.conf"
MANIFEST_KEYS = ("id", "name", "author", "description", "version", "has_pck", "has_dll", "affects_gameplay")
PORT = 15526
REPAIRED = "55e0648"  # the revision from which the mod works with v0.107.1
BUILD_IT = f"build the mod from revision {REPAIRED} or later against your game, put it in and restart (docs/playing.md)"


@frozen
class System:
    """Folders on one system: `game` below the home folder, `mods` below the game's, `user` (saves) below the home
    folder."""

    game: str
    mods: str
    user: str
    sure: bool


SYSTEMS: Mapping[str, System] = {
    "darwin": System(
        "Library/Application Support/Steam/steamapps/common/Slay the Spire 2",
        "SlayTheSpire2.app/Contents/MacOS/mods",
        "Library/Application Support/SlayTheSpire2/steam",
        True,
    ),
    "win32": System(
        "C:/Program Files (x86)/Steam/steamapps/common/Slay the Spire 2",
        "mods",
        "AppData/Roaming/SlayTheSpire2/steam",
        False,
    ),
    "linux": System(
        ".local/share/Steam/steamapps/common/Slay the Spire 2", "mods", ".local/share/SlayTheSpire2/steam", False
    ),
}
VANILLA, MODDED, SETTINGS = "profile*/saves", "modded/profile*/saves", "settings.save"

# DLL size in bytes -> revision. Another size is another build of some revision, which says nothing.
SIZES: Mapping[int, str] = {194560: "release 0.4.0", 236544: "R2"}


@frozen
class Misfit:
    """From which build of the game a revision fails, and what the player sees of it."""

    revision: str
    since: tuple[int, ...]
    seen: str


MISFITS: tuple[Misfit, ...] = (
    Misfit("release 0.4.0", (0, 107), "HTTP 500 in fights and in shops"),
    Misfit("release 0.4.0", (0, 104), "HTTP 500 from the first fight on"),
    Misfit("R2", (0, 111), "problems are reported to the mod and open; nobody has confirmed it"),
)


def build_number(build: str) -> tuple[int, ...] | None:
    """`v0.107.1` as numbers that compare; None when it is no such word."""
    parts = build.removeprefix("v").split("-")[0].split(".")
    return tuple(int(part) for part in parts) if all(part.isdigit() for part in parts) else None


def misfit(revision: str | None, build: str | None) -> Misfit | None:
    """The known trouble of a pair; None where none is known."""
    number = build_number(build) if build else None
    if number is None:
        return None
    return next((one for one in MISFITS if one.revision == revision and number >= one.since), None)
