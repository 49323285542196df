"""What lies on the disk: mod, settings, saves, the folders we write to; and what the environment holds."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sts2fsm.doctor.known import (
    BUILD_IT,
    CONFIG,
    LIBRARY,
    MANIFEST,
    MANIFEST_KEYS,
    MODDED,
    PORT,
    SETTINGS,
    SIZES,
    SYSTEMS,
    VANILLA,
    misfit,
)
from sts2fsm.doctor.verdicts import Check, fail, note, ok, unknown

PROXIES = ("http_proxy", "https_proxy", "all_proxy")


def mod_checks(home: Path, platform: str, url: str) -> Iterator[Check]:
    """The mod's files, its port file, and whether the game has mods switched on."""
    system = SYSTEMS.get(platform)
    if system is None:
        yield unknown("mod files", f"nobody knows where the game is on {platform}")
        return
    game = home / system.game
    mods = game / system.mods
    if not game.is_dir():
        yield unknown("mod files", "the game is not in Steam's usual place", "in Steam: Browse local files")
    else:
        yield _mod(mods)
        yield _config(mods, url)
    yield _settings(home / system.user)
    yield _build(home / system.user, _revision(mods))
    yield _saves(home / system.user)


def _mod(mods: Path) -> Check:
    missing = [name for name in (MANIFEST, LIBRARY) if not (mods / name).is_file()]
    if missing:
        return note("mod files", f"{' and '.join(missing)} missing in the game's mods folder", "put both files there")
    manifest = _json(mods / MANIFEST)
    lacks = [key for key in MANIFEST_KEYS if key not in (manifest or {})]
    if lacks:
        return note("mod files", f"{MANIFEST} lacks {', '.join(lacks)}", "take the manifest that came with the DLL")
    size = (mods / LIBRARY).stat().st_size
    return ok("mod files", f"manifest and DLL are there ({size} bytes: {SIZES.get(size, 'a build nobody listed')})")


def _revision(mods: Path) -> str | None:
    library = mods / LIBRARY
    return SIZES.get(library.stat().st_size) if library.is_file() else None


def _config(mods: Path, url: str) -> Check:
    try:
        asked = urlsplit(url if "//" in url else f"http://{url}").port or 80
    except ValueError:
        return unknown("port file", "the address has no port to compare with")
    path = mods / CONFIG
    if not path.exists():
        set_to = PORT
    else:
        told = (_json(path) or {}).get("port")
        if not isinstance(told, int):
            return note("port file", f"{CONFIG} names no port", 'write {"port": 15526} into it, or delete it')
        set_to = told
    if set_to != asked:
        return note("port file", f"the mod is set to port {set_to}, and you ask port {asked}", f"--url with :{set_to}")
    return ok("port file", f"the mod is set to port {set_to}, which is asked")


def _settings(user: Path) -> Check:
    found = sorted(user.glob(f"*/{SETTINGS}"))
    off = [path for path in found if (_json(path) or {}).get("mod_settings", {}).get("mods_enabled") is not True]
    if not found:
        return unknown("mods switched on", "no settings of the game were found")
    if len(off) == len(found):
        return note("mods switched on", "the game's settings have mods switched off", "switch them on and restart it")
    return ok("mods switched on", "the game's settings allow mods")


def _build(user: Path, revision: str | None) -> Check:
    """The build that wrote the newest run history; the game itself tells it nowhere else outside its menu."""
    runs = sorted(
        (path for place in (MODDED, VANILLA) for path in user.glob(f"*/{place}/history/*.run")),
        key=lambda path: path.stem,
    )
    build = (_json(runs[-1]) or {}).get("build_id") if runs else None
    if not isinstance(build, str):
        return unknown("game build", "no finished run tells it", "it stands in the game's main menu")
    known = misfit(revision, build)
    if known is not None and known.revision != "R2":
        return fail("game build", f"{build} with {revision}: {known.seen}", BUILD_IT, 4)
    if known is not None:
        return note("game build", f"{build}: {known.seen}", "look at the mod's page before you play")
    return ok("game build", f"{build}, as the newest run history says; no trouble known")


def _saves(user: Path) -> Check:
    vanilla, modded = (len(list(user.glob(f"*/{place}"))) for place in (VANILLA, MODDED))
    if not vanilla and not modded:
        return unknown("saves", "no save folders found", "results stay unknown without --history")
    return ok("saves", f"{vanilla} vanilla and {modded} modded profiles; only the modded ones are played")


# --- ourselves --------------------------------------------------------------------------------------------------------
def folder_check(name: str, folder: Path) -> Check:
    """Whether we may write there; nothing stays behind."""
    probe = folder / f".doctor-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.write_text("", encoding="ascii")
        probe.unlink()
    except OSError as fault:
        return fail(name, f"{folder} cannot be written: {fault.strerror or fault}", "choose another with --journal", 1)
    return ok(name, f"{folder} can be written")


def proxy_check(environment: Mapping[str, str]) -> Check:
    """Names only: a proxy's address may hold a password."""
    found = sorted(name for name in environment if name.lower() in PROXIES and environment[name])
    if found:
        return note("proxies", f"{', '.join(found)} set", "nothing to do: sts2fsm never uses them for the game")
    return ok("proxies", "none set")


def _json(path: Path) -> dict[str, Any] | None:
    try:
        found = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
