"""Every single-player colorless card, and event, token, status and curse cards, against numbers typed from the card
facts.

The field is that of test_cards_ironclad: 50/80 hp, 4 block, 3 energy, Strike and Defend in hand, five Defends to draw,
Bash discarded, three Wounds exhausted, two enemies with 200 hp.
"""

from __future__ import annotations

import pytest

from sts2fsm.content import load
from sts2fsm.rules import combat as rules
from sts2fsm.rules.cards import from_spec
from tests.rules.build import Change, answer, both, changes, end, enemy, fight, ids, me, play, powers_of

X = 1  # the card itself exhausts

CARDS: dict[str, tuple[tuple[int, Change], tuple[int, Change]]] = {
    "ALCHEMIZE": ((1, {"exhaust": X}), (0, {"exhaust": X})),
    "ANOINTED": ((1, {"exhaust": X}), (1, {"exhaust": X})),
    "AUTOMATION": ((1, me("AUTOMATION", 1)), (0, me("AUTOMATION", 1))),
    "BOLAS": ((0, {"d1": 3}), (0, {"d1": 4})),
    "CALAMITY": ((3, me("CALAMITY", 1)), (2, me("CALAMITY", 1))),
    "CATASTROPHE": ((2, {"block": 10}), (2, {"block": 15})),
    "DARK_SHACKLES": (
        (0, {"e1": {"STRENGTH": -9, "DARK_SHACKLES": 9}, "exhaust": X}),
        (0, {"e1": {"STRENGTH": -15, "DARK_SHACKLES": 15}, "exhaust": X}),
    ),
    "DISCOVERY": ((1, {"hand": 1, "made": 1, "exhaust": X}), (1, {"hand": 1, "made": 1})),
    "DRAMATIC_ENTRANCE": ((0, {**both(11), "exhaust": X}), (0, {**both(15), "exhaust": X})),
    "ENTROPY": ((1, me("ENTROPY", 1)), (1, me("ENTROPY", 1))),
    "EQUILIBRIUM": ((2, {"block": 13, **me("RETAIN_HAND", 1)}), (2, {"block": 16, **me("RETAIN_HAND", 1)})),
    "ETERNAL_ARMOR": ((3, me("PLATING", 9)), (3, me("PLATING", 12))),
    "FASTEN": ((1, me("FASTEN", 4)), (1, me("FASTEN", 6))),
    "FINESSE": ((0, {"block": 4, "hand": 1}), (0, {"block": 7, "hand": 1})),
    "FISTICUFFS": ((1, {"d1": 7, "block": 7}), (1, {"d1": 9, "block": 9})),
    "FLASH_OF_STEEL": ((0, {"d1": 5, "hand": 1}), (0, {"d1": 8, "hand": 1})),
    "GOLD_AXE": ((1, {}), (1, {})),
    "HAND_OF_GREED": ((2, {"d1": 20}), (2, {"d1": 25})),
    "HIDDEN_GEM": ((1, {}), (1, {})),
    "IMPATIENCE": ((0, {}), (0, {})),
    "JACK_OF_ALL_TRADES": ((0, {"hand": 1, "made": 1, "exhaust": X}), (0, {"hand": 2, "made": 2, "exhaust": X})),
    "JACKPOT": ((3, {"d1": 25, "hand": 3, "made": 3}), (3, {"d1": 30, "hand": 3, "made": 3})),
    "MASTER_OF_STRATEGY": ((0, {"hand": 3, "exhaust": X}), (0, {"hand": 4, "exhaust": X})),
    "MAYHEM": ((2, me("MAYHEM", 1)), (1, me("MAYHEM", 1))),
    "MIND_BLAST": ((1, {"d1": 5}), (0, {"d1": 5})),
    "NOSTALGIA": ((1, me("NOSTALGIA", 1)), (0, me("NOSTALGIA", 1))),
    "OMNISLICE": ((0, both(8)), (0, both(11))),
    "PANACHE": ((0, me("PANACHE", 10)), (0, me("PANACHE", 14))),
    "PANIC_BUTTON": (
        (0, {"block": 30, "exhaust": X, **me("NO_BLOCK", 2)}),
        (0, {"block": 40, "exhaust": X, **me("NO_BLOCK", 2)}),
    ),
    "PREP_TIME": ((1, me("PREP_TIME", 4)), (1, me("PREP_TIME", 6))),
    "PRODUCTION": ((-2, {"exhaust": X}), (-3, {"exhaust": X})),
    "PROLONG": ((0, {"exhaust": X, **me("BLOCK_NEXT_TURN", 4)}), (0, me("BLOCK_NEXT_TURN", 4))),
    "PROWESS": (
        (1, {"me": {"STRENGTH": 1, "DEXTERITY": 1}}),
        (1, {"me": {"STRENGTH": 2, "DEXTERITY": 2}}),
    ),
    "PURITY": ((0, {"hand": -1, "exhaust": 1 + X}), (0, {"hand": -1, "exhaust": 1 + X})),
    "REND": ((2, {"d1": 15}), (2, {"d1": 18})),
    "RESTLESSNESS": ((0, {}), (0, {})),
    "ROLLING_BOULDER": ((3, me("ROLLING_BOULDER", 5)), (3, me("ROLLING_BOULDER", 10))),
    "SALVO": ((1, {"d1": 12, **me("RETAIN_HAND", 1)}), (1, {"d1": 16, **me("RETAIN_HAND", 1)})),
    "SCRAWL": ((1, {"hand": 6, "exhaust": X}), (1, {"hand": 6, "exhaust": X})),
    "SECRET_TECHNIQUE": ((0, {"hand": 1, "exhaust": X}), (0, {"hand": 1})),
    "SECRET_WEAPON": ((0, {"exhaust": X}), (0, {})),
    "SEEKER_STRIKE": ((1, {"d1": 9, "hand": 1}), (1, {"d1": 12, "hand": 1})),
    "SHOCKWAVE": (
        (2, {"e1": {"WEAK": 3, "VULNERABLE": 3}, "e2": {"WEAK": 3, "VULNERABLE": 3}, "exhaust": X}),
        (2, {"e1": {"WEAK": 5, "VULNERABLE": 5}, "e2": {"WEAK": 5, "VULNERABLE": 5}, "exhaust": X}),
    ),
    "SPLASH": ((1, {"hand": 1, "made": 1}), (1, {"hand": 1, "made": 1})),
    "STRATAGEM": ((1, me("STRATAGEM", 1)), (0, me("STRATAGEM", 1))),
    "THE_BOMB": ((2, me("THE_BOMB", 3)), (2, me("THE_BOMB", 3))),
    "THE_GAMBIT": ((0, {"block": 50, **me("THE_GAMBIT", 1)}), (0, {"block": 75, **me("THE_GAMBIT", 1)})),
    "THINKING_AHEAD": ((0, {"hand": 1, "exhaust": X}), (0, {"hand": 1})),
    "THRUMMING_HATCHET": ((1, {"d1": 11}), (1, {"d1": 14})),
    "ULTIMATE_DEFEND": ((1, {"block": 11}), (1, {"block": 15})),
    "ULTIMATE_STRIKE": ((1, {"d1": 14}), (1, {"d1": 20})),
    # events and tokens
    "APOTHEOSIS": ((2, {"exhaust": X}), (1, {"exhaust": X})),
    "APPARITION": ((1, {"exhaust": X, **me("INTANGIBLE", 1)}), (1, {"exhaust": X, **me("INTANGIBLE", 1)})),
    "BRIGHTEST_FLAME": ((-2, {"hand": 2}), (-3, {"hand": 3})),
    "BYRD_SWOOP": ((0, {"d1": 14}), (0, {"d1": 18})),
    "CALTROPS": ((1, me("THORNS", 3)), (1, me("THORNS", 5))),
    "DISTRACTION": ((1, {"hand": 1, "made": 1, "exhaust": X}), (0, {"hand": 1, "made": 1, "exhaust": X})),
    "DUAL_WIELD": ((1, {"hand": 1, "made": 1}), (1, {"hand": 2, "made": 2})),
    "ENLIGHTENMENT": ((0, {"exhaust": X}), (0, {"exhaust": X})),
    "ENTRENCH": ((2, {"block": 4}), (1, {"block": 4})),
    "EXTERMINATE": ((1, both(12)), (1, both(16))),
    "FEEDING_FRENZY": (
        (0, {"me": {"STRENGTH": 5, "FEEDING_FRENZY": 5}}),
        (0, {"me": {"STRENGTH": 7, "FEEDING_FRENZY": 7}}),
    ),
    "FUEL": ((-1, {"hand": 1, "exhaust": X}), (-1, {"hand": 2, "exhaust": X})),
    "GIANT_ROCK": ((1, {"d1": 16}), (1, {"d1": 20})),
    "HELLO_WORLD": ((1, me("HELLO_WORLD", 1)), (1, me("HELLO_WORLD", 1))),
    "LUMINESCE": ((-2, {"exhaust": X}), (-3, {"exhaust": X})),
    "MAUL": ((1, {"d1": 10}), (1, {"d1": 12})),
    "METAMORPHOSIS": ((2, {"made": 3, "exhaust": X}), (2, {"made": 5, "exhaust": X})),
    "MINION_DIVE_BOMB": ((0, {"d1": 13, "exhaust": X}), (0, {"d1": 16, "exhaust": X})),
    "MINION_SACRIFICE": ((0, {"block": 8, "exhaust": X}), (0, {"block": 11, "exhaust": X})),
    "MINION_STRIKE": ((0, {"d1": 6, "hand": 1, "exhaust": X}), (0, {"d1": 9, "hand": 1, "exhaust": X})),
    "NEOWS_FURY": ((1, {"d1": 10, "hand": 1, "exhaust": X}), (1, {"d1": 14, "hand": 1, "exhaust": X})),
    "OUTMANEUVER": ((1, me("ENERGY_NEXT_TURN", 2)), (1, me("ENERGY_NEXT_TURN", 3))),
    "PECK": ((1, {"d1": 6}), (1, {"d1": 8})),
    "REBOUND": ((1, {"d1": 9, **me("REBOUND", 1)}), (1, {"d1": 12, **me("REBOUND", 1)})),
    "RELAX": (
        (3, {"block": 15, "exhaust": X, "me": {"DRAW_CARDS_NEXT_TURN": 2, "ENERGY_NEXT_TURN": 2}}),
        (3, {"block": 17, "exhaust": X, "me": {"DRAW_CARDS_NEXT_TURN": 3, "ENERGY_NEXT_TURN": 3}}),
    ),
    "SHIV": ((0, {"d1": 4, "exhaust": X}), (0, {"d1": 6, "exhaust": X})),
    "SOUL": ((0, {"hand": 2, "exhaust": X}), (0, {"hand": 3, "exhaust": X})),
    "SQUASH": ((1, {"d1": 10, "e1": {"VULNERABLE": 2}}), (1, {"d1": 12, "e1": {"VULNERABLE": 3}})),
    "STACK": ((1, {"block": 1}), (1, {"block": 4})),
    "TORIC_TOUGHNESS": ((2, {"block": 5, **me("TORIC_TOUGHNESS", 2)}), (2, {"block": 7, **me("TORIC_TOUGHNESS", 2)})),
    "WHISTLE": ((3, {"d1": 33, "exhaust": X}), (3, {"d1": 44, "exhaust": X})),
    "WISH": ((0, {"hand": 1, "exhaust": X}), (0, {"hand": 1, "exhaust": X})),
}

ELSEWHERE = {"BEAT_DOWN", "VOLLEY", "CLASH", "RIP_AND_TEAR", "MAD_SCIENCE"}  # in tests of their own below
ELSEWHERE |= {"SOVEREIGN_BLADE", "SWEEPING_GAZE"}  # with the Regent and the Necrobinder


@pytest.mark.parametrize("name", sorted(CARDS))
@pytest.mark.parametrize("level", [0, 1])
def test_a_card_changes_exactly_what_the_facts_say(name: str, level: int) -> None:
    """Playing the card at this level costs and changes what its row says, and nothing else."""
    cost, change = CARDS[name][level]
    assert changes(name + "+" * level) == {**change, **({"cost": cost} if cost else {})}


def test_the_table_has_every_single_player_card_of_these_pools() -> None:
    """Colorless, event and token cards that behave and can be played alone are all covered."""
    pools = ("COLORLESS", "EVENT", "TOKEN")
    known = {
        d.id
        for d in load().cards.values()
        if d.pool in pools and d.type != "Status" and d.behaves and not d.multiplayer_only
    }
    assert known - set(CARDS) == ELSEWHERE
    single = {d.id for d in load().cards.values() if d.pool == "COLORLESS" and not d.multiplayer_only}
    assert len(single) == 53
    assert single <= known


@pytest.mark.parametrize(
    ("name", "total"), [("VOLLEY", 30), ("VOLLEY+", 42), ("RIP_AND_TEAR", 14), ("RIP_AND_TEAR+", 18)]
)
def test_random_targets_sum_up(name: str, total: int) -> None:
    """Volley: 10 (14) for each of 3 energy. Rip and Tear: 7 (9) twice."""
    found = changes(name)
    assert found.get("d1", 0) + found.get("d2", 0) == total


def test_beat_down_plays_attacks_from_the_discard_pile() -> None:
    """Three Strikes there: 18; fewer attacks than it may play are fine."""
    c = fight("BEAT_DOWN", discard="STRIKE_IRONCLAD STRIKE_IRONCLAD DEFEND_IRONCLAD STRIKE_IRONCLAD STRIKE_IRONCLAD")
    play(c)
    assert c.enemies[0].hp == 182


def test_clash_needs_a_hand_of_attacks() -> None:
    """Blocked by its own logic beside a Defend; 14 beside a Strike."""
    c = fight("CLASH DEFEND_IRONCLAD")
    assert rules.unplayable_reason(c, 0) == "BlockedByCardLogic"
    c = fight("CLASH STRIKE_IRONCLAD")
    play(c)
    assert c.enemies[0].hp == 186


def test_pacts_end_needs_three_exhausted_cards() -> None:
    """Two are too few."""
    c = fight("PACTS_END", exhaust="WOUND WOUND")
    assert rules.unplayable_reason(c, 0) == "BlockedByCardLogic"


@pytest.mark.parametrize(
    ("kind", "rider", "expected"),
    [
        (1, 2, {"d1": 36}),
        (1, 1, {"d1": 12, "e1": {"WEAK": 2, "VULNERABLE": 2}}),
        (2, 4, {"block": 8, "energy": 2}),
        (3, 7, {"me": {"STRENGTH": 2, "DEXTERITY": 2}}),
    ],
)
def test_mad_science_is_what_its_counters_say(kind: int, rider: int, expected: Change) -> None:
    """An attack with three hits or with debuffs, a skill with energy, a power with both stats."""
    c = fight("STRIKE_IRONCLAD", enemies=(enemy(),))
    spec = rules.CardSpec("MAD_SCIENCE", 0, None, (("tinker_time_type", kind), ("tinker_time_rider", rider)))
    c.hand = [from_spec(c, spec, -1)]
    play(c)
    found = {
        "d1": 200 - c.enemies[0].hp,
        "block": c.player.block,
        "energy": c.energy - 2,
        "e1": powers_of(c.enemies[0]),
        "me": powers_of(c.player),
    }
    assert {k: v for k, v in found.items() if v} == expected


def test_conditional_cards_pay_when_their_condition_holds() -> None:
    """Impatience without attacks: 2. Restlessness with an empty hand: 2 cards and 2 energy. Rend: 15 + 5 a debuff."""
    c = fight("IMPATIENCE DEFEND_IRONCLAD", draw="WOUND " * 5)
    play(c)
    assert len(c.hand) == 3
    c = fight("RESTLESSNESS", draw="WOUND " * 5)
    play(c)
    assert (len(c.hand), c.energy) == (2, 5)
    c = fight("REND", enemies=(enemy(powers={"WEAK": 1, "STRENGTH": -1, "RITUAL": 1}),))
    play(c)
    assert c.enemies[0].hp == 200 - 25


def test_gold_axe_counts_the_cards_of_the_fight_and_hand_of_greed_pays_for_a_kill() -> None:
    """7 cards played: 7 damage. A kill: 20 gold."""
    c = fight("GOLD_AXE", cards_fight=7)
    play(c)
    assert c.enemies[0].hp == 193
    c = fight("HAND_OF_GREED", enemies=(enemy(1, hp=20), enemy(2)))
    play(c)
    assert rules.summary(c).gold_delta == 20


def test_hidden_gem_gives_two_replays_to_a_drawn_card() -> None:
    """The only Defend of the draw pile is then played three times."""
    c = fight("HIDDEN_GEM", draw="DEFEND_IRONCLAD")
    play(c)
    c.hand.append(c.draw.pop())
    play(c)
    assert c.player.block == 15


def test_discovery_offers_three_and_the_pick_is_free_this_turn() -> None:
    """A choice of three that may be skipped; the picked card costs 0."""
    c = fight("DISCOVERY")
    rules.play_card(c, 0)
    assert c.pending is not None
    assert (c.pending.kind, len(c.pending.cards), c.pending.can_skip) == ("choose", 3, True)
    rules.choose(c, (1,))
    assert rules.card_cost(c, c.hand[0]) in ("0", "X")


@pytest.mark.parametrize(
    ("name", "hp", "powers"),
    [
        ("BAD_LUCK", 13, {}),
        ("BECKON", 6, {}),
        ("BURN", 2, {}),
        ("DECAY", 2, {}),
        ("INFECTION", 3, {}),
        ("REGRET", 2, {}),  # itself and a Wound in hand
        ("TOXIC", 5, {}),
        ("WITHER", 3, {}),
        ("DOUBT", 0, {"WEAK": 1}),
        ("SHAME", 0, {"FRAIL": 1}),
    ],
)
def test_a_bad_card_in_hand_at_the_end_of_the_turn(name: str, hp: int, powers: dict[str, int]) -> None:
    """hp lost or debuff got; the debuff skips its first tick."""
    c = fight(f"{name} WOUND")
    end(c)
    assert (50 - c.player.hp, powers_of(c.player)) == (hp, powers)


def test_block_stops_burns_but_not_hp_loss() -> None:
    """Burn is damage, Beckon a loss."""
    c = fight("BURN BECKON", block=10)
    end(c)
    assert c.player.hp == 44


def test_debt_takes_gold_void_energy_and_normality_the_fourth_card() -> None:
    """10 gold; 1 energy on draw; three cards a turn."""
    c = fight("DEBT", gold=25)
    end(c)
    assert rules.summary(c).gold_delta == -10
    c = fight("POMMEL_STRIKE", draw="VOID")
    play(c)
    assert c.energy == 1
    c = fight("NORMALITY " + "FINESSE " * 4, energy=9)
    for _ in range(3):
        play(c, "FINESSE")
    assert rules.unplayable_reason(c, 1) == "BlockedByHook"


def test_slimed_draws_and_exhausts_and_unplayable_cards_say_so() -> None:
    """Slimed costs 1; Ascender's Bane, Dazed and Wound have the keyword; Ethereal ones leave at the turn's end."""
    c = fight("SLIMED ASCENDERS_BANE DAZED WOUND", draw="BASH")
    assert [rules.unplayable_reason(c, i) for i in range(4)] == [None] + ["HasUnplayableKeyword"] * 3
    assert rules.card_cost(c, c.hand[1]) == "0"
    play(c, "SLIMED")
    assert (ids(c.hand)[-1], ids(c.exhaust)) == ("BASH", ["SLIMED"])
    end(c)
    assert ids(c.exhaust) == ["SLIMED", "ASCENDERS_BANE", "DAZED"]


def test_enthralled_must_be_played_first() -> None:
    """Other cards are blocked while it is in hand."""
    c = fight("ENTHRALLED STRIKE_IRONCLAD")
    assert rules.unplayable_reason(c, 1) == "BlockedByHook"
    play(c, "ENTHRALLED")
    assert rules.unplayable_reason(c, 0) is None


def test_purity_may_exhaust_nothing() -> None:
    """0 to 3 cards (5 upgraded)."""
    c = fight("PURITY+ WOUND WOUND")
    rules.play_card(c, 0)
    assert c.pending is not None
    assert (c.pending.min, c.pending.max, c.pending.can_skip) == (0, 2, True)
    rules.choose(c, ())
    answer(c)
    assert ids(c.exhaust) == ["PURITY+"]


@pytest.mark.parametrize(
    ("name", "reason", "after"),
    [
        ("BYRDONIS_EGG", "HasUnplayableKeyword", "discard"),
        ("CLUMSY", "HasUnplayableKeyword", "exhaust"),
        ("CURSE_OF_THE_BELL", "HasUnplayableKeyword", "discard"),
        ("FOLLY", "HasUnplayableKeyword", "exhaust"),
        ("GREED", "HasUnplayableKeyword", "discard"),
        ("GUILTY", "HasUnplayableKeyword", "discard"),
        ("INJURY", "HasUnplayableKeyword", "discard"),
        ("LANTERN_KEY", "HasUnplayableKeyword", "discard"),
        ("POOR_SLEEP", "HasUnplayableKeyword", "hand"),
        ("SPOILS_MAP", "HasUnplayableKeyword", "discard"),
        ("WRITHE", "HasUnplayableKeyword", "discard"),
        ("SOOT", "HasUnplayableKeyword", "discard"),
        ("DEBRIS", None, "discard"),
        ("SPORE_MIND", None, "discard"),
    ],
)
def test_dead_cards_by_their_keywords(name: str, reason: str | None, after: str) -> None:
    """Playable or not, and where an unplayed one is after the turn: Ethereal exhausts, Retain stays."""
    c = fight(name, draw="DAZED " * 5)
    assert rules.unplayable_reason(c, 0) == reason
    end(c)
    assert name in ids(getattr(c, after))


@pytest.mark.parametrize("name", ["DEBRIS", "SPORE_MIND"])
def test_playable_dead_cards_exhaust_for_one_energy(name: str) -> None:
    """1 energy to get rid of it."""
    c = fight(name)
    play(c)
    assert (c.energy, ids(c.exhaust)) == (2, [name])
