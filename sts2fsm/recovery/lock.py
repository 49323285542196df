"""One driver for each game: two at once would click against each other."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Self

from sts2fsm.errors import UsageError
from sts2fsm.recovery.files import slug
from sts2fsm.recovery.held import Held, Holder, Taken


class DriverBusy(UsageError):
    """Another program of ours plays this game."""


class DriverLock:
    """The lock of one game's address. `stale` is the holder that died without a word, None when there was none."""

    def __init__(self, folder: Path, url: str) -> None:
        self.url = url
        self._held = Held(folder, slug(url))

    @property
    def stale(self) -> Holder | None:
        return self._held.stale

    def take(self, wall: float) -> Self:
        """Hold it until `release` or death. Raises DriverBusy; OSError when the folder cannot be written."""
        try:
            self._held.take(wall, {"url": self.url})
        except Taken as taken:
            raise DriverBusy(
                f"{self.url} is already played by another sts2fsm ({taken}): "
                "two at once would click against each other; end that one first"
            ) from None
        return self

    def holder(self) -> Holder | None:
        """Who plays this game now; None when nobody does."""
        return self._held.holder()

    def release(self) -> None:
        """Let go. Harmless when it is not held."""
        self._held.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()
