"""Actions in a player's words, on the hand-written payloads."""

from __future__ import annotations

import pytest

from sts2fsm.wire.actions import (
    Action,
    ChooseEventOption,
    ChooseMapNode,
    ChooseRestOption,
    ClaimReward,
    CombatSelectCard,
    DiscardPotion,
    EndTurn,
    MenuSelect,
    PlayCard,
    SelectBundle,
    SelectCard,
    SelectCardReward,
    SelectRelic,
    ShopPurchase,
    UsePotion,
)
from sts2fsm.wire.convert import WireReader
from sts2fsm.words import enemies, say, spaced
from tests.fixture_files import fixture


@pytest.mark.parametrize(
    ("name", "action", "phrase"),
    [
        ("monster-two-nibbits-player-turn", PlayCard(3, "NIBBIT_1"), "Bash → Nibbit (2 of 2)"),
        ("monster-two-nibbits-player-turn", PlayCard(1), "Defend"),
        ("monster-two-nibbits-player-turn", UsePotion(1, "NIBBIT_0"), "drink Fire Potion → Nibbit (1 of 2)"),
        ("monster-two-nibbits-player-turn", DiscardPotion(1), "throw away Fire Potion"),
        ("monster-two-nibbits-player-turn", EndTurn(), "end the turn"),
        ("rewards-gold-potion-card", ClaimReward(0), "take 14 gold"),
        ("rewards-gold-potion-card", ClaimReward(1), "take Fire Potion"),
        ("rewards-gold-potion-card", ClaimReward(2), "look at the cards"),
        ("card_reward-three-cards", SelectCardReward(2), "take Inflame+"),
        ("map-three-ways", ChooseMapNode(1), "go to monster"),
        ("event-neow", ChooseEventOption(1), "“Large Capsule”"),
        ("rest_site-hurt-with-heal-and-smith", ChooseRestOption(1), "Smith"),
        ("shop-rich", ShopPurchase(0), "buy Pommel Strike for 52 gold"),
        ("shop-rich", ShopPurchase(8), "buy card removal for 75 gold"),
        ("card_select-upgrade-choosing", SelectCard(2), "upgrade Defend"),
        ("hand_select-exhaust-one", CombatSelectCard(0), "pick Strike"),
        ("bundle_select-choosing", SelectBundle(1), "bundle of Shrug It Off, True Grit"),
        ("relic_select-three", SelectRelic(0), "take Vajra"),
        ("menu-main", MenuSelect("singleplayer"), "singleplayer"),
        ("menu-character-select", MenuSelect("IRONCLAD"), "IRONCLAD"),
    ],
)
def test_actions_are_said_by_name(name: str, action: Action, phrase: str) -> None:
    """Names as the payload shows them; a target only where there is a choice, with its place among twins."""
    assert say(action, WireReader().observation(fixture(name))) == phrase


@pytest.mark.parametrize(
    ("name", "action"),
    [("map-three-ways", ChooseMapNode(9)), ("menu-main", PlayCard(0)), ("shop-rich", ClaimReward(0))],
)
def test_what_is_not_shown_is_said_as_sent(name: str, action: Action) -> None:
    """An action that does not fit the payload still has words: its own."""
    assert say(action, WireReader().observation(fixture(name))) == str(action)


def test_enemies_by_name_and_health() -> None:
    """Everyone in the fight, in screen order; nobody outside one."""
    assert enemies(WireReader().observation(fixture("monster-two-nibbits-player-turn"))) == "Nibbit 43, Nibbit 45"
    assert enemies(WireReader().observation(fixture("menu-main"))) == ""


@pytest.mark.parametrize(("word", "said"), [("RestSite", "rest site"), ("rest_site", "rest site"), ("Elite", "elite")])
def test_words_of_the_wire_are_spaced(word: str, said: str) -> None:
    """CamelCase and snake_case read as words."""
    assert spaced(word) == said
