"""Every change to a run goes through here: it is written into the history, and relics that watch it act.

All amounts are plain ints of gold or hp. Nothing here opens a screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .conditions import enchantable, upgradable
from .history import card_row

if TYPE_CHECKING:
    from .run import Run
    from .run_cards import DeckCard


def gain_gold(run: Run, amount: int) -> int:
    """Add gold, relics applied; returns what was gained."""
    for _, factor in run.hooks("gold_mult"):
        amount = int(amount * factor)
    if amount <= 0:
        return 0
    run.gold += amount
    run.history.here.counts["gold_gained"] += amount
    for _, hp in run.hooks("gold_gained_max_hp"):
        change_max_hp(run, hp)
    return amount


def lose_gold(run: Run, amount: int, how: str = "gold_lost") -> int:
    """Take gold, as much as there is; `how` is the history's counter (gold_lost, gold_spent, gold_stolen)."""
    amount = min(amount, run.gold)
    run.gold -= amount
    run.history.here.counts[how] += amount
    return amount


def heal(run: Run, amount: int) -> None:
    """Heal up to max hp."""
    amount = min(amount, run.max_hp - run.hp)
    if amount > 0:
        run.hp += amount
        run.history.here.counts["hp_healed"] += amount


def lose_hp(run: Run, amount: int) -> None:
    """Lose hp, less with relics that take some off; may reach 0."""
    amount = max(0, amount - sum(n for _, n in run.hooks("hp_loss_less")))
    amount = min(amount, run.hp)
    run.hp -= amount
    run.history.here.counts["damage_taken"] += amount


def change_max_hp(run: Run, amount: int) -> None:
    """Raise max hp and heal as much, or lower it (hp follows; at 0 max hp the run dies)."""
    if amount >= 0:
        run.max_hp += amount
        run.history.here.counts["max_hp_gained"] += amount
        heal(run, amount)
        return
    loss = min(-amount, run.max_hp)
    run.history.here.counts["max_hp_lost"] += loss
    run.max_hp -= loss
    run.hp = min(run.hp, run.max_hp)
    if run.max_hp == 0:
        run.hp, run.max_hp = 0, 1  # the wire never shows a max of 0


def add_card(run: Run, card: DeckCard, copied: bool = False) -> None:
    """Put a card into the deck. `copied`: a relic's copy of one just added, which is not copied again."""
    kind = run.content.cards[card.id].type
    for _, wanted in run.hooks("upgrade_type"):
        if kind == wanted and upgradable(run, card):
            card.upgrades += 1
    for _, (kind_of, amount) in run.hooks("card_enchant"):
        if enchantable(run, card, kind_of):
            card.enchantment = (kind_of, amount)
    run.deck.append(card)
    run.history.here.add("cards_gained", card_row(card, with_floor=False))
    for relic, (every, amount) in run.hooks("card_added_heal"):
        relic.counter = ((relic.counter or 0) + 1) % every
        if relic.counter == 0:
            heal(run, amount)
    for _, gold in run.hooks("card_added_gold"):
        gain_gold(run, gold)
    for _, hp in run.hooks("curse_added_max_hp"):
        if kind == "Curse":
            change_max_hp(run, hp)
    if not copied and run.has_hook("card_added_copy"):
        add_card(run, card.copy(run.floor), copied=True)


def remove_card(run: Run, card: DeckCard) -> None:
    """Take that very card out of the deck. Raises ValueError when it is not there."""
    run.deck.remove(card)
    run.history.here.add("cards_removed", card_row(card))


def transform_card(run: Run, card: DeckCard, into: DeckCard) -> None:
    """Replace a card in its place."""
    run.deck[run.deck.index(card)] = into
    run.history.here.add("cards_transformed", {"final_card": card_row(into), "original_card": card_row(card)})


def upgrade_card(run: Run, card: DeckCard) -> None:
    """Upgrade once."""
    card.upgrades += 1
    run.history.here.add("upgraded_cards", f"CARD.{card.id}")


def downgrade_card(run: Run, card: DeckCard) -> None:
    """Take the upgrade off."""
    card.upgrades = 0
    run.history.here.add("downgraded_cards", f"CARD.{card.id}")


def enchant_card(run: Run, card: DeckCard, kind: str, amount: int) -> None:
    """Enchant a card."""
    card.enchantment = (kind, amount)
    run.history.here.add("cards_enchanted", {"card": card_row(card), "enchantment": f"ENCHANTMENT.{kind}"})


def gain_potion(run: Run, potion: str) -> bool:
    """Into the first free slot; False when the belt is full or a relic forbids potions."""
    slot = run.free_slot()
    if slot is None or run.has_hook("no_potions"):
        return False
    run.potions[slot] = potion
    return True


def discard_potion(run: Run, slot: int) -> None:
    """Empty a slot."""
    run.history.here.add("potion_discarded", f"POTION.{run.potions[slot]}")
    run.potions[slot] = None


def change_potion_slots(run: Run, more: int) -> None:
    """Add slots at the end."""
    run.potions.extend([None] * more)
