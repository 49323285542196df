"""Run-side ops that offer made-up cards: choose one, pick some out of a grid, choose a bundle."""

from __future__ import annotations

from typing import Any

from sts2fsm.content.run_tables import Op

from . import ledger, offers
from .effects_cards import prompt
from .run_cards import DeckCard
from .screens import Bundle, Choose
from .script import OpFn, Script


def _choose_card(script: Script, op: Op) -> None:
    """Choose one of some generated cards, or skip."""
    run = script.run
    cards = offers.offer_cards(
        run, op["of"], op["pool"], rarity=op.get("rarity"), upgrade_roll=False, uniform=op["pool"] == "Colorless"
    )

    def done(card: DeckCard | None) -> None:
        _note_choice(script, cards, [card] if card else [])
        if card is not None:
            ledger.add_card(run, card)
        script.resume()

    script.wait()
    script.world.open(Choose(script.world.now, cards, can_skip=True, done=done, guard=script.world.click_guard()))


def _note_choice(script: Script, offered: list[DeckCard], picked: list[DeckCard]) -> None:
    for card in offered:
        row: dict[str, Any] = {"card": {"id": f"CARD.{card.id}"}, "was_picked": card in picked}
        script.run.history.here.add("card_choices", row)


def _card_pick(script: Script, op: Op) -> None:
    """Pick out of a grid of generated cards: forced, closing by itself at the last pick; or as many as one likes.
    The pool "$shown" is the character that the offer named, without one another character's."""
    pool = (script.shown or "other") if op["pool"] == "$shown" else op["pool"]
    cards = offers.offer_cards(
        script.run,
        op["of"],
        pool,
        rarity=op.get("rarity"),
        upgrade_roll=False,
        uniform=op.get("odds") == "uniform",
    )

    def done(picked: list[DeckCard]) -> None:
        _note_choice(script, cards, picked)
        for card in picked:
            ledger.add_card(script.run, card)
        script.resume()

    script.wait()
    least = 0 if op.get("up_to") else op["pick"]
    script.world.open_grid("simple_select", prompt("add", op["pick"]), cards, least, op["pick"], done)


def _pack(script: Script, rarities: list[str]) -> list[DeckCard]:
    """Distinct cards of the character, one of each rarity named."""
    taken: list[DeckCard] = []
    for rarity in rarities:
        have = {card.id for card in taken}
        left = [c for c in offers.card_pool(script.run, "character") if c.rarity == rarity and c.id not in have]
        taken.append(DeckCard(script.run.rng["rewards"].choice(left).id, 0, script.run.floor))
    return taken


def _bundle(script: Script, op: Op) -> None:
    packs = [_pack(script, op["rarities"]) for _ in range(op["packs"])]

    def done(index: int) -> None:
        for card in packs[index]:
            ledger.add_card(script.run, card)
        script.resume()

    script.wait()
    script.world.open(Bundle(script.world.now, packs, done))


OFFER_OPS: dict[str, OpFn] = {
    "choose_card": _choose_card,
    "card_pick": _card_pick,
    "bundle": _bundle,
}
