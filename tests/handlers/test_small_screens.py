"""Hands, card rewards, bundles, relics, chests, the fake merchant, the sphere: one choice each."""

from __future__ import annotations

import pytest

from sts2fsm.wire import actions as w
from tests.handlers.moments import at, edited, parts, settled, worn


# --- hand_select ------------------------------------------------------------------------------------------------------
def test_gives_up_the_worst_card_of_the_hand() -> None:
    """A curse."""
    made = at("hand_select-exhaust-one")
    assert (made.action, parts(made)) == (
        w.CombatSelectCard(2), {"without its card": 5.0, "without its rarity": 20.0},
    )  # fmt: skip


def test_upgrades_the_best_card_of_the_hand() -> None:
    """Bash, 9."""
    made = at("hand_select-upgrade")
    assert (made.action, parts(made)) == (w.CombatSelectCard(1), {"upgrade": 9.0})


def test_confirms_the_hand_as_soon_as_a_card_is_picked() -> None:
    """One is asked for, one is picked."""
    assert at("hand_select-exhaust-one-selected").action == w.CombatConfirmSelection()


def test_gives_up_bad_cards_where_none_is_asked_for_and_keeps_good_ones() -> None:
    """Any number: Dazed goes (8 and -10 of its rarity); a hand of good cards is kept."""
    assert at("hand_select-none-is-allowed").action == w.CombatSelectCard(1)
    good = [{"index": 0, "id": "BASH", "name": "Bash", "rarity": "Basic"}]
    assert at(edited("hand_select-none-is-allowed", hand_select__cards=good)).action == w.CombatConfirmSelection()


# --- card_reward ------------------------------------------------------------------------------------------------------
def test_takes_the_best_card_of_a_reward() -> None:
    """Inflame+: 19, uncommon 2, upgraded 3; Shrug It Off would be 18."""
    made = at("card_reward-three-cards")
    assert (made.action, parts(made)) == (
        w.SelectCardReward(2), {"card": 19.0, "rarity": 2.0, "upgraded": 3.0},
    )  # fmt: skip


def test_skips_cards_that_are_not_worth_their_place() -> None:
    """A Strike is worth 2, less than 12; where skipping is not offered, it is taken."""
    strikes = [{"index": 0, "id": "STRIKE_IRONCLAD", "name": "Strike", "rarity": "Basic"}]
    assert at(edited("card_reward-three-cards", card_reward__cards=strikes)).action == w.SkipCardReward()
    assert at(edited("card_reward-cannot-skip", card_reward__cards=strikes)).action == w.SelectCardReward(0)


def test_cards_that_are_still_flying_in_are_waited_for() -> None:
    """Their order is not stable: two equal reads 350 ms apart."""
    assert at("card_reward-three-cards", settled(0.3)).action is None
    assert at("card_reward-three-cards", settled(0.35)).action == w.SelectCardReward(2)


def test_a_reward_without_cards_is_skipped_only_after_a_while() -> None:
    """The screen is shown before its cards: 5 s."""
    empty = edited("card_reward-three-cards", card_reward__cards=[])
    assert at(empty, settled(4.9)).action is None
    assert at(empty, settled(5.0)).action == w.SkipCardReward()


# --- bundle_select, relic_select, treasure ----------------------------------------------------------------------------
def test_looks_at_the_bundle_of_most_worth_and_confirms_it() -> None:
    """Shrug It Off 18 and True Grit 12 against Anger 14 and Iron Wave 13."""
    made = at("bundle_select-choosing")
    assert (made.action, sum(parts(made).values())) == (w.SelectBundle(1), 30.0)
    assert at("bundle_select-preview").action == w.ConfirmBundleSelection()


def test_takes_the_relic_of_most_worth() -> None:
    """Vajra: 28, common 2; Pen Nib: 25, uncommon 5, stands behind it and loses the tie."""
    made = at("relic_select-three")
    assert (made.action, parts(made)) == (w.SelectRelic(0), {"relic": 28.0, "rarity": 2.0})


def test_claims_the_relic_of_a_chest_and_leaves() -> None:
    """Anchor, then the door."""
    made = at("treasure-relic-shown")
    assert (made.action, parts(made)) == (w.ClaimTreasureRelic(0), {"relic": 27.0, "rarity": 2.0})
    assert at("treasure-taken").action == w.Proceed()


def test_an_empty_chest_is_left() -> None:
    """No relic to claim, and the door is open."""
    assert at("treasure-empty").action == w.Proceed()


def test_a_chest_opens_by_itself() -> None:
    """Nothing is sent to it, and no door is tried, however long it takes."""
    for name in ("treasure-opening", "treasure-just-clicked"):
        assert at(name, settled(30.0)).action is None


# --- fake_merchant ----------------------------------------------------------------------------------------------------
def test_the_fake_merchants_relics_must_be_worth_their_gold() -> None:
    """20 against 50 gold at 0.5: no. At 30 gold: 20 - 15."""
    assert at("fake_merchant-open").action == w.Proceed()
    made = at(edited("fake_merchant-open", fake_merchant__shop__items__2__price=30))
    assert (made.action, parts(made)) == (w.ShopPurchase(2), pytest.approx({"relic": 20.0, "price": -15.0}))


def test_the_fake_merchants_fight_is_never_begun() -> None:
    """A thrown potion would begin it: none is thrown, and nothing is bought after the fight."""
    assert at("fake_merchant-after-the-fight").action == w.Proceed()
    potion = {"id": "FOUL_POTION", "name": "Foul", "slot": 0, "can_use_in_combat": True, "target_type": "Self"}
    assert at(edited("fake_merchant-open", player__potions=[potion])).action == w.Proceed()


# --- crystal_sphere ---------------------------------------------------------------------------------------------------
def test_divines_in_the_middle_first() -> None:
    """11 by 11 cells: 5,5 is the middle, worth all that being central is worth."""
    made = at("crystal_sphere-three-left")
    assert (made.action, parts(made)) == (w.CrystalSphereClickCell(5, 5), {"central": 3.0})


def test_takes_the_big_tool_first_when_it_can() -> None:
    """Only while there is something to uncover."""
    small = edited("crystal_sphere-three-left", crystal_sphere__tool="small")
    assert at(small).action == w.CrystalSphereSetTool("big")
    without = edited("crystal_sphere-three-left", crystal_sphere__tool="small", crystal_sphere__can_use_big_tool=False)
    assert at(without).action == w.CrystalSphereClickCell(5, 5)


def test_leaves_the_sphere_and_tries_the_map_when_it_stays() -> None:
    """Proceed was answered ok twice and nothing changed: the map may be open underneath."""
    done = edited("crystal_sphere-done")
    assert at(done).action == w.CrystalSphereProceed()
    assert at(done, settled(failed=worn(done, w.CrystalSphereProceed()))).action == w.ChooseMapNode(0)
