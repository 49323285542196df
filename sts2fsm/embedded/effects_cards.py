"""Run-side ops on the deck: add, remove, transform, upgrade, enchant, and the grids that choose cards for them."""

from __future__ import annotations

from collections.abc import Callable

from sts2fsm.content.run_tables import Op

from . import ledger, offers
from .conditions import enchantable, matches, removable, upgradable
from .run_cards import DeckCard
from .script import OpFn, Script

Apply = Callable[[Script, Op, DeckCard], None]


def _candidates(script: Script, op: Op, able: Callable[[DeckCard], bool]) -> list[DeckCard]:
    wanted = op.get("filter", {})
    return [c for c in script.run.deck if able(c) and matches(script.run, c, wanted)]


_PROMPTS = {
    "remove": "Choose {n} to remove.",
    "transform": "Choose {n} to transform.",
    "upgrade": "Choose {n} to upgrade.",
    "enchant": "Choose {n} to enchant.",
    "copy": "Choose {n} to copy.",
    "add": "Choose {n} to add to your deck.",
}


def prompt(what: str, count: int) -> str:
    return _PROMPTS[what].format(n="a card" if count == 1 else f"{count} cards")


def _pick(
    script: Script,
    screen_type: str,
    prompt: str,
    cards: list[DeckCard],
    count: int,
    apply: Callable[[DeckCard], None],
    least: int | None = None,
    preview: Callable[[DeckCard], DeckCard] | None = None,
) -> None:
    """Open a deck grid and apply something to each picked card; nothing to pick from: nothing happens."""
    if not cards:
        return

    def done(picked: list[DeckCard]) -> None:
        for card in picked:
            apply(card)
        script.resume()

    script.wait()
    script.world.open_grid(screen_type, prompt, cards, count if least is None else least, count, done, preview=preview)


def _add_card(script: Script, op: Op) -> None:
    for _ in range(op.get("n", 1)):
        card = DeckCard(op["id"], 0, script.run.floor)
        card.counters = tuple(sorted(op.get("counters", {}).items()))
        ledger.add_card(script.run, card)


def _add_random_card(script: Script, op: Op) -> None:
    run = script.run
    taken: set[str] = set()
    for _ in range(op["n"]):
        if "of" in op:
            choices = [run.content.cards[c] for c in op["of"] if c in run.content.cards]
        else:
            choices = offers.card_pool(
                run,
                op["pool"],
                lambda c: (
                    c.rarity in ("Common", "Uncommon", "Rare", "Curse") and c.rarity == op.get("rarity", c.rarity)
                ),
            )
            choices = [
                c for c in choices if c.type == op.get("type", c.type) and c.cost[0] == op.get("cost", c.cost[0])
            ]
        picked = run.rng["rewards"].choice([c for c in choices if c.id not in taken]).id
        if op.get("distinct"):
            taken.add(picked)
        ledger.add_card(run, DeckCard(picked, 0, run.floor))


def _basic(script: Script, tag: str) -> list[DeckCard]:
    return [c for c in script.run.deck if matches(script.run, c, {"rarity": "Basic", "tag": tag})]


def _add_basic(script: Script, op: Op) -> None:
    card_id = next(c for c in script.run.character.deck if op["tag"] in script.run.content.cards[c].tags)
    ledger.add_card(script.run, DeckCard(card_id, 0, script.run.floor))


def _transform_basic(script: Script, op: Op) -> None:
    for card in _basic(script, op["tag"])[:1]:
        ledger.transform_card(script.run, card, offers.random_transform(script.run, card))


def _upgrade_basic(script: Script, op: Op) -> None:
    able = [c for c in _basic(script, op["tag"]) if upgradable(script.run, c)]
    for card in able[-1:]:
        ledger.upgrade_card(script.run, card)


def _remove_card(script: Script, op: Op) -> None:
    cards = _candidates(script, op, lambda c: removable(script.run, c))
    count = op["n"]
    _pick(script, "select", prompt("remove", count), cards, count, lambda c: ledger.remove_card(script.run, c))


def _transform(script: Script, op: Op) -> None:
    run = script.run
    into = op.get("into")

    def fresh(card: DeckCard) -> DeckCard:
        if op.get("keep"):
            made = card.copy(run.floor)
            made.id = into or card.id
            return made
        made = DeckCard(into, 0, run.floor) if into else offers.random_transform(run, card)
        made.upgrades = 1 if op.get("upgraded") and upgradable(run, made) else 0
        return made

    def sample(card: DeckCard) -> DeckCard:
        """A rotating sample: every read shows another one (never the one it will be)."""
        return DeckCard(into, 0, run.floor) if into else script.world.sample_transform(card)

    cards = _candidates(script, op, lambda c: removable(run, c))
    count = op["n"]
    _pick(
        script,
        "transform",
        prompt("transform", count),
        cards,
        count,
        lambda c: ledger.transform_card(run, c, fresh(c)),
        least=0 if op.get("up_to") else None,
        preview=sample,
    )


def upgraded(card: DeckCard) -> DeckCard:
    """How a card would look upgraded."""
    better = card.copy(card.floor)
    better.upgrades += 1
    return better


def _upgrade(script: Script, op: Op) -> None:
    run = script.run
    able = _candidates(script, op, lambda c: upgradable(run, c))
    count = op["n"]
    if count == "all":
        picked = able
    elif op.get("random"):
        picked = run.rng["events"].sample(able, min(count, len(able)))
    else:
        _pick(
            script,
            "upgrade",
            prompt("upgrade", count),
            able,
            count,
            lambda c: ledger.upgrade_card(run, c),
            preview=upgraded,
        )
        return
    for card in picked:
        ledger.upgrade_card(run, card)


def _downgrade(script: Script, op: Op) -> None:
    able = [c for c in script.run.deck if c.upgrades]
    for card in script.run.rng["events"].sample(able, min(op["n"], len(able))):
        ledger.downgrade_card(script.run, card)


def _enchant(script: Script, op: Op) -> None:
    kind, amount = op["kind"], op["amount"]
    cards = _candidates(script, op, lambda c: enchantable(script.run, c, kind))
    _pick(
        script,
        "NDeckEnchantSelectScreen",
        prompt("enchant", op["n"]),
        cards,
        op["n"],
        lambda c: ledger.enchant_card(script.run, c, kind, amount),
        least=0 if op.get("up_to") else None,
    )


def _enchant_all(script: Script, op: Op) -> None:
    for card in _candidates(script, op, lambda c: enchantable(script.run, c, op["kind"])):
        ledger.enchant_card(script.run, card, op["kind"], op["amount"])


def _transform_each(script: Script, op: Op) -> None:
    """Every removable card that one of the filters fits."""
    run = script.run
    fits = [c for c in run.deck if removable(run, c) and any(matches(run, c, wanted) for wanted in op["filters"])]
    for card in fits:
        ledger.transform_card(run, card, offers.random_transform(run, card))


def _store_cards(script: Script, op: Op) -> None:
    """The relic just taken keeps the chosen cards; it gives them back after fights."""
    run, relic = script.run, script.run.relics[-1]
    cards = _candidates(script, op, lambda c: removable(run, c) and upgradable(run, c))

    def keep(card: DeckCard) -> None:
        ledger.remove_card(run, card)
        relic.stored.append(card)

    _pick(script, "select", prompt("remove", op["n"]), cards, op["n"], keep)


def _copy_card(script: Script, op: Op) -> None:
    run = script.run
    cards = [c for c in run.deck if run.content.cards[c.id].type != "Quest"]
    _pick(script, "select", prompt("copy", op["n"]), cards, op["n"], lambda c: ledger.add_card(run, c.copy(run.floor)))


def _duplicate_deck(script: Script, _op: Op) -> None:
    for card in list(script.run.deck):
        ledger.add_card(script.run, card.copy(script.run.floor))


def _copy_enchanted(script: Script, op: Op) -> None:
    for card in list(script.run.deck):
        if card.enchantment is not None and card.enchantment[0] == op["kind"]:
            ledger.add_card(script.run, card.copy(script.run.floor))


def _transform_all(script: Script, op: Op) -> None:
    for card in list(script.run.deck):
        if card.id == op["id"]:
            ledger.transform_card(script.run, card, DeckCard(op["into"], 0, script.run.floor))


def _show_card(script: Script, _op: Op) -> None:
    """Slippery Bridge: show a removable card, not basic at first, not the one shown before."""
    run = script.run
    able = [c for c in run.deck if removable(run, c)]
    better = [c for c in able if run.content.cards[c.id].rarity != "Basic" and c is not script.shown]
    other = [c for c in able if script.shown is None or c.id != script.shown.id]
    choices = better or other or able
    script.shown = run.rng["events"].choice(choices) if choices else None


def _remove_shown(script: Script, _op: Op) -> None:
    if script.shown in script.run.deck:
        ledger.remove_card(script.run, script.shown)


CARD_OPS: dict[str, OpFn] = {
    "add_card": _add_card,
    "add_random_card": _add_random_card,
    "add_basic": _add_basic,
    "transform_basic": _transform_basic,
    "upgrade_basic": _upgrade_basic,
    "remove_card": _remove_card,
    "transform": _transform,
    "upgrade": _upgrade,
    "downgrade": _downgrade,
    "enchant": _enchant,
    "enchant_all": _enchant_all,
    "transform_each": _transform_each,
    "store_cards": _store_cards,
    "copy_card": _copy_card,
    "duplicate_deck": _duplicate_deck,
    "copy_enchanted": _copy_enchanted,
    "transform_all": _transform_all,
    "show_card": _show_card,
    "remove_shown": _remove_shown,
}
