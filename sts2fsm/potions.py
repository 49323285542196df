"""Which potion actions the mod would take: to throw away always, to use as far as the wire and the content tables
tell."""

from __future__ import annotations

from sts2fsm.content import load
from sts2fsm.states import State
from sts2fsm.wire.actions import Action, DiscardPotion, UsePotion
from sts2fsm.wire.common import NEEDS_TARGET
from sts2fsm.wire.observation import COMBAT_SCREENS, Observation

# States over which the mod blocks every gameplay action (api.md 1.4), and those without a run.
_NO_ACTIONS = frozenset({State.MENU, State.MENU_POPUP, State.MENU_BLOCKED, State.MENU_EMBARKING, State.GAME_OVER})
_ANY_TIME = "Any"  # usage of potions that can be drunk outside fights (content tables, potions)


def potion_actions(seen: Observation, state: State) -> list[Action]:
    """Legal uses and discards of the belt's potions. `slot` is the potion's own, never its place in the list."""
    player = seen.player
    if player is None or state in _NO_ACTIONS:
        return []
    in_turn = seen.screen in COMBAT_SCREENS and seen.battle is not None and seen.battle.is_play_phase
    known = load().potions
    actions: list[Action] = []
    for potion in player.potions:
        if in_turn and potion.can_use_in_combat:
            enemies = seen.battle.enemies if seen.battle else ()
            if potion.target_type == NEEDS_TARGET:
                actions += [UsePotion(potion.slot, enemy.entity_id) for enemy in enemies]
            else:
                actions.append(UsePotion(potion.slot))
        elif not player.in_combat and potion.id in known and known[potion.id].usage == _ANY_TIME:
            actions.append(UsePotion(potion.slot))
        actions.append(DiscardPotion(potion.slot))
    return actions
