"""The Defect in the embedded game: its orbs on the wire, and the model that the planner makes of them."""

from __future__ import annotations

from sts2fsm.facts.model import model
from sts2fsm.rules.state import Combat
from sts2fsm.wire.convert import WireReader
from tests.embedded.desk import Desk, Payload

ROOMS = ["neow:GOLDEN_PEARL", "monster:NIBBITS_WEAK"]


def battle(character: str) -> Desk:
    """The first fight of a run, in its first turn."""
    desk = Desk(rooms=ROOMS, character=character)
    desk.to_map()
    desk.ok("choose_map_node", index=0)
    desk.wait(6.0)
    return desk


def seen(state: Payload) -> Combat:
    """The planner's combat of a payload."""
    made = model(WireReader().observation(state), None, "v0.107.1")
    assert made is not None
    assert made.unmodelled == ()
    return made.combat


def test_cracked_cores_lightning_is_on_the_wire_with_its_values_and_slots() -> None:
    """id, 3 and 8; three slots, two of them empty."""
    player = battle("DEFECT").read()["player"]
    shown = [(orb["id"], orb["passive_val"], orb["evoke_val"]) for orb in player["orbs"]]
    assert shown == [("LIGHTNING_ORB", 3, 8)]
    assert (player["orb_slots"], player["orb_empty_slots"]) == (3, 2)


def test_the_planner_rebuilds_the_queue_from_the_wire() -> None:
    """The same orbs and slots; a turn later too."""
    desk = battle("DEFECT")
    combat = seen(desk.read())
    assert (combat.orbs, combat.orb_slots) == ([("LIGHTNING_ORB", 0)], 3)
    desk.ok("end_turn")
    later = seen(desk.wait(12.0))
    assert (later.orbs, later.round) == ([("LIGHTNING_ORB", 0)], 2)


def test_a_character_without_orb_slots_shows_none() -> None:
    """No orb keys for the Silent (only with a capacity above 0)."""
    player = battle("SILENT").read()["player"]
    assert {"orbs", "orb_slots", "orb_empty_slots"} & set(player) == set()
    assert seen(battle("SILENT").read()).orb_slots == 0
