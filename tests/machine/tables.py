"""What the real game may do, by hand: what is sent from a state, where it may lead, what may lie over what.

None of it is read off the machine.
"""

from __future__ import annotations

from collections.abc import Mapping

from sts2fsm.states import State
from sts2fsm.wire import actions as w
from sts2fsm.wire.actions import Action
from tests.machine import pages
from tests.machine.pages import S

FIGHTS = (S.MONSTER, S.ELITE, S.BOSS)
FIGHT = (*FIGHTS, S.COMBAT_SETTLING)
PAGE_OF_EVENT = (S.EVENT, S.EVENT_RESOLVING)
ANY_EVENT = (S.EVENT, S.EVENT_DIALOGUE, S.EVENT_RESOLVING)
CHEST = (S.TREASURE_OPENING, S.TREASURE)
ROOM = (*FIGHT, *ANY_EVENT, S.REST_SITE, S.SHOP, S.FAKE_MERCHANT, *CHEST)
LISTS = (S.REWARDS, S.REWARDS_REINDEXED)

# --- what is sent from a state ----------------------------------------------------------------------------------------
PROBES = (w.Proceed(), w.ConfirmSelection(), w.CancelSelection(), w.SkipCardReward(), w.SkipRelicSelection())
SENT: Mapping[State, tuple[Action, ...]] = {
    S.MENU: (w.MenuSelect("singleplayer"),),
    S.MENU_POPUP: (w.MenuSelect("confirm"),),
    S.GAME_OVER: (w.MenuSelect("main_menu"),),
    **dict.fromkeys(FIGHTS, (pages.AIMED, w.EndTurn())),
    S.COMBAT_SETTLING: (w.EndTurn(),),  # when nobody is left to fight in our turn (W39)
    S.HAND_SELECT: (w.CombatSelectCard(0), w.CombatConfirmSelection()),
    **dict.fromkeys(LISTS, (w.ClaimReward(1), w.Proceed())),
    S.CARD_REWARD: (w.SelectCardReward(0), w.SkipCardReward()),
    S.MAP: (w.ChooseMapNode(0),),
    S.EVENT: (w.ChooseEventOption(0),),
    S.EVENT_DIALOGUE: (w.AdvanceDialogue(),),
    S.EVENT_RESOLVING: (w.ChooseEventOption(0),),
    S.REST_SITE: (w.ChooseRestOption(0), w.Proceed(), w.ClaimReward(0)),  # rewards may lie on top (W55)
    S.SHOP: (w.ShopPurchase(0), w.Proceed()),
    S.FAKE_MERCHANT: (w.ShopPurchase(0), w.Proceed()),
    S.TREASURE: (w.ClaimTreasureRelic(0), w.Proceed()),
    S.CARD_SELECT: (w.SelectCard(0), w.ConfirmSelection(), w.CancelSelection()),
    S.CARD_SELECT_PREVIEW: (w.ConfirmSelection(), w.CancelSelection()),
    S.CARD_SELECT_STALE: (w.CancelSelection(),),
    S.BUNDLE_SELECT: (w.SelectBundle(0),),
    S.BUNDLE_SELECT_PREVIEW: (w.ConfirmBundleSelection(), w.CancelBundleSelection()),
    S.RELIC_SELECT: (w.SelectRelic(0), w.SkipRelicSelection()),
    S.CRYSTAL_SPHERE: (
        w.CrystalSphereSetTool("small"), w.CrystalSphereClickCell(1, 1), w.CrystalSphereProceed(), w.ChooseMapNode(0),
    ),
    S.OVERLAY: PROBES,
    S.UNKNOWN: PROBES,
}  # fmt: skip
# Where no run is shown, the mod blocks potions; where an action is awaited, nothing is sent.
WITHOUT_RUN = (S.MENU, S.MENU_BLOCKED, S.MENU_EMBARKING, S.GAME_OVER)
AWAITED = (S.MENU_EMBARKING, S.ACTIONS_DISABLED, S.MAP_TRAVELLING, S.SHOP_LEAVING)
NO_POTIONS = (*WITHOUT_RUN, *AWAITED, S.MENU_POPUP)
POTIONS = (pages.THROWN, w.DiscardPotion(0))


def sent_at(state: State) -> tuple[Action, ...]:
    """What may be sent from a state, potions included."""
    return (*SENT.get(state, ()), *(() if state in NO_POTIONS else POTIONS))


# --- where it may lead ------------------------------------------------------------------------------------------------
CHOICES = (S.HAND_SELECT, S.CARD_SELECT)
WON = (S.REWARDS, S.MAP, *PAGE_OF_EVENT)
# A selection is opened by cards, potions, relics, events, rest sites and shops; it ends there, or goes on.
PICKED = (
    *FIGHT, *ANY_EVENT, *CHEST, S.HAND_SELECT, S.REST_SITE, S.SHOP, S.REWARDS, S.CARD_REWARD, S.MAP, S.BUNDLE_SELECT,
    S.RELIC_SELECT,
)  # fmt: skip
BUNDLED = (*ANY_EVENT, S.MAP, S.REWARDS, S.CARD_SELECT)
RELIC_TAKEN = (*ANY_EVENT, *CHEST, S.MAP, S.REWARDS, S.CARD_SELECT)
EVENT_OPENS = (
    *FIGHT, *CHEST, S.MAP, S.REWARDS, S.CARD_REWARD, S.CARD_SELECT, S.BUNDLE_SELECT, S.RELIC_SELECT,
    S.CRYSTAL_SPHERE, S.FAKE_MERCHANT, S.SHOP,
)  # fmt: skip
# Rewards come from events, chests, digging, and relics bought or found: that room is back when they are done.
UNDER_REWARDS = (*ANY_EVENT, *CHEST, S.REST_SITE, S.SHOP)
Leads = tuple[tuple[tuple[State, ...], Action, tuple[State, ...]], ...]
LEADS: Leads = (
    *((FIGHTS, act, (S.COMBAT_SETTLING, *CHOICES, *WON)) for act in (pages.AIMED, pages.THROWN, w.EndTurn())),
    ((S.COMBAT_SETTLING,), w.EndTurn(), (*FIGHTS, *WON)),
    ((S.HAND_SELECT,), w.CombatSelectCard(0), (*FIGHT, S.CARD_SELECT, S.REWARDS)),
    ((S.HAND_SELECT,), w.CombatConfirmSelection(), (*FIGHT, S.CARD_SELECT, S.REWARDS)),
    (LISTS, w.ClaimReward(1), (S.CARD_REWARD, S.CARD_SELECT, *UNDER_REWARDS)),
    (LISTS, w.Proceed(), (S.MAP, *UNDER_REWARDS, *FIGHT)),
    ((S.CARD_REWARD,), w.SelectCardReward(0), (S.REWARDS, S.MAP, *UNDER_REWARDS)),
    ((S.CARD_REWARD,), w.SkipCardReward(), (S.REWARDS, S.MAP, *UNDER_REWARDS)),
    ((S.MAP,), w.ChooseMapNode(0), (*ROOM, *CHOICES, S.MAP_IN_COMBAT)),
    ((S.EVENT,), w.ChooseEventOption(0), (S.EVENT_DIALOGUE, S.EVENT_RESOLVING, *EVENT_OPENS)),
    ((S.EVENT_RESOLVING,), w.ChooseEventOption(0), (S.EVENT, *EVENT_OPENS)),
    ((S.EVENT_DIALOGUE,), w.AdvanceDialogue(), PAGE_OF_EVENT),
    ((S.REST_SITE,), w.ChooseRestOption(0), (S.CARD_SELECT, S.REWARDS, S.CARD_REWARD)),
    ((S.REST_SITE,), w.ClaimReward(0), (S.REWARDS, S.CARD_REWARD, S.MAP)),
    ((S.REST_SITE,), w.Proceed(), (S.MAP, S.REWARDS)),
    ((S.SHOP,), w.ShopPurchase(0), (S.CARD_SELECT, S.REWARDS, S.CARD_REWARD)),
    ((S.SHOP,), w.Proceed(), (S.MAP,)),
    ((S.FAKE_MERCHANT,), w.Proceed(), (S.MAP, *PAGE_OF_EVENT)),
    ((S.TREASURE,), w.ClaimTreasureRelic(0), (S.TREASURE_OPENING, S.REWARDS, S.CARD_SELECT)),
    ((S.TREASURE,), w.Proceed(), (S.MAP,)),
    ((S.CARD_SELECT,), w.SelectCard(0), (S.CARD_SELECT_PREVIEW, *PICKED)),
    ((S.CARD_SELECT,), w.ConfirmSelection(), (S.CARD_SELECT_PREVIEW, *PICKED)),
    ((S.CARD_SELECT_PREVIEW,), w.ConfirmSelection(), (S.CARD_SELECT, *PICKED)),
    ((S.CARD_SELECT,), w.CancelSelection(), PICKED),
    ((S.CARD_SELECT_PREVIEW, S.CARD_SELECT_STALE), w.CancelSelection(), (S.CARD_SELECT, *PICKED)),
    ((S.BUNDLE_SELECT,), w.SelectBundle(0), (S.BUNDLE_SELECT_PREVIEW, *BUNDLED)),
    ((S.BUNDLE_SELECT_PREVIEW,), w.ConfirmBundleSelection(), (S.BUNDLE_SELECT, *BUNDLED)),
    ((S.BUNDLE_SELECT_PREVIEW,), w.CancelBundleSelection(), (S.BUNDLE_SELECT, *BUNDLED)),
    ((S.RELIC_SELECT,), w.SelectRelic(0), RELIC_TAKEN),
    ((S.RELIC_SELECT,), w.SkipRelicSelection(), RELIC_TAKEN),
    ((S.CRYSTAL_SPHERE,), w.CrystalSphereClickCell(1, 1), (S.REWARDS, *PAGE_OF_EVENT)),
    ((S.CRYSTAL_SPHERE,), w.CrystalSphereProceed(), (S.REWARDS, S.MAP, *PAGE_OF_EVENT)),
    ((S.CRYSTAL_SPHERE,), w.ChooseMapNode(0), ROOM),
    ((S.MENU,), w.MenuSelect("continue"), (*ROOM, S.MAP)),
    ((S.GAME_OVER,), w.MenuSelect("main_menu"), (S.MENU, S.MENU_BLOCKED)),
)

# What is seen next without anything sent, besides the late effects of LEADS: the game's own doing, and a person's.
BY_ITSELF: tuple[tuple[tuple[State, ...], tuple[State, ...]], ...] = (
    (FIGHTS, (S.COMBAT_SETTLING, *CHOICES, *WON)),
    ((S.COMBAT_SETTLING,), (*FIGHTS, *CHOICES, *WON, S.CARD_REWARD)),  # the last: rewards left while it opens
    ((S.HAND_SELECT,), (*FIGHT, S.CARD_SELECT, S.REWARDS)),
    ((*LISTS, S.CARD_REWARD, S.REST_SITE, S.SHOP, S.FAKE_MERCHANT, *CHEST), (S.MAP,)),
    ((S.EVENT,), (S.EVENT_DIALOGUE, S.EVENT_RESOLVING, *EVENT_OPENS)),
    ((S.EVENT_RESOLVING,), (S.EVENT, S.EVENT_DIALOGUE, *EVENT_OPENS)),
    ((S.EVENT_DIALOGUE,), PAGE_OF_EVENT),
    ((S.FAKE_MERCHANT,), FIGHT),
    ((S.TREASURE_OPENING,), (S.TREASURE,)),
    ((S.TREASURE,), (S.TREASURE_OPENING,)),
    ((S.CARD_SELECT,), (S.CARD_SELECT_PREVIEW, *PICKED)),
    ((S.CARD_SELECT_PREVIEW,), (S.CARD_SELECT, *PICKED)),
    ((S.BUNDLE_SELECT,), (S.BUNDLE_SELECT_PREVIEW, *BUNDLED)),
    ((S.BUNDLE_SELECT_PREVIEW,), BUNDLED),
    ((S.RELIC_SELECT,), RELIC_TAKEN),
    ((S.CRYSTAL_SPHERE,), (S.REWARDS, S.MAP, *PAGE_OF_EVENT)),
    ((S.MENU,), (S.MENU_BLOCKED,)),
    ((S.MENU_BLOCKED,), (S.MENU,)),
)
# The same while the last action is awaited.
AWAITED_LEADS: tuple[tuple[State, tuple[State, ...]], ...] = (
    (S.MENU_EMBARKING, (*ROOM, S.MAP)),
    (S.ACTIONS_DISABLED, (S.COMBAT_SETTLING, *CHOICES, *WON)),
    (S.MAP_TRAVELLING, (*ROOM, *CHOICES, S.MAP_IN_COMBAT)),
    (S.SHOP_LEAVING, (S.MAP,)),
)

# --- what lies over what ----------------------------------------------------------------------------------------------
OVER_ALL = (S.MENU_POPUP, S.OVERLAY, S.UNKNOWN)
OVER = (*OVER_ALL, S.MAP_IN_COMBAT)
IN_FIGHT = (*FIGHT, S.ACTIONS_DISABLED, S.HAND_SELECT)
UNDER = tuple(state for state in State if state not in OVER)


def over(state: State) -> tuple[State, ...]:
    """What may come to lie over a state. A map over a fight is opened by a person."""
    return OVER if state in IN_FIGHT else OVER_ALL


# What is awaited in a state of its own, however the page changes.
AWAITS: Mapping[tuple[State, str], State] = {
    **{(fight, "end_turn"): S.ACTIONS_DISABLED for fight in FIGHTS},
    (S.MAP, "choose_map_node"): S.MAP_TRAVELLING,
    (S.SHOP, "proceed"): S.SHOP_LEAVING,
}
