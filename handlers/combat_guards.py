"""What a turn's actions lead to: the guards of the fight's edges."""

from __future__ import annotations

from sts2fsm.handler import Step, page_changed


def hand_renumbered(step: Step) -> bool:
    """The played card has left the hand or the fight has moved: every index and target is read anew (behaviours W20,
    W22)."""
    return step.asked and page_changed(step)


def disabled(step: Step) -> bool:
    """Refused in the player's own phase: the game has disabled actions for the moment (behaviour W18)."""
    return step.refused and step.unchanged and not step.overdue


def turn_ending(step: Step) -> bool:
    """The turn is asked to end and nothing of the next one is seen: play phase and hand may still look as before."""
    return step.asked and not step.overdue and not turn_moved_on(step)


def turn_moved_on(step: Step) -> bool:
    """The round has moved, or (in an extra turn) energy is refilled and the hand is another one (behaviour W19)."""
    before, after = step.before, step.after
    if before is None or before.battle is None or after.battle is None or after.player is None:
        return False
    refilled = after.player.energy is not None and after.player.energy == after.player.max_energy
    other_hand = before.player is not None and _hand(before.player.hand) != _hand(after.player.hand)
    grown = before.player is not None and len(after.player.hand or ()) >= len(before.player.hand or ())
    return after.battle.round != before.battle.round or (refilled and other_hand and grown)


def _hand(hand: object) -> list[str]:
    return [f"{card.id}{card.name}" for card in hand] if isinstance(hand, tuple) else []


def still_disabled(step: Step) -> bool:
    """Nothing has changed since the refusal."""
    return step.refused and step.unchanged and not step.overdue


def enabled_again(step: Step) -> bool:
    """Time to try again, or the page has changed."""
    return step.overdue or page_changed(step)
