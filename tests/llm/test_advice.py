"""What a strategy may change: worth, within its bound, on macro screens; in a fight whether a held potion is drunk."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from handlers.card_reward import CardReward
from handlers.combat import open_lines
from handlers.map import MapHandler
from sts2fsm import advice
from sts2fsm.content import load
from sts2fsm.handler import Seen
from sts2fsm.memory import EMPTY
from sts2fsm.oracle.llm.triggers import CALM
from sts2fsm.states import COMBAT_STATES, State
from sts2fsm.strategy import ROUTED, Strategy
from sts2fsm.strategy_policy import LlmPolicy
from sts2fsm.wire import actions as w
from tests.handlers.moments import edited, read, settled
from tests.handlers.test_properties import memories, visible
from tests.llm.scenes import decide, mind, moment, strategy, with_plan
from tests.strategies import payload_showing

MOST = mind().policies.section(LlmPolicy).most
PART = "strategy"


def part(seen: Seen, action: w.Action) -> float | None:
    """The strategy's part of one option's worth, None where it has none."""
    _, ranked = CALM[seen.state]
    section = mind().policies.section({State.MAP: MapHandler, State.CARD_REWARD: CardReward}[seen.state].policy)
    [option] = [option for option in ranked(seen, section) if option.action == action]
    return option.parts.get(PART)


# --- each screen ------------------------------------------------------------------------------------------------------
OFFER = (
    "card_reward-three-cards"  # Pommel Strike 17, Shrug It Off 18, Inflame 19 + 2 for its rarity + 3 for its upgrade
)


def test_a_wanted_card_is_taken() -> None:
    """Inflame is worth most; wanting Shrug It Off and not Inflame turns that round, and the decision is the model's."""
    seen = moment(edited(OFFER))
    assert decide(seen).source == "code" and decide(seen).action == w.SelectCardReward(2)
    advised = with_plan(seen, wanted=("SHRUG_IT_OFF",), unwanted=("INFLAME",))
    made = decide(advised)
    assert (made.action, made.source) == (w.SelectCardReward(1), "llm")
    assert [part(advised, w.SelectCardReward(i)) for i in range(3)] == [None, 5.0, -5.0]


def test_a_plan_that_changes_nothing_is_not_the_models_decision() -> None:
    """What code would do anyway stays code's."""
    made = decide(with_plan(moment(edited(OFFER)), wanted=("INFLAME",)))
    assert (made.action, made.source) == (w.SelectCardReward(2), "code")


def test_unwanted_cards_may_be_left() -> None:
    """All three unwanted, and none above what a card needs: the reward is skipped, as code would skip poor ones."""
    seen = moment(edited(OFFER, card_reward__cards__1__id="HAVOC", card_reward__cards__2__id="JUGGLING",
                         card_reward__cards__0__id="BODY_SLAM", card_reward__cards__2__rarity="Common"))  # fmt: skip
    assert decide(with_plan(seen, unwanted=("HAVOC", "JUGGLING", "BODY_SLAM"))).action == w.SkipCardReward()


def test_removal_and_upgrade_follow_the_plan() -> None:
    """A Strike is worth 2, a Defend 4: an unwanted Defend goes first, yet after a curse. Upgrading Bash is worth 9, a
    wanted Pommel Strike 7 + 5."""
    remove = edited("card_select-remove")
    assert decide(with_plan(moment(remove), unwanted=("DEFEND_IRONCLAD",))).action == w.SelectCard(3)
    plain = moment(edited("card_select-remove", card_select__cards__3=dict(remove.raw["card_select"]["cards"][2])))
    assert decide(plain).action == w.SelectCard(0)
    assert decide(with_plan(plain, unwanted=("DEFEND_IRONCLAD",))).action == w.SelectCard(1)
    upgrade = moment(edited("card_select-upgrade-choosing"))
    assert decide(upgrade).action == w.SelectCard(4)
    assert decide(with_plan(upgrade, wanted=("POMMEL_STRIKE",))).action == w.SelectCard(5)


def test_a_wanted_relic_is_chosen() -> None:
    """Vajra is worth 28, the Pen Nib 25, Bag of Marbles 20; 5 more make the second the first."""
    seen = moment(edited("relic_select-three"))
    assert decide(seen).action == w.SelectRelic(0)
    made = decide(with_plan(seen, relics=("PEN_NIB",)))
    assert (made.action, made.source) == (w.SelectRelic(1), "llm")


def test_a_way_is_weighed_with_what_lies_on_it() -> None:
    """The word on the room, and 0.6 of that on the best room behind it."""
    nodes = [
        {"col": 0, "row": 3, "type": "Monster", "children": [[0, 4], [1, 4]]},
        {"col": 0, "row": 4, "type": "Shop", "children": []},
        {"col": 1, "row": 4, "type": "Elite", "children": []},
    ]
    options = [
        {"index": 0, "col": 0, "row": 3, "type": "Monster", "leads_to": []},
        {"index": 1, "col": 1, "row": 3, "type": "RestSite", "leads_to": []},
    ]
    seen = moment(edited("map-elite-or-rest", map__next_options=options, map__nodes=nodes, player__hp=80))
    advised = with_plan(seen, route={"Monster": 1.0, "Shop": 2.0, "Elite": -3.0})
    assert part(advised, w.ChooseMapNode(0)) == pytest.approx(1.0 + 0.6 * 2.0)
    assert part(advised, w.ChooseMapNode(1)) is None


def test_no_plan_leads_the_hurt_to_an_elite() -> None:
    """With 22 of 80 hp the fear of elites outweighs the most that a plan may say for one."""
    seen = moment(edited("map-elite-or-rest"))
    assert decide(with_plan(seen, route={"Elite": 5.0, "RestSite": -5.0})).action == w.ChooseMapNode(1)


def test_a_held_potion_is_not_thrown_away_for_a_better_one() -> None:
    """The belt's weakest potion makes room; held for the boss it is worth more than the next."""
    seen = moment(edited("rewards-potion-full-belt"))
    plain = decide(seen)
    assert isinstance(plain.action, w.DiscardPotion)
    slots = {potion.slot: potion.id for potion in seen.observation.player.potions} if seen.observation.player else {}
    held = decide(with_plan(seen, hold=(slots[plain.action.slot],)))
    assert held.action != plain.action


# --- fights -----------------------------------------------------------------------------------------------------------
def test_a_potion_held_for_the_boss_is_dearer_elsewhere() -> None:
    """Every line keeps its worth but those that drink it, which lose 4; in the boss's room none does."""
    for name, cost in (("elite-phrog-parasite", 4.0), ("boss-vantom", 0.0)):
        potions = [
            {
                "id": "FIRE_POTION",
                "slot": 0,
                "name": "Fire Potion",
                "can_use_in_combat": True,
                "target_type": "AnyEnemy",
            }
        ]
        seen = with_plan(moment(edited(name, player__potions=potions)), hold=("FIRE_POTION",))
        plain = {line.moves: line.worth.parts for line in seen.searched().lines}
        drinking = [line for line in seen.plan().lines if any(move.kind == "potion" for move in line.moves)]
        assert drinking
        for line in seen.plan().lines:
            drunk = sum(move.kind == "potion" for move in line.moves)
            expected = {**plain[line.moves], **({PART: -cost * drunk} if cost * drunk else {})}
            assert dict(line.worth.parts) == expected


unshrunk = settings(phases=(Phase.explicit, Phase.reuse, Phase.generate), suppress_health_check=list(HealthCheck))
CARDS, RELICS, POTIONS = (list(table) for table in (load().cards, load().relics, load().potions))
ids = lambda known: st.lists(st.sampled_from(known), max_size=40, unique=True).map(tuple)  # noqa: E731


@st.composite
def strategies(draw: st.DrawFn, **fixed: Any) -> Strategy:
    """Any plan, numbers far beyond every bound included: no value is trusted because of how it was made."""
    route = draw(st.dictionaries(st.sampled_from(ROUTED), st.floats(-1e9, 1e9)))
    some = {"wanted": ids(CARDS), "unwanted": ids(CARDS), "relics": ids(RELICS), "hold": ids(POTIONS)}
    return strategy(**{"route": route, **{name: draw(made) for name, made in some.items()}, **fixed})


def here(seen: Seen, plan: Strategy) -> Seen:
    """The page with ids of its own in the plan, too: a random id is hardly ever among those that are shown."""
    return moment(seen.observation, evolve(seen.memory, strategy=plan), seen.state)


def shown(seen: Seen) -> dict[str, Any]:
    """Ids that the page shows."""
    observed, player = seen.observation, seen.observation.player
    cards = [card.id for block in (observed.card_reward, observed.card_select) if block for card in block.cards]
    cards += [item.card_id for item in observed.shop.items if item.card_id] if observed.shop else []
    return {"cards": cards, "potions": [potion.id for potion in player.potions] if player else []}


@pytest.mark.parametrize("state", list(State), ids=str)
@unshrunk
@given(data=st.data())
def test_a_plan_adds_its_part_and_takes_nothing_away(state: State, data: st.DataObject) -> None:
    """On any page with any memory and any plan: what is decided is legal; the same options are ranked with the same
    parts, and the plan's own is within its bound; what was not a ranked choice stays exactly what it was."""
    observed = read(data.draw(payload_showing(visible(state))))
    stands = data.draw(st.booleans())  # else most pages are only waited for
    seen = moment(observed, settled() if stands else data.draw(memories(observed, state)), state)
    known = shown(seen)
    plan = data.draw(strategies())
    plan = evolve(
        plan, wanted=(*plan.wanted, *known["cards"][::2]), unwanted=(*plan.unwanted, *known["cards"][1::2]),
        hold=(*plan.hold, *known["potions"]),
    )  # fmt: skip
    advised = here(seen, plan)
    plain, made = decide(seen), decide(advised)
    assert made.action is None or made.action in seen.legal
    assert advised.legal == seen.legal
    if observed.player is not None and observed.player.in_combat and state not in COMBAT_STATES:
        assert made == plain  # cards chosen within a fight
    for option in made.ranked:
        assert abs(option.parts.get(PART, 0.0)) <= MOST
    if plain.move != made.move:
        assert plain.action is not None and made.action is not None and made.source == "llm"
    else:
        assert (made.source, made.because) == (plain.source, plain.because)
    if state in CALM:
        section, rank = CALM[state]
        before, after = (rank(view, mind().policies.section(section)) for view in (seen, advised))
        assert [option.action for option in before] == [option.action for option in after]
        for one, other in zip(before, after, strict=True):
            assert abs(other.parts.get(PART, 0.0)) <= MOST
            assert {name: value for name, value in other.parts.items() if name != PART} == dict(one.parts)


@pytest.mark.parametrize("state", COMBAT_STATES, ids=str)
@unshrunk
@given(data=st.data())
def test_a_plan_changes_no_play_of_a_card(state: State, data: st.DataObject) -> None:
    """Without a held potion a fight is decided as if there were no plan. With one, only a line that drinks it gives
    way, and never to one that dies where the other lives."""
    observed = read(data.draw(payload_showing(state)))
    seen = moment(observed, EMPTY if data.draw(st.booleans()) else settled(), state)
    assume(seen.legal)
    plan = data.draw(strategies(hold=()))
    assert decide(here(seen, plan)) == decide(seen)
    held = here(seen, evolve(plan, hold=tuple(shown(seen)["potions"])))
    plain, made = decide(seen), decide(held)
    if plain.move == made.move:
        return
    before, after = open_lines(seen), open_lines(held)
    if before and after and plain.because == "best line":
        assert any(move.kind == "potion" for move in before[0].moves)
        assert before[0].dies or not after[0].dies
    else:
        assert isinstance(plain.action, w.UsePotion)


def test_a_plan_has_no_word_on_cards_chosen_in_a_fight() -> None:
    """A card of the discard pile is chosen for this fight, not for the deck; the same overlay outside one is."""
    name = "card_select-choose-from-potion"
    seen = moment(edited(name))
    player, block = seen.observation.player, seen.observation.card_select
    assert player is not None and player.in_combat and block is not None
    plain = decide(seen)
    others = tuple(card.id for i, card in enumerate(block.cards) if plain.action != w.SelectCard(i))
    assert decide(with_plan(seen, wanted=others)) == plain
    outside = moment(edited(name, player__energy=None))
    assert decide(with_plan(outside, wanted=others)).action != plain.action


def test_a_plan_that_is_only_written_down_weighs_nothing() -> None:
    """Shadow: the memory holds it, no rule sees it."""
    seen = with_plan(moment(edited(OFFER)), wanted=("SHRUG_IT_OFF",), unwanted=("INFLAME",), shadow=True)
    assert seen.memory.strategy is not None and seen.strategy is None
    assert (decide(seen).action, decide(seen).source) == (w.SelectCardReward(2), "code")


def test_without_a_plan_there_is_no_part() -> None:
    """Nothing of the name is added anywhere."""
    seen = moment(edited(OFFER))
    assert advice.for_card("INFLAME", seen) == advice.for_relic("VAJRA", seen) == {}
    assert advice.held("FIRE_POTION", seen) == 0.0
