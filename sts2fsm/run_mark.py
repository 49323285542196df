"""What tells one run from another on the wire, which shows no run's name: character, ascension, boss, map, and a
floor that never falls."""

from __future__ import annotations

from attrs import evolve, frozen

from sts2fsm.wire.observation import Observation
from sts2fsm.wire.screens import Map


@frozen(kw_only=True)
class RunMark:
    """The marks of a run, as far as they were seen. `boss` and `places` belong to `act`; both are None until its map
    was seen."""

    character: str | None
    ascension: int
    act: int
    floor: int
    boss: str | None = None
    places: frozenset[tuple[int, int]] | None = None

    @property
    def name(self) -> str:
        """For people and journals: what the run is, not which."""
        return f"{self.character}/A{self.ascension}"


def _of_map(shown: Map | None) -> tuple[str | None, frozenset[tuple[int, int]] | None]:
    if shown is None:
        return None, None
    boss = shown.boss.id if shown.boss else None
    places = frozenset((node.col, node.row) for node in shown.nodes)
    return boss, places or None


def same_run(known: RunMark, seen: Observation) -> bool:
    """Whether nothing that is shown speaks against the known run. True where no run is shown."""
    run, player = seen.run, seen.player
    if run is None or player is None:
        return True
    if (player.character, run.ascension) != (known.character, known.ascension) or run.floor < known.floor:
        return False
    boss, places = _of_map(seen.map)
    other_boss = known.boss is not None and boss is not None and boss != known.boss
    other_map = known.places is not None and places is not None and places != known.places
    return run.act != known.act or not (other_boss or other_map)


def marked(known: RunMark | None, seen: Observation) -> RunMark | None:
    """The known marks with what is shown added; None while no run was ever shown."""
    run, player = seen.run, seen.player
    if run is None or player is None:
        return known
    boss, places = _of_map(seen.map)
    if known is not None and run.act == known.act:
        boss, places = known.boss or boss, known.places or places
        if (boss, places, run.floor) == (known.boss, known.places, known.floor):
            return known
        return evolve(known, floor=run.floor, boss=boss, places=places)
    return RunMark(
        character=player.character, ascension=run.ascension, act=run.act, floor=run.floor, boss=boss, places=places
    )
