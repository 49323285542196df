"""How the deck changes between fights: what each action that landed did to it, and what new relics do.

Effects come from the same tables as the embedded game's (content tables: events, relics outside fights, rest options).
Whatever falls out by chance leaves an unseen card, or a change that is only counted; the next fight tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from attrs import evolve

from sts2fsm.content import CardDef, load
from sts2fsm.content.run_tables import Op, run_tables
from sts2fsm.facts.events import option_rows
from sts2fsm.facts.fight import card_of, character_of
from sts2fsm.facts.ledger import UNSEEN, Deck, Held
from sts2fsm.wire import actions as w
from sts2fsm.wire.common import Card, Player
from sts2fsm.wire.observation import Observation

_BASIC_TAGS = ("Strike", "Defend")


# --- cards that come --------------------------------------------------------------------------------------------------
def added(deck: Deck, player: Player | None, cards: Iterable[Held]) -> Deck:
    """With cards put into the deck, and what our relics do to each: upgrade it, enchant it, copy it."""
    relics = (
        [run_tables().relics[relic.id].hooks for relic in player.relics if relic.id in run_tables().relics]
        if player
        else []
    )
    for card in cards:
        kind = load().cards[card.id].type if card.id in load().cards else None
        if kind is not None and any(hooks.get("upgrade_type") == kind for hooks in relics):
            card = evolve(card, upgraded=True)
        enchantment = next((hooks["card_enchant"][0] for hooks in relics if "card_enchant" in hooks), None)
        if enchantment == "NIMBLE" and card.id in load().cards and "Block" in load().cards[card.id].numbers:
            card = evolve(card, enchantment=enchantment)
        deck = deck.gain(*([card, card] if any("card_added_copy" in hooks for hooks in relics) else [card]))
    return deck


# --- effects of the tables --------------------------------------------------------------------------------------------
def _matching(deck: Deck, wanted: Mapping[str, Any]) -> list[Held]:
    """Cards that a filter of the tables fits, as far as it speaks of the card itself."""
    cards = load().cards
    return [held for held in deck.cards if held.id in cards and _fits(held, cards[held.id], wanted)]


def _fits(held: Held, card: CardDef, wanted: Mapping[str, Any]) -> bool:
    known = {"rarity": card.rarity, "type": card.type, "upgraded": held.upgraded}
    tagged = "tag" not in wanted or wanted["tag"] in card.tags
    return tagged and all(value == known.get(key, value) for key, value in wanted.items() if key != "tag")


def _basics(deck: Deck, tag: str) -> list[Held]:
    return _matching(deck, {"rarity": "Basic", "tag": tag})


def _add_basic(deck: Deck, op: Op, player: Player | None) -> Deck:
    character = load().characters.get((character_of(player) if player else None) or "")
    fitting = [id_ for id_ in character.deck if op["tag"] in load().cards[id_].tags] if character else []
    return added(deck, player, [Held(fitting[0])] if fitting else [UNSEEN])


def _transform_basic(deck: Deck, op: Op, player: Player | None) -> Deck:
    found = _basics(deck, op["tag"])
    return deck.replace(found[0].id, found[0].upgraded, UNSEEN) if found else deck.guessed()


def _upgrade_basic(deck: Deck, op: Op, player: Player | None) -> Deck:
    found = [card for card in _basics(deck, op["tag"]) if not card.upgraded]
    return deck.upgrade(found[0].id) if found else deck


def _upgrade(deck: Deck, op: Op, player: Player | None) -> Deck:
    if op["n"] == "all":
        for card in deck.cards:
            if not card.upgraded and upgradable(card.id):
                deck = deck.upgrade(card.id)
        return deck
    return deck.guessed(int(op["n"])) if op.get("random") else deck


def _enchant_all(deck: Deck, op: Op, player: Player | None) -> Deck:
    kinds = {"GOOPY": {"tag": "Defend"}}
    for card in _matching(deck, {**op["filter"], **kinds.get(op["kind"], {})}):
        if not card.enchantment:
            deck = deck.enchant(card.id, card.upgraded, op["kind"])
    return deck


def _transform_each(deck: Deck, op: Op, player: Player | None) -> Deck:
    for tag in _BASIC_TAGS:
        for card in _basics(deck, tag):
            deck = deck.replace(card.id, card.upgraded, UNSEEN)
    return deck


def _transform_all(deck: Deck, op: Op, player: Player | None) -> Deck:
    for card in [card for card in deck.cards if card.id == op["id"]]:
        deck = deck.replace(card.id, card.upgraded, Held(op["into"]))
    return deck


def _ancient_form(deck: Deck, op: Op, player: Player | None) -> Deck:
    forms = run_tables().odds["ancient_forms"]
    found = next((card for card in deck.cards if card.id in forms), None)
    return deck.replace(found.id, found.upgraded, evolve(found, id=forms[found.id])) if found else deck.guessed()


def _lose_card(deck: Deck, op: Op, player: Player | None) -> Deck:
    held = sum(card.id == op["id"] for card in deck.cards)
    for _ in range(held if op["n"] == "all" else min(held, int(op["n"]))):
        deck = deck.lose(op["id"])
    return deck


def _grid(deck: Deck, op: Op, player: Player | None) -> Deck:
    """A grid of the deck's cards opens: remember what it is for."""
    return evolve(deck, expects=(op["op"], str(op.get("kind") or op.get("into") or "")))


def _guess(deck: Deck, op: Op, player: Player | None) -> Deck:
    return deck.guessed()


Change = Callable[[Deck, Op, Player | None], Deck]
OPS: Mapping[str, Change] = {
    "add_card": lambda deck, op, player: added(deck, player, [Held(op["id"])] * op.get("n", 1)),
    "add_random_card": lambda deck, op, player: added(deck, player, [UNSEEN] * op["n"]),
    "add_tome": lambda deck, op, player: added(deck, player, [UNSEEN]),
    "add_basic": _add_basic,
    "transform_basic": _transform_basic,
    "upgrade_basic": _upgrade_basic,
    "upgrade": _upgrade,
    "downgrade": _guess,
    "enchant_all": _enchant_all,
    "transform_each": _transform_each,
    "transform_all": _transform_all,
    "ancient_form": _ancient_form,
    "lose_card": _lose_card,
    "duplicate_deck": lambda deck, op, player: added(deck, player, deck.cards),
    "copy_enchanted": lambda deck, op, player: added(
        deck, player, [card for card in deck.cards if card.enchantment == op["kind"]]
    ),
    "enchant": _grid,
    "transform": _grid,
    "copy_card": _grid,
    "remove_card": _grid,
    "store_cards": _grid,
    "remove_shown": _guess,
    "do_dish": _guess,
}


def upgradable(card_id: str) -> bool:
    card = load().cards.get(card_id)
    return card is not None and card.max_upgrades > 0


def effects(deck: Deck, program: Sequence[Op], player: Player | None) -> Deck:
    """The deck after a program of the tables, as far as it touches the deck."""
    for op in program:
        change = OPS.get(op["op"])
        if change is not None:
            deck = change(deck, op, player)
    return deck


def new_relics(deck: Deck, before: Observation | None, after: Observation) -> Deck:
    """What relics do to the deck as they are taken."""
    if before is None or before.player is None or after.player is None:
        return deck
    had = {relic.id for relic in before.player.relics}
    for relic in after.player.relics:
        if relic.id not in had and relic.id in run_tables().relics:
            deck = effects(deck, run_tables().relics[relic.id].pickup, after.player)
    return deck


# --- actions ----------------------------------------------------------------------------------------------------------
def _held(card: Card) -> Held:
    return Held(card.id, card.is_upgraded)


def _reward(deck: Deck, before: Observation, sent: w.SelectCardReward) -> Deck:
    offered = before.card_reward.cards if before.card_reward else ()
    taken = [c for place, c in enumerate(offered) if (c.index if c.index is not None else place) == sent.card_index]
    return added(deck, before.player, map(_held, taken))


def _purchase(deck: Deck, before: Observation, sent: w.ShopPurchase) -> Deck:
    items = before.shop.items if before.shop else ()
    bought = [item for item in items if item.index == sent.index and item.card_id is not None]
    return added(deck, before.player, [Held(item.card_id or "", bool(item.card_is_upgraded)) for item in bought])


def _claim(deck: Deck, before: Observation, sent: w.ClaimReward) -> Deck:
    """A card that comes as such; its name is all that is shown of it."""
    items = before.rewards.items if before.rewards else ()
    if not any(item.index == sent.index and item.type == "special_card" for item in items):
        return deck
    words = next(item.description for item in items if item.index == sent.index)
    named = [found for name in _names_in(words, deck) if (found := card_of(name, deck.names))]
    return added(deck, before.player, [Held(*named[0]) if named else UNSEEN])


def _names_in(words: str | None, deck: Deck) -> list[str]:
    """Names of cards that a text holds, the longest first."""
    known = {*deck.names, *(card.name for card in load().cards.values())}
    return sorted((name for name in known if words is not None and name in words), key=len, reverse=True)


def _event(deck: Deck, before: Observation, sent: w.ChooseEventOption) -> Deck:
    option = next((o for o in before.event.options if o.index == sent.index), None) if before.event else None
    if before.event is None or option is None or option.is_proceed or option.relic_name is not None:
        return deck
    rows = option_rows(before.event, option)
    return effects(deck, rows[0]["do"], before.player) if len(rows) == 1 else deck.guessed()


def _rest(deck: Deck, before: Observation, sent: w.ChooseRestOption) -> Deck:
    options = before.rest_site.options if before.rest_site else ()
    chosen = next((option.id for option in options if option.index == sent.index), "")
    return effects(deck, run_tables().odds["rest_options"].get(chosen, {}).get("do", ()), before.player)


def _bundle(deck: Deck, before: Observation, sent: w.ConfirmBundleSelection) -> Deck:
    return added(deck, before.player, map(_held, before.bundle_select.preview_cards if before.bundle_select else ()))


ACTIONS: Mapping[type[w.Action], Callable[[Deck, Observation, Any], Deck]] = {
    w.SelectCardReward: _reward,
    w.ShopPurchase: _purchase,
    w.ClaimReward: _claim,
    w.ChooseEventOption: _event,
    w.ChooseRestOption: _rest,
    w.ConfirmBundleSelection: _bundle,
}


def landed(deck: Deck, before: Observation, sent: w.Action, after: Observation, picked: Sequence[str]) -> Deck:
    """The deck after an action whose effect shows. `picked` are the places selected on a grid before it."""
    if isinstance(sent, w.SelectCard | w.ConfirmSelection):
        return selection(deck, before, sent, after, picked)
    change = ACTIONS.get(type(sent))
    return deck if change is None else change(deck, before, sent)


# --- grids ------------------------------------------------------------------------------------------------------------
def selection(deck: Deck, before: Observation, sent: w.Action, after: Observation, picked: Sequence[str]) -> Deck:
    """What a grid or choose-a-card overlay did that is gone now; one that lies over a fight changes no deck."""
    grid, still = before.card_select, after.card_select
    if grid is None or before.player is None or before.player.in_combat:
        return deck
    if still is not None and [c.id for c in still.cards] == [c.id for c in grid.cards]:
        return deck  # it is still open
    places = [*picked, *([str(sent.index)] if isinstance(sent, w.SelectCard) else [])]
    cards = [c for place, c in enumerate(grid.cards) if str(c.index if c.index is not None else place) in places]
    kind, detail = deck.expects or ("", "")
    deck = evolve(deck, expects=None)
    if not cards:
        return deck.guessed()
    change = _GRIDS.get(grid.screen_type or "")
    if change is None:
        return deck.guessed()
    if kind == "copy_card":
        return added(deck, before.player, map(_held, cards))
    for card in cards:
        deck = change(deck, card, detail, before.player)
    return deck


def _transformed(deck: Deck, card: Card, into: str, player: Player | None) -> Deck:
    return deck.replace(card.id, card.is_upgraded, Held(into) if into else UNSEEN)


Picked = Callable[[Deck, Card, str, Player | None], Deck]
_GRIDS: Mapping[str, Picked] = {
    "choose": lambda deck, card, detail, player: added(deck, player, [_held(card)]),
    "simple_select": lambda deck, card, detail, player: added(deck, player, [_held(card)]),
    "select": lambda deck, card, detail, player: deck.lose(card.id, card.is_upgraded),
    "upgrade": lambda deck, card, detail, player: deck.upgrade(card.id),
    "transform": _transformed,
    "NDeckEnchantSelectScreen": lambda deck, card, detail, player: deck.enchant(card.id, card.is_upgraded, detail),
}
