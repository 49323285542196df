"""The deck ledger: the master deck, which the wire never shows, kept from what is seen of it coming and going.

Begun with the character's starting deck or with the first fight that is seen; every fight's first turn tells all its
cards (by id in hand, by name in the piles), and what is shown there wins. Between fights it holds what is known to have
changed. Cards that nobody has seen yet have no id. One frozen value, bound to its run by the machine's memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from attrs import evolve, field, frozen

from sts2fsm.content import load
from sts2fsm.facts.fight import card_of, character_of
from sts2fsm.wire.common import Player
from sts2fsm.wire.observation import Observation

ASCENSION_CURSE = (5, "ASCENDERS_BANE")  # from this ascension on it is in the starting deck (facts/rules.json)
NOT_OF_A_DECK = frozenset({"TOKEN", "STATUS"})  # pools of cards that only fights make (content tables, cards)
# Ops by which a relic makes cards, or upgrades them, for one fight alone (content tables, relics).
_MAKES = frozenset({"generate", "offer", "add_card"})
_UPGRADES = frozenset({"upgrade_all", "upgrade_picked"})
Cards = Counter[tuple[str, bool]]  # how many of each (id, upgraded)
_KEPT = 8  # differences listed, the newest


@frozen(order=True)
class Held:
    """One card of the deck. `id` is "" for one that nobody has seen or whose name nothing tells; `enchantment` is ""
    for none that is known."""

    id: str
    upgraded: bool = False
    enchantment: str = ""

    def __str__(self) -> str:
        return f"{self.id or 'unseen card'}{'+' if self.upgraded else ''}"


UNSEEN = Held("")


def _in_order(cards: Iterable[Held]) -> tuple[Held, ...]:
    return tuple(sorted(cards))


@frozen(kw_only=True)
class Deck:
    """`cards` in order of their ids. `unsure` counts changes since the last fight whose outcome did not show;
    `expects` is what the next card grid is for, as (op, its detail), where more than its screen type tells.

    `fights` were compared, of which `exact` held exactly what was expected; `differences` say what did not. `names` are
    cards by the name shown, in any language, as learned in this run.
    """

    cards: tuple[Held, ...] = field(converter=_in_order)
    unsure: int = 0
    expects: tuple[str, str] | None = None
    fights: int = 0
    exact: int = 0
    checked: tuple[int, int] | None = None  # act and floor of the last fight compared
    differences: tuple[str, ...] = ()
    names: Mapping[str, tuple[str, bool]] = field(factory=dict)

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids of the cards that are known."""
        return tuple(card.id for card in self.cards if card.id)

    # --- changes ------------------------------------------------------------------------------------------------------
    def gain(self, *cards: Held) -> Deck:
        return evolve(self, cards=(*self.cards, *cards))

    def lose(self, card_id: str, upgraded: bool | None = None) -> Deck:
        """Without one card of that id; unchanged and less sure where none is known to be there."""
        return self._swapped(card_id, upgraded, None)

    def replace(self, card_id: str, upgraded: bool, by: Held) -> Deck:
        return self._swapped(card_id, upgraded, by)

    def upgrade(self, card_id: str) -> Deck:
        return self._swapped(card_id, False, Held(card_id, True))

    def enchant(self, card_id: str, upgraded: bool, kind: str) -> Deck:
        return self._swapped(card_id, upgraded, Held(card_id, upgraded, kind or "?"))

    def guessed(self, times: int = 1) -> Deck:
        """Something changed, and nobody saw what."""
        return evolve(self, unsure=self.unsure + times)

    def _swapped(self, card_id: str, upgraded: bool | None, by: Held | None) -> Deck:
        found = next((c for c in self.cards if c.id == card_id and upgraded in (None, c.upgraded)), None)
        if found is None:
            return self.guessed() if by is None else self.guessed().gain(by)
        rest = list(self.cards)
        rest.remove(found)
        if by is not None and by.id == card_id and not by.enchantment:
            by = evolve(by, enchantment=found.enchantment)
        return evolve(self, cards=rest if by is None else [*rest, by])


def begun(seen: Observation) -> Deck | None:
    """The deck of a run that has just begun; None where it has not, or nobody knows the character."""
    player, run = seen.player, seen.run
    if player is None or run is None or run.floor > 1 or player.in_combat:
        return None
    character = load().characters.get(character_of(player) or "")
    if character is None:
        return None
    since, curse = ASCENSION_CURSE
    cards = (*character.deck, *([curse] if run.ascension >= since else []))
    extra = {relic.id for relic in player.relics} - set(character.relics)
    names = {load().cards[id_].name: (id_, False) for id_ in cards}
    return Deck(cards=[Held(id_) for id_ in cards], unsure=len(extra), names=names)


# --- what a fight shows -----------------------------------------------------------------------------------------------
def learned(deck: Deck, seen: Observation) -> Deck:
    """The ledger with the names of all cards that are shown with their ids."""
    player = seen.player
    shown: list[tuple[str | None, str | None, bool]] = []
    for cards in (
        player.hand if player else None,
        seen.card_reward.cards if seen.card_reward else None,
        seen.card_select.cards if seen.card_select else None,
    ):
        shown += [(card.name, card.id, card.is_upgraded) for card in cards or ()]
    items = seen.shop.items if seen.shop else ()
    shown += [(item.card_name, item.card_id, bool(item.card_is_upgraded)) for item in items]
    new = {name: (id_, up) for name, id_, up in shown if name and id_ and deck.names.get(name) != (id_, up)}
    return evolve(deck, names={**deck.names, **new}) if new else deck


def _shown(seen: Observation, names: Mapping[str, tuple[str, bool]]) -> Cards | None:
    """Every card of the fight as its first turn begins; None where that is not to be seen."""
    player, battle = seen.player, seen.battle
    if player is None or battle is None or player.hand is None or battle.error is not None:
        return None
    if battle.round != 1 or not battle.is_play_phase or not player.hand:
        return None
    character = character_of(player)
    found: list[tuple[str, bool]] = [(card.id, card.is_upgraded) for card in player.hand]
    for card in (*player.draw_pile, *player.discard_pile, *player.exhaust_pile):
        found.append(card_of(card.name, names, character) or ("", False))
    cards = load().cards
    return Counter(card for card in found if card[0] not in cards or cards[card[0]].pool not in NOT_OF_A_DECK)


def reconciled(deck: Deck | None, seen: Observation) -> Deck | None:
    """The ledger after the first look at a fight's first turn: what is shown wins, enchantments of what stays are
    kept."""
    known = learned(deck or Deck(cards=()), seen)
    shown = _shown(seen, known.names)
    if shown is None or seen.run is None or seen.player is None:
        return deck
    here = (seen.run.act, seen.run.floor)
    if deck is None:
        return evolve(known, cards=[Held(*card) for card in shown.elements()], checked=here)
    expected = Counter((card.id, card.upgraded) for card in deck.cards)
    shown = _of_the_deck(shown, expected, deck, seen.player, known.names)
    differences = _differences(expected, shown)
    return evolve(
        deck,
        cards=_kept(deck.cards, shown),
        unsure=0,
        expects=None,
        fights=deck.fights + 1,
        exact=deck.exact + (not differences),
        checked=here,
        differences=(*deck.differences, *(f"floor {here[1]}: {what}" for what in differences))[-_KEPT:],
        names=known.names,
    )


def _of_the_deck(
    shown: Cards, expected: Cards, deck: Deck, player: Player, names: Mapping[str, tuple[str, bool]]
) -> Cards:
    """What is shown, without what our relics made or upgraded for this fight alone."""
    relics, hand = [relic.id for relic in player.relics], player.hand or ()
    reach = sum(_reach(relic, len(hand)) for relic in relics if _does(relic, _UPGRADES))
    if reach:
        shown = _lasting(shown, expected, reach if deck.unsure else len(deck.cards))
    if any(_does(relic, _MAKES) for relic in relics):
        fresh = [(card.id, card.is_upgraded) for card in hand]  # what does not fit into the hand is discarded
        fresh += [card_of(card.name, names, character_of(player)) or ("", False) for card in player.discard_pile]
        shown = shown - _made(shown, expected, fresh, certain=not deck.unsure and UNSEEN not in deck.cards)
    return shown


@cache
def _does(relic: str, ops: frozenset[str]) -> bool:
    """Whether a relic's programs hold one of the ops."""
    found = load().relics.get(relic)
    return found is not None and any(_holds(program, ops) for program in found.on.values())


def _holds(program: Any, ops: frozenset[str]) -> bool:
    if isinstance(program, tuple):
        return any(_holds(part, ops) for part in program)
    return program in ops


def _reach(relic: str, hand: int) -> int:
    """How many cards a relic upgrades for a fight: its printed number, else all in hand."""
    return load().relics[relic].numbers.get("Cards", hand)


def _lasting(shown: Cards, expected: Cards, most: int) -> Cards:
    """What is shown without upgrades for this fight alone. Those that nobody expected are such, up to `most`; where
    there are more, nobody can tell which, and all stand until a later fight shows fewer."""
    over = {id_: shown[id_, True] - expected[id_, True] for id_, upgraded in shown if upgraded}
    found = Counter(shown)
    if sum(more for more in over.values() if more > 0) > most:
        return found
    for id_, more in over.items():
        if more > 0:
            found[id_, True] -= more
            found[id_, False] += more
    return +found


def _by_id(cards: Cards) -> Counter[str]:
    return Counter(id_ for id_, _ in cards.elements())


def _made(shown: Cards, expected: Cards, fresh: list[tuple[str, bool]], certain: bool) -> Cards:
    """Cards that came to the hand and that nobody expected: the fight made them. Where the deck is not `certain`, at
    most as many as there are too many: first those of which it has no other copy, last those that may be the deck's
    own, upgraded."""
    more = _by_id(shown) - _by_id(expected)
    ids = {id_ for id_, _ in expected}
    found = (Counter(fresh) & (shown - expected)).elements()
    strange = sorted(found, key=lambda card: (card[0] not in more, card[0] in ids))
    return Counter(strange if certain else strange[: max(0, shown.total() - expected.total())])


def _differences(expected: Cards, shown: Cards) -> list[str]:
    """What the fight shows and was not expected, and the other way round; cards that nobody had seen are met, not
    missed, where there are as many new ones."""
    more = [f"+{Held(*card)}" for card in sorted((shown - expected).elements())]
    less = [f"-{Held(*card)}" for card in sorted((expected - shown).elements())]
    return [] if less == [f"-{UNSEEN}"] * len(more) else more + less


def _kept(cards: Iterable[Held], shown: Cards) -> list[Held]:
    """What is shown, with the enchantments known of it."""
    left = Counter(shown)
    kept = []
    for card in sorted(cards, key=lambda card: not card.enchantment):
        if left[card.id, card.upgraded] > 0:
            left[card.id, card.upgraded] -= 1
            kept.append(card)
    return [*kept, *(Held(*card) for card in left.elements())]
