"""The one thing pyproject.toml cannot say: files at the repository's root that the built package carries inside."""

from __future__ import annotations

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

# Root file -> its place in the built package. policies.yaml has one source, at the root, where users look for it: a
# checkout (and an editable install) reads it there, an installed wheel reads the copy inside the package.
CARRIED = {"policies.yaml": "sts2fsm/policies.yaml"}


class BuildWithRootFiles(build_py):
    """build_py that also copies the CARRIED files; an editable install needs no copy."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        for source, place in CARRIED.items():
            target = Path(self.build_lib, place)
            self.mkpath(str(target.parent))
            self.copy_file(source, str(target))

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        carried = [] if self.editable_mode else [str(Path(self.build_lib, place)) for place in CARRIED.values()]
        return [*super().get_outputs(include_bytecode), *carried]


setup(cmdclass={"build_py": BuildWithRootFiles})
