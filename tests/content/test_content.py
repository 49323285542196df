"""The content tables: they load, are consistent, and say honestly what is unsure and what is missing."""

from __future__ import annotations

import pytest

from sts2fsm.content import BUILDS, load
from sts2fsm.content.coverage import TABLES, count
from sts2fsm.errors import BadInput
from sts2fsm.rules.compile import code_for


@pytest.mark.parametrize("build", BUILDS)
def test_every_program_of_a_build_compiles(build: str) -> None:
    """All cards, powers, potions, relics, and monsters at each ascension tier."""
    code = code_for(build)
    for name in code.content.monsters:
        for ascension in (0, 8, 9):
            monster = code.monster(name, ascension)
            for move in monster.moves.values():
                assert move.next in monster.moves or move.next in monster.definition.branches, (name, move.id)
    assert len(code.cards) > 1000


def test_counts_are_those_of_the_builds() -> None:
    """v0.103.2 has 576 cards and 63 potions; v0.107.1 drops Follow Through and adds Scare and Wither."""
    old, new = load("v0.103.2"), load("v0.107.1")
    assert (len(old.cards), len(new.cards)) == (576, 577)
    assert set(old.cards) - set(new.cards) == {"FOLLOW_THROUGH"}
    assert set(new.cards) - set(old.cards) == {"SCARE", "WITHER"}
    assert len(old.potions) == len(new.potions) == 63
    assert (len(old.relics), len(new.relics)) == (293, 296)
    assert len(new.encounters) == 87


def test_an_unknown_build_is_refused_and_a_known_one_is_cached() -> None:
    """BadInput names the known builds."""
    with pytest.raises(BadInput, match=r"v0\.107\.1"):
        load("v0.1")
    assert load() is load("v0.107.1")


@pytest.mark.parametrize("build", BUILDS)
def test_every_named_card_power_and_monster_of_programs_exists(build: str) -> None:
    """Ids inside programs are ids of the tables, and the powers they name behave."""
    content = load(build)
    missing = set()

    def walk(owner: str, node: object) -> None:
        if isinstance(node, tuple):
            if node and node[0] in ("power", "add_state", "target", "self") and len(node) > 1:
                name = node[1]
                if isinstance(name, str) and name.endswith("_POWER"):
                    known = content.powers.get(name)
                    if known is None or not known.behaves:
                        missing.add((owner, name))
            if node and node[0] == "add_card" and node[1] not in content.cards:
                missing.add((owner, node[1]))
            if node and node[0] == "summon" and node[1] not in content.monsters:
                missing.add((owner, node[1]))
            for part in node:
                walk(owner, part)

    for card in content.cards.values():
        walk(card.id, card.do)
        walk(card.id, card.do_up)
    for power in content.powers.values():
        for program in power.on.values():
            walk(power.id, program)
    for monster in content.monsters.values():
        walk(monster.id, monster.spawn)
        for move in monster.moves.values():
            walk(monster.id, move.do)
    for potion in content.potions.values():
        walk(potion.id, potion.do)
    for relic in content.relics.values():
        for program in relic.on.values():
            walk(relic.id, program)
    assert missing == set()


def test_what_the_first_act_of_an_ironclad_needs_behaves() -> None:
    """Every card and relic, and every monster that an encounter names."""
    content = load()
    assert [d.id for d in (*content.cards.values(), *content.relics.values()) if not d.behaves] == []
    for encounter in content.encounters.values():
        assert all(m in content.monsters for m in encounter.possible), encounter.id


def test_unsure_rows_are_marked_and_countable() -> None:
    """Known doubtful facts carry a mark; sure ones carry none."""
    content = load()
    for table, name in (
        ("powers", "SLIPPERY_POWER"),
        ("powers", "MAYHEM_POWER"),
        ("cards", "HOWL_FROM_BEYOND"),
        ("monsters", "FLYCONID"),
        ("monsters", "VANTOM"),
        ("relics", "BOOMING_CONCH"),
    ):
        assert getattr(content, table)[name].unsure
    assert content.cards["BASH"].unsure == ""
    assert content.powers["STRENGTH_POWER"].unsure == ""
    assert content.monsters["NIBBIT"].unsure == ""


@pytest.mark.parametrize("build", BUILDS)
def test_coverage_counts_what_is_there(build: str) -> None:
    """Every table is counted; all behave; doubtful rows and those for several players are named; without a list of
    tests nothing is called untested."""
    found = count(build)
    assert found.keys() == TABLES.keys()
    for table in found.values():
        assert (table.behaves, table.missing, table.tested) == (table.present, (), None)
    assert found["monsters"].present == 108
    assert "SLIPPERY_POWER" in found["powers"].unsure
    assert "TANK" in found["cards"].multiplayer


def test_coverage_names_what_is_absent_and_what_no_test_covers() -> None:
    """An id of the facts that we lack; a card with a test for one of its levels only."""
    proofs = {("cards", "BASH"), ("cards", "WOUND"), ("card costs", "BASH")}
    cards = count("v0.107.1", {"cards": ["BASH", "NO_SUCH_CARD"]}, proofs)["cards"]
    assert cards.absent == ("NO_SUCH_CARD",)
    assert cards.tested == 1
    assert "BASH" in cards.untested
    assert "WOUND" not in cards.untested
    assert set(cards.missing) >= {"NO_SUCH_CARD", "BASH"}


def test_upgrades_change_keywords_and_costs() -> None:
    """Aggression+ is Innate, Apparition+ loses Ethereal, Barricade costs 3 then 2, curses have no upgrade."""
    content = load()
    assert content.cards["AGGRESSION"].keywords == ((), ("Innate",))
    assert "Ethereal" not in content.cards["APPARITION"].keywords[1]
    assert content.cards["BARRICADE"].cost == (3, 2)
    assert content.cards["WHIRLWIND"].x_cost
    assert content.cards["WOUND"].max_upgrades == 0
