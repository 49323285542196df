"""Every rule of every handler is reached: for each, a moment made by hand and what it then does."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from handlers import HANDLERS
from sts2fsm.memory import Memory
from sts2fsm.states import State
from sts2fsm.wire import actions as w
from sts2fsm.wire.actions import Action
from sts2fsm.wire.observation import Observation
from tests.handlers.moments import at, edited, mind, pinned, settled, worn
from tests.machine.pages import S

FRESH = settled(0.0, reads=1)  # a page seen for the first time
Case = tuple[str | Observation, Memory | None, Action | None]  # page, memory, the action (None: a wait or a stop)


def page(name: str, **edits: object) -> Observation:
    return edited(name, **edits)


def worn_out(name: str, *actions: Action) -> Case:
    """A page on which these actions have failed, and nothing is left to do but wait."""
    seen = page(name)
    return seen, settled(failed=worn(seen, *actions)), None


def after_wear(name: str, action: Action, *actions: Action, **edits: object) -> Case:
    """A page on which those actions have failed, so that `action` is next."""
    seen = page(name, **edits)
    return seen, settled(failed=worn(seen, *actions)), action


FIGHTS = ("monster", "elite", "boss")


def strange(name: str, screen: str, **edits: object) -> Observation:
    """A fight against an enemy that no table knows. The pinned policies search no lines: the plain rules decide."""
    return page(name, state_type=screen, battle__enemies__0__entity_id="BRAND_NEW_0", **edits)


def in_a_fight(screen: str) -> dict[str, Case]:
    """The rules of a fight, which are the same for all three kinds."""
    potion = {"id": "BLOCK_POTION", "name": "Block", "slot": 0, "can_use_in_combat": True, "target_type": "Self"}
    strike = w.PlayCard(0, "BRAND_NEW_0")
    return {
        "let the page settle": (page("monster-nothing-playable", state_type=screen), FRESH, None),
        "best line": (page("monster-nothing-playable", state_type=screen), None, w.EndTurn()),
        # 5 hp against a Strike's 6
        "lethal": (strange("monster-one-strike-kills", screen), None, strike),
        # 12 damage against 8 hp
        "drink": (strange("monster-must-block", screen, player__potions=[potion]), None, w.UsePotion(0)),
        "must block": (strange("monster-must-block", screen), None, w.PlayCard(3)),
        # 12 of 64 hp may be lost; Strike 6 - 1.5 = 4.5 against Defend 5 * 1.15 - 1.5 = 4.25
        "best play": (
            strange("monster-one-strike-kills", screen, player__hp=64, battle__enemies__0__hp=60), None, strike,
        ),
        "end the turn": (strange("monster-nothing-playable", screen), None, w.EndTurn()),
    }  # fmt: skip


_BELT = {"id": "FRUIT_JUICE", "name": "Fruit Juice", "slot": 0, "can_use_in_combat": True, "target_type": "Self"}
_CURSED = [{"index": 0, "id": "ASCENDERS_BANE", "name": "Bane", "rarity": "Curse"}]
_WAITS = settled(1.0)

# (handler, rule, state) -> the moment and the action.
CASES: Mapping[tuple[str, str, State], Case] = {
    ("Menu", "wait for the run to open", S.MENU_EMBARKING): ("menu-character-select", None, None),
    ("Menu", "reveal epochs by hand", S.MENU_BLOCKED): ("menu-main-blocked-timeline", None, None),
    ("Menu", "let the page settle", S.MENU): ("menu-main", FRESH, None),
    ("Menu", "let the page settle", S.MENU_POPUP): ("menu-popup", FRESH, None),
    ("Menu", "dismiss", S.MENU_POPUP): ("menu-tutorial", None, w.MenuSelect("advance")),
    ("Menu", "wait for a way out", S.MENU_POPUP): ("menu-tutorial-not-clickable-yet", None, None),
    ("Menu", "wait for the run to open", S.MENU): ("menu-character-select-lingering", None, None),
    ("Menu", "locked character", S.MENU): (page("menu-character-select", options__0__enabled=False), None, None),
    ("Menu", "choose the character", S.MENU): ("menu-character-select", None, w.MenuSelect("IRONCLAD")),
    ("Menu", "embark", S.MENU): ("menu-character-select", settled(picked=("IRONCLAD",)), w.MenuSelect("confirm")),
    ("Menu", "towards a run", S.MENU): ("menu-main", None, w.MenuSelect("singleplayer")),
    ("Menu", "wait for the menu", S.MENU): ("menu-main-not-ready", None, None),
    ("Combat", "end the empty turn", S.COMBAT_SETTLING): ("monster-between-waves", settled(30.0), w.EndTurn()),
    ("Combat", "wait for the fight", S.COMBAT_SETTLING): ("monster-enemy-turn", None, None),
    ("Combat", "wait for our turn", S.ACTIONS_DISABLED): ("monster-two-nibbits-player-turn", None, None),
    **{("Combat", rule, S(screen)): case for screen in FIGHTS for rule, case in in_a_fight(screen).items()},
    ("HandSelectHandler", "let the page settle", S.HAND_SELECT): ("hand_select-exhaust-one", FRESH, None),
    ("HandSelectHandler", "confirm the line's choice", S.HAND_SELECT): (
        "hand_select-none-is-allowed", settled(meant=((),)), w.CombatConfirmSelection(),
    ),
    ("HandSelectHandler", "the line's choice", S.HAND_SELECT): (
        "hand_select-exhaust-one", settled(meant=((("DEFEND_IRONCLAD", False),),)), w.CombatSelectCard(1),
    ),
    ("HandSelectHandler", "confirm", S.HAND_SELECT): (
        "hand_select-exhaust-one-selected", None, w.CombatConfirmSelection(),
    ),
    ("HandSelectHandler", "pick", S.HAND_SELECT): ("hand_select-exhaust-one", None, w.CombatSelectCard(2)),
    ("HandSelectHandler", "wait for the cards", S.HAND_SELECT): (
        page("hand_select-exhaust-one", hand_select__cards=[]), None, None,
    ),
    ("Rewards", "wait for what the claim opens", S.REWARDS_REINDEXED): (
        "rewards-emptied", settled(0.5, recent=(("page", "claim_reward card A card None"),)), None,
    ),
    ("Rewards", "let the list settle", S.REWARDS): ("rewards-special", FRESH, None),
    ("Rewards", "let the list settle", S.REWARDS_REINDEXED): ("rewards-special", FRESH, None),
    ("Rewards", "make room for a better potion", S.REWARDS): (
        "rewards-potion-full-belt", None, w.DiscardPotion(1),
    ),
    ("Rewards", "make room for a better potion", S.REWARDS_REINDEXED): (
        "rewards-potion-full-belt", None, w.DiscardPotion(1),
    ),
    ("Rewards", "claim right to left", S.REWARDS): ("rewards-elite-with-relic", None, w.ClaimReward(2)),
    ("Rewards", "claim right to left", S.REWARDS_REINDEXED): ("rewards-two-cards", None, w.ClaimReward(1)),
    ("Rewards", "leave", S.REWARDS): ("rewards-emptied", None, w.Proceed()),
    ("Rewards", "leave", S.REWARDS_REINDEXED): ("rewards-emptied", None, w.Proceed()),
    ("Rewards", "wait to leave", S.REWARDS): (page("rewards-emptied", rewards__can_proceed=False), None, None),
    ("Rewards", "wait to leave", S.REWARDS_REINDEXED): (
        page("rewards-emptied", rewards__can_proceed=False), None, None,
    ),
    ("CardReward", "let the page settle", S.CARD_REWARD): ("card_reward-three-cards", FRESH, None),
    ("CardReward", "take the best card", S.CARD_REWARD): ("card_reward-three-cards", None, w.SelectCardReward(2)),
    ("CardReward", "skip the cards", S.CARD_REWARD): (
        page("card_reward-three-cards", card_reward__cards=_CURSED), None, w.SkipCardReward(),
    ),
    ("CardReward", "wait for the cards", S.CARD_REWARD): (
        page("card_reward-three-cards", card_reward__cards=[]), _WAITS, None,
    ),
    ("MapHandler", "wait for the fight", S.MAP_IN_COMBAT): ("map-in-combat", None, None),
    ("MapHandler", "wait to arrive", S.MAP_TRAVELLING): ("map-three-ways", None, None),
    ("MapHandler", "let the page settle", S.MAP): ("map-three-ways", FRESH, None),
    ("MapHandler", "drink what lasts", S.MAP): (page("map-three-ways", player__potions=[_BELT]), None, w.UsePotion(0)),
    ("MapHandler", "best way", S.MAP): ("map-elite-or-rest", None, w.ChooseMapNode(1)),
    ("MapHandler", "wait for a way", S.MAP): ("map-no-options-yet", None, None),
    ("EventHandler", "next line", S.EVENT_DIALOGUE): ("event-dialogue", None, w.AdvanceDialogue()),
    ("EventHandler", "wait for the dialogue", S.EVENT_DIALOGUE): worn_out("event-dialogue", w.AdvanceDialogue()),
    ("EventHandler", "choose again", S.EVENT_RESOLVING): (
        "event-already-chosen", settled(5.0), w.ChooseEventOption(0),
    ),
    ("EventHandler", "wait for the page", S.EVENT_RESOLVING): ("event-already-chosen", settled(4.9), None),
    ("EventHandler", "let the page settle", S.EVENT): ("event-byrdonis-nest", FRESH, None),
    ("EventHandler", "best option", S.EVENT): ("event-leave", None, w.ChooseEventOption(0)),
    ("EventHandler", "wait for an option", S.EVENT): worn_out("event-leave", w.ChooseEventOption(0)),
    ("RestSiteHandler", "let the page settle", S.REST_SITE): ("rest_site-done", FRESH, None),
    ("RestSiteHandler", "best option", S.REST_SITE): ("rest_site-lift-and-dig", None, w.ChooseRestOption(3)),
    ("RestSiteHandler", "leave", S.REST_SITE): ("rest_site-done", None, w.Proceed()),
    ("RestSiteHandler", "try what may lie on top", S.REST_SITE): after_wear(
        "rest_site-smith-disabled", w.ClaimReward(0), w.ChooseRestOption(0)
    ),
    ("RestSiteHandler", "wait for the room", S.REST_SITE): ("rest_site-option-resolving", None, None),
    ("ShopHandler", "wait for the door", S.SHOP_LEAVING): ("shop-rich", None, None),
    ("ShopHandler", "let the page settle", S.SHOP): ("shop-rich", FRESH, None),
    ("ShopHandler", "wait for the goods", S.SHOP): ("shop-not-ready", None, None),
    ("ShopHandler", "buy", S.SHOP): ("shop-rich", None, w.ShopPurchase(1)),
    ("ShopHandler", "leave", S.SHOP): ("shop-potions-full-belt", None, w.Proceed()),
    ("FakeMerchantHandler", "let the page settle", S.FAKE_MERCHANT): ("fake_merchant-open", FRESH, None),
    ("FakeMerchantHandler", "buy", S.FAKE_MERCHANT): (
        page("fake_merchant-open", fake_merchant__shop__items__1__price=30), None, w.ShopPurchase(1),
    ),
    ("FakeMerchantHandler", "leave", S.FAKE_MERCHANT): ("fake_merchant-open", None, w.Proceed()),
    ("FakeMerchantHandler", "wait for the goods", S.FAKE_MERCHANT): ("fake_merchant-not-ready", None, None),
    ("TreasureHandler", "let the chest open", S.TREASURE_OPENING): ("treasure-opening", None, None),
    ("TreasureHandler", "let the page settle", S.TREASURE): ("treasure-relic-shown", FRESH, None),
    ("TreasureHandler", "claim the best relic", S.TREASURE): ("treasure-relic-shown", None, w.ClaimTreasureRelic(0)),
    ("TreasureHandler", "leave", S.TREASURE): ("treasure-empty", None, w.Proceed()),
    ("TreasureHandler", "wait for the door", S.TREASURE): worn_out("treasure-relic-shown", w.ClaimTreasureRelic(0)),
    ("CardSelectHandler", "cancel the stale preview", S.CARD_SELECT_STALE): (
        "card_select-upgrade-preview", None, w.CancelSelection(),
    ),
    ("CardSelectHandler", "wait for the preview to go", S.CARD_SELECT_STALE): worn_out(
        "card_select-upgrade-preview", w.CancelSelection()
    ),
    ("CardSelectHandler", "let the page settle", S.CARD_SELECT): ("card_select-remove", FRESH, None),
    ("CardSelectHandler", "let the page settle", S.CARD_SELECT_PREVIEW): ("card_select-remove-preview", FRESH, None),
    ("CardSelectHandler", "confirm the preview", S.CARD_SELECT_PREVIEW): (
        "card_select-remove-preview", None, w.ConfirmSelection(),
    ),
    ("CardSelectHandler", "back out", S.CARD_SELECT_PREVIEW): (
        page("card_select-remove-preview", card_select__can_confirm=False), None, w.CancelSelection(),
    ),
    ("CardSelectHandler", "wait for the preview", S.CARD_SELECT_PREVIEW): (
        page("card_select-remove-preview", card_select__can_confirm=False), settled(2.0), None,
    ),
    ("CardSelectHandler", "confirm the line's choice", S.CARD_SELECT): (
        page("card_select-simple-from-discard-pile", card_select__can_confirm=True),
        settled(meant=((),)), w.ConfirmSelection(),
    ),
    ("CardSelectHandler", "the line's choice", S.CARD_SELECT): (
        "card_select-simple-from-discard-pile", settled(meant=((("BASH", False),),)), w.SelectCard(1),
    ),
    ("CardSelectHandler", "skip, as the line does", S.CARD_SELECT): (
        "card_select-choose-from-potion", settled(meant=((),)), w.CancelSelection(),
    ),
    ("CardSelectHandler", "confirm", S.CARD_SELECT): (
        "card_select-enchant-confirmable", settled(picked=("4",)), w.ConfirmSelection(),
    ),
    ("CardSelectHandler", "pick", S.CARD_SELECT): ("card_select-upgrade-choosing", None, w.SelectCard(4)),
    ("CardSelectHandler", "skip, or start over", S.CARD_SELECT): (
        page("card_select-choose-from-potion", card_select__cards=_CURSED), None, w.CancelSelection(),
    ),
    ("CardSelectHandler", "wait for the cards", S.CARD_SELECT): ("card_select-not-laid-out-yet", None, None),
    ("BundleSelectHandler", "confirm the bundle", S.BUNDLE_SELECT_PREVIEW): (
        "bundle_select-preview", None, w.ConfirmBundleSelection(),
    ),
    ("BundleSelectHandler", "back to the bundles", S.BUNDLE_SELECT_PREVIEW): after_wear(
        "bundle_select-preview", w.CancelBundleSelection(), w.ConfirmBundleSelection()
    ),
    ("BundleSelectHandler", "wait for the preview", S.BUNDLE_SELECT_PREVIEW): worn_out(
        "bundle_select-preview", w.ConfirmBundleSelection(), w.CancelBundleSelection()
    ),
    ("BundleSelectHandler", "let the page settle", S.BUNDLE_SELECT): ("bundle_select-choosing", FRESH, None),
    ("BundleSelectHandler", "look at the best bundle", S.BUNDLE_SELECT): (
        "bundle_select-choosing", None, w.SelectBundle(1),
    ),
    ("BundleSelectHandler", "wait for the bundles", S.BUNDLE_SELECT): worn_out(
        "bundle_select-choosing", w.SelectBundle(0), w.SelectBundle(1)
    ),
    ("RelicSelectHandler", "let the page settle", S.RELIC_SELECT): ("relic_select-three", FRESH, None),
    ("RelicSelectHandler", "take the best relic", S.RELIC_SELECT): ("relic_select-three", None, w.SelectRelic(0)),
    ("RelicSelectHandler", "skip the relics", S.RELIC_SELECT): after_wear(
        "relic_select-three", w.SkipRelicSelection(), w.SelectRelic(0), w.SelectRelic(1), w.SelectRelic(2)
    ),
    ("RelicSelectHandler", "wait for the relics", S.RELIC_SELECT): worn_out(
        "relic_select-cannot-skip", w.SelectRelic(0), w.SelectRelic(1)
    ),
    ("CrystalSphereHandler", "let the page settle", S.CRYSTAL_SPHERE): ("crystal_sphere-done", FRESH, None),
    ("CrystalSphereHandler", "leave", S.CRYSTAL_SPHERE): ("crystal_sphere-done", None, w.CrystalSphereProceed()),
    ("CrystalSphereHandler", "take the tool", S.CRYSTAL_SPHERE): (
        page("crystal_sphere-three-left", crystal_sphere__tool="small"), None, w.CrystalSphereSetTool("big"),
    ),
    ("CrystalSphereHandler", "divine", S.CRYSTAL_SPHERE): (
        "crystal_sphere-three-left", None, w.CrystalSphereClickCell(5, 5),
    ),
    ("CrystalSphereHandler", "try the map", S.CRYSTAL_SPHERE): after_wear(
        "crystal_sphere-done", w.ChooseMapNode(0), w.CrystalSphereProceed()
    ),
    ("CrystalSphereHandler", "wait for the sphere", S.CRYSTAL_SPHERE): worn_out(
        "crystal_sphere-done", w.CrystalSphereProceed(), w.ChooseMapNode(0)
    ),
    **{("OverlayHandler", rule, S(f.partition("-")[0])): (f, settled(seconds), action)
       for f in ("overlay-unheard-of", "unknown-room")
       for rule, seconds, action in (
           ("ask a person", 60.0, None), ("try a way out", 8.0, w.Proceed()), ("wait through it", 7.9, None),
       )},
    ("GameOver", "let the page settle", S.GAME_OVER): ("game_over", FRESH, None),
    ("GameOver", "back to the main menu", S.GAME_OVER): ("game_over", None, w.MenuSelect("main_menu")),
    ("GameOver", "wait for the summary", S.GAME_OVER): worn_out("game_over", w.MenuSelect("main_menu")),
}  # fmt: skip
# Rules that stand behind another which leaves them nothing, with the reason. Aim: none.
NEVER: Mapping[tuple[str, str, State], str] = {}


@pytest.mark.parametrize("rule", CASES, ids=lambda rule: f"{rule[0]}: {rule[1]} ({rule[2]})")
def test_the_rule_is_reached_and_does_what_it_says(rule: tuple[str, str, State]) -> None:
    """In the moment made for it, it is this rule that decides, and this is its action."""
    _, name, state = rule
    seen, memory, action = CASES[rule]
    made = at(seen, memory, state, mind() if name == "best line" else pinned())
    assert (made.because, made.action) == (name, action)


def test_no_rule_is_left_out() -> None:
    """Each rule at each of its states has its moment."""
    rules = {
        (handler.__name__, rule.name, state)
        for handler in HANDLERS
        for state in handler.all_states()
        for rule in handler.rules_at(state)
    }
    assert rules == {*CASES, *NEVER}
