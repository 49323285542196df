"""The tables in vendor/ are whole and fit what the project says elsewhere."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

import pytest
import yaml

from tests.shared import ROOT

SURE = {"certain", "likely", "unsure"}


def table(name: str) -> Any:
    return yaml.safe_load((ROOT / "vendor" / name).read_text(encoding="utf-8"))


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[^\w.-]", requirement)[0].lower() for requirement in requirements}


def test_every_dependency_has_its_licence() -> None:
    """licences.yaml lists exactly the packages that pyproject.toml asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    licences = table("licences.yaml")
    assert set(licences["run"]) == names(project["dependencies"])
    wanted = {name for extra in project["optional-dependencies"].values() for name in names(extra)}
    assert set(licences["dev"]) == wanted - {"sts2fsm"}


def test_no_dependency_needs_its_own_licence_for_ours() -> None:
    """Everything needed at run time may be used from MIT code without conditions on it."""
    licences = table("licences.yaml")
    permissive = {"MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "MPL-2.0", "PSF-2.0"}
    assert {*licences["run"].values(), *licences["run_indirect"].values()} <= permissive


def test_manifest_schema_asks_for_the_eight_keys() -> None:
    """The keys as the verified environment lists them, in snake case, strings and booleans apart."""
    schema = json.loads((ROOT / "vendor" / "mod_manifest.schema.json").read_text(encoding="utf-8"))
    strings = ["id", "name", "author", "description", "version"]
    flags = ["has_pck", "has_dll", "affects_gameplay"]
    assert schema["required"] == [*strings, *flags]
    types = {key: entry["type"] for key, entry in schema["properties"].items()}
    assert types == dict.fromkeys(strings, "string") | dict.fromkeys(flags, "boolean")


@pytest.mark.parametrize("system", ["macos", "windows", "linux"])
def test_every_system_names_its_folders(system: str) -> None:
    """Each system says where game, mods and saves lie, and how sure that is; only macOS was seen."""
    entry = table("install_folders.yaml")["systems"][system]
    assert set(entry) == {"sure", "game", "mods", "assemblies", "user"}
    assert (entry["sure"] == "certain") == (system == "macos")


def test_modded_saves_are_kept_apart() -> None:
    """Modded and vanilla histories are never the same folder."""
    saves = table("install_folders.yaml")["saves"]
    assert saves["modded"]["history"] == "modded/profile{profile}/saves/history"
    assert saves["vanilla"]["history"] == "profile{profile}/saves/history"


def test_each_fit_names_a_known_revision() -> None:
    """A pair of revision and build refers to the revisions listed, and says how sure it is."""
    revisions = table("mod_revisions.yaml")
    known = {entry["name"] for entry in revisions["revisions"]}
    assert all(fit["revision"] in known and fit["sure"] in SURE for fit in revisions["fits"])
    assert all(fit["works"] or {"fails", "seen"} <= set(fit) for fit in revisions["fits"])
