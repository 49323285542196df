"""Records shared by all screens: run, player, cards, powers, relics, potions, orbs, pets (wire.md, api.md sections 2.2
and 3).
"""

from __future__ import annotations

from attrs import frozen

from sts2fsm.wire.fields import REQUIRED, choice, count, flag, ident, part, several, text

CARD_TYPES = ("None", "Attack", "Skill", "Power", "Status", "Curse", "Quest")
RARITIES = ("None", "Basic", "Common", "Uncommon", "Rare", "Ancient", "Event", "Token", "Status", "Curse", "Quest")
TARGET_TYPES = (
    "None", "Self", "AnyEnemy", "AllEnemies", "RandomEnemy", "AnyPlayer", "AnyAlly", "AllAllies", "TargetedNoCreature",
    "Osty",
)  # fmt: skip
NEEDS_TARGET = "AnyEnemy"  # the only target type for which the mod reads `target`


@frozen(kw_only=True)
class Run:
    """Where the run stands. `act` counts from 1, `floor` is the floor of the whole run."""

    act: int = count(1, 4, REQUIRED)
    floor: int = count(0, 60, REQUIRED)
    ascension: int = count(0, 10)


@frozen(kw_only=True)
class Keyword:
    name: str | None = text()
    description: str | None = text()


@frozen(kw_only=True)
class Power:
    """A visible power; `amount` is the number the game shows."""

    id: str = ident("powers")
    name: str | None = text()
    amount: int = count(-99, 99)
    type: str | None = choice("None", "Buff", "Debuff", default=None)
    description: str | None = text()
    keywords: tuple[Keyword, ...] = several(0, 1)


@frozen(kw_only=True)
class Relic:
    id: str = ident("relics")
    name: str | None = text()
    description: str | None = text()
    counter: int | None = count(0, 12, None)
    keywords: tuple[Keyword, ...] = several(0, 1)


@frozen(kw_only=True)
class Potion:
    """A filled belt slot. The list is sparse: `slot` is the place, never the position in the list."""

    id: str = ident("potions")
    slot: int = count(0, 4, REQUIRED)
    name: str | None = text()
    description: str | None = text()
    can_use_in_combat: bool = flag()
    target_type: str | None = choice(*TARGET_TYPES, default=None)
    keywords: tuple[Keyword, ...] = several(0, 1)


@frozen(kw_only=True)
class Card:
    """A card as every screen but the piles shows it. `cost` is text: "2", "0" (also for unplayable cards) or "X"."""

    id: str = ident("cards")
    index: int | None = count(0, 40, None)
    name: str | None = text()
    type: str | None = choice(*CARD_TYPES, default=None)
    cost: str | None = choice("0", "1", "2", "3", "X", default=None)
    star_cost: str | None = choice("1", "2", "X", default=None)
    description: str | None = text()
    rarity: str | None = choice(*RARITIES, default=None)
    is_upgraded: bool = flag()
    keywords: tuple[Keyword, ...] = several(0, 1)


@frozen(kw_only=True)
class HandCard(Card):
    """A card in hand. `can_play` knows cost and keywords only: it is true in the enemy's turn too."""

    index: int = count(0, 9, REQUIRED)
    target_type: str | None = choice(*TARGET_TYPES, default=None)
    can_play: bool = flag()
    unplayable_reason: str | None = choice(
        "HasUnplayableKeyword", "BlockedByHook", "BlockedByCardLogic", "EnergyCostTooHigh", "StarCostTooHigh",
        "NoLivingAllies", default=None,
    )  # fmt: skip


@frozen(kw_only=True)
class PileCard:
    """A card in a pile: no id, no type; the draw pile is sorted, never in draw order."""

    name: str | None = text()
    cost: str | None = choice("0", "1", "2", "3", "X", default=None)
    star_cost: str | None = choice("1", "2", "X", default=None)
    description: str | None = text()


@frozen(kw_only=True)
class Orb:
    id: str = ident("orbs")
    name: str | None = text()
    description: str | None = text()
    passive_val: int = count(0, 20)
    evoke_val: int = count(0, 40)
    keywords: tuple[Keyword, ...] = several(0, 1)


@frozen(kw_only=True)
class Pet:
    id: str = ident("pets")
    name: str | None = text()
    alive: bool = flag()
    hp: int = count()
    max_hp: int = count()
    block: int = count()
    status: tuple[Power, ...] = several(0, 2)


@frozen(kw_only=True)
class Player:
    """The local player. `energy` and the piles are there only while a combat is in progress."""

    character: str | None = text()
    hp: int = count(0, 120, REQUIRED)
    max_hp: int = count(1, 120, REQUIRED)
    block: int = count(0, 99)
    gold: int = count(0, 999)
    status: tuple[Power, ...] = several(0, 3)
    relics: tuple[Relic, ...] = several(0, 4)
    potions: tuple[Potion, ...] = several(0, 3)
    max_potion_slots: int = count(0, 5)
    energy: int | None = count(0, 6, None)
    max_energy: int | None = count(0, 6, None)
    stars: int | None = count(0, 12, None)
    hand: tuple[HandCard, ...] | None = part()
    draw_pile_count: int | None = count(0, 40, None)
    discard_pile_count: int | None = count(0, 40, None)
    exhaust_pile_count: int | None = count(0, 40, None)
    draw_pile: tuple[PileCard, ...] = several(0, 6)
    discard_pile: tuple[PileCard, ...] = several(0, 6)
    exhaust_pile: tuple[PileCard, ...] = several(0, 3)
    orbs: tuple[Orb, ...] = several(0, 3)
    orb_slots: int | None = count(0, 10, None)
    orb_empty_slots: int | None = count(0, 10, None)
    pets: tuple[Pet, ...] = several(0, 1)

    @property
    def in_combat(self) -> bool:
        """The combat fields are there, whatever screen lies on top (api.md 2.2)."""
        return self.energy is not None

    @property
    def belt_full(self) -> bool:
        return len(self.potions) >= self.max_potion_slots
