"""Truths about cards, potions, the player and fights."""

from __future__ import annotations

from collections import Counter

from tests.strategies.choices import Choices
from tests.strategies.ids import known
from tests.strategies.truths.tools import RARE_FORM, Json, distinct, drop, items, number, put

ALWAYS_IN_COMBAT = (
    "energy", "max_energy", "hand", "draw_pile_count", "discard_pile_count", "exhaust_pile_count", "draw_pile",
    "discard_pile", "exhaust_pile",
)  # fmt: skip
ONLY_IN_COMBAT = (*ALWAYS_IN_COMBAT, "stars", "orbs", "orb_slots", "orb_empty_slots", "pets")
PILES = ("draw_pile", "discard_pile", "exhaust_pile")


def any_card(card: Json, choices: Choices) -> None:
    fact = known("cards").get(card["id"])
    if fact is None:
        return
    upgraded = bool(card.get("is_upgraded")) and fact.max_upgrades > 0
    put(card, "is_upgraded", upgraded)
    for key, value in (("type", fact.type), ("rarity", fact.rarity), ("target_type", fact.target)):
        put(card, key, value)
    if not choices.chance(RARE_FORM):  # else in another language, or the cost changed by a power
        put(card, "name", fact.name + ("+" if upgraded else ""))
        put(card, "cost", "X" if fact.x_cost else str(max(0, fact.cost[upgraded])))


def hand_card(card: Json, choices: Choices) -> None:
    any_card(card, choices)
    if card.get("can_play"):
        drop(card, "unplayable_reason")
    elif choices.chance(5) and card.get("unplayable_reason"):
        card["unplayable_reason"] += ", BlockedByHook"  # a flags enum, printed with commas


def potion(potion: Json, choices: Choices) -> None:
    fact = known("potions").get(potion["id"])
    if fact is not None:
        put(potion, "name", fact.name)
        put(potion, "target_type", fact.target)
        put(potion, "can_use_in_combat", fact.usage in ("CombatOnly", "AnyTime"))


def pet(pet: Json, choices: Choices) -> None:
    put(pet, "hp", min(pet.get("hp") or 0, pet.get("max_hp") or 0) if pet.get("alive") else 0)


def player(player: Json, choices: Choices) -> None:
    player["hp"] = min(player["hp"], player["max_hp"])
    slots = player.get("max_potion_slots") or 0
    potions = items(player, "potions")[:slots]
    for potion, slot in zip(potions, choices.some(range(slots), slots), strict=False):
        potion["slot"] = slot
    filled = {potion["slot"]: potion for potion in potions if potion["slot"] < slots}
    put(player, "potions", [filled[slot] for slot in sorted(filled)])
    put(player, "relics", distinct(items(player, "relics"), "id"))
    put(player, "status", distinct(items(player, "status"), "id"))


def in_combat(player: Json, choices: Choices) -> None:
    """The fight's keys of a player who has them all."""
    number(player["hand"])
    for card in player["hand"]:
        cost = str(card.get("cost") or "0")
        if cost.isdigit() and int(cost) > player["energy"] and card.get("can_play"):
            card["can_play"] = False
            card["unplayable_reason"] = "EnergyCostTooHigh"
    for pile in PILES:
        player[f"{pile}_count"] = len(player[pile])
    if not items(player, "orbs") and not player.get("orb_slots"):
        drop(player, "orbs", "orb_slots", "orb_empty_slots")  # they are shown only with a capacity
    elif player.get("orb_slots") is not None:
        player["orb_slots"] = max(player["orb_slots"], len(items(player, "orbs")))
        put(player, "orb_empty_slots", player["orb_slots"] - len(items(player, "orbs")))


def run(run: Json, choices: Choices) -> None:
    run["act"] = min(run["act"], 1 + run["floor"] // 15)


def intent(intent: Json, choices: Choices) -> None:
    if intent["type"] in ("Attack", "DeathBlow"):
        number_shown = choices.between(1, 30)
        forms = (
            f"{number_shown}",
            f"{number_shown}x2",
            f"{number_shown}×3",
            f"{number_shown}x2 ({2 * number_shown})",
            "",
        )
        put(intent, "label", choices.pick(forms))
    else:
        put(intent, "label", str(choices.between(1, 5)) if intent["type"] == "StatusCard" else "")


def enemy(enemy: Json, choices: Choices) -> None:
    enemy["hp"] = min(enemy["hp"], enemy["max_hp"])
    put(enemy, "status", distinct(items(enemy, "status"), "id"))


def battle(battle: Json, choices: Choices) -> None:
    if choices.chance(16):
        battle.clear()
        battle["error"] = "No fight to read."
        return
    drop(battle, "error")
    if choices.chance(8):
        put(battle, "is_play_phase", False)
    else:
        battle.update(turn="player", is_play_phase=True)
    if battle.get("turn") != "player":
        put(battle, "is_play_phase", False)
    seen: Counter[str] = Counter()
    combat_id = 0
    for enemy in items(battle, "enemies"):  # `entity_id` counts the living of one kind, `combat_id` all that came
        monster = enemy["entity_id"]
        enemy["entity_id"] = f"{monster}_{seen[monster]}"
        seen[monster] += 1
        combat_id += choices.between(1, 3)
        enemy["combat_id"] = combat_id


def hand_select(block: Json, choices: Choices) -> None:
    number(items(block, "cards"))
    number(items(block, "selected_cards"))
    if not block.get("selected_cards"):
        drop(block, "selected_cards")
