"""Our own short texts, made from numbers and names: cards, relics, potions, powers, intents, event options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from sts2fsm.content import CardDef, Content, PotionDef, RelicDef

Numbers = Mapping[str, int]

KEYWORDS: Mapping[str, str] = {
    "Exhaust": "Out of the fight once used.",
    "Ethereal": "Exhausted when still in hand at the end of the turn.",
    "Retain": "Kept in hand at the end of the turn.",
    "Innate": "In the opening hand.",
    "Unplayable": "Cannot be played.",
    "Sly": "Played for free when discarded in your turn.",
    "Eternal": "Cannot be removed or transformed.",
}
BLOCK_TEXT = "Stops damage until your next turn."
_ALL = {
    "all": " to ALL enemies",
    "all_enemies": " to ALL enemies",
    "random": " to a random enemy",
    "others": " to other enemies",
}


def number(value: Any, numbers: Numbers) -> str:
    """A program's value as text: its number where it is one, else X."""
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str) and value.startswith("$"):
        return str(numbers.get(value[1:], "X"))
    if isinstance(value, tuple) and len(value) == 2 and all(isinstance(v, int) for v in value):
        return str(value[0])
    return "X"


def _dmg(op: Sequence[Any], numbers: Numbers, _content: Content) -> str:
    to = _ALL.get(op[2], "") if len(op) > 2 and isinstance(op[2], str) else ""
    times = number(op[3], numbers) if len(op) > 3 else ""
    amount = number(op[1], numbers)
    if amount == "X" and op[0] == "dmg":
        amount = str(numbers.get("Damage", "X"))  # computed in a fight
    return f"Deal {amount} damage{to}{f' {times} times' if times not in ('', '1') else ''}."


def _power(op: Sequence[Any], numbers: Numbers, content: Content) -> str:
    power = content.powers.get(str(op[1]))
    name = power.name if power is not None else str(op[1])
    verb = "Apply" if len(op) > 3 or (power is not None and power.type == "Debuff") else "Gain"
    return f"{verb} {number(op[2], numbers)} {name}."


def _draw(op: Sequence[Any], numbers: Numbers, _content: Content) -> str:
    count = number(op[1], numbers)
    return f"Draw {count} card{'' if count == '1' else 's'}."


def _energy(op: Sequence[Any], numbers: Numbers, _content: Content) -> str:
    count = number(op[1], numbers)
    return (
        "Gain " + ("[ironclad_energy_icon.png]" * int(count) if count.isdigit() and int(count) < 6 else "energy") + "."
    )


def _choose(op: Sequence[Any], numbers: Numbers, _content: Content) -> str:
    return f"Choose {number(op[4], numbers)}: {str(op[5]).replace('_', ' ')}."


def _add_card(op: Sequence[Any], numbers: Numbers, content: Content) -> str:
    card = content.cards.get(str(op[1]))
    count = number(op[3], numbers) if len(op) > 3 else "1"
    return f"Add {count} {card.name if card else op[1]} to your {op[2]} pile."


def _if(op: Sequence[Any], numbers: Numbers, content: Content) -> str:
    return sentences(op[2], numbers, content) if len(op) > 2 and isinstance(op[2], tuple) else ""


def _orb(kind: str) -> str:
    return kind.removesuffix("_ORB").capitalize()


def _draw_test(op: Sequence[Any], numbers: Numbers, content: Content) -> str:
    return f"Draw 1 card. If it is a {str(op[1]).capitalize()}: {sentences(op[2], numbers, content)}"


def _cost_self(op: Sequence[Any], numbers: Numbers, _content: Content) -> str:
    return f"Its cost {'changes by' if op[1] == 'add' else 'becomes'} {number(op[2], numbers)} for this fight."


# Ops of the Silent's and the Defect's tables.
_OPS_SILENT_DEFECT: Mapping[str, Callable[[Sequence[Any], Numbers, Content], str]] = {
    "channel": lambda op, n, _: f"Channel {number(op[2], n) if len(op) > 2 else 1} {_orb(op[1])}.",
    "channel_random": lambda op, n, _: f"Channel {number(op[1], n)} random Orb.",
    "evoke": lambda op, n, _: f"Evoke your oldest Orb {number(op[1], n)} times.",
    "evoke_each": lambda op, n, _: f"Evoke {'ALL' if op[1] == 'orbs' else number(op[1], n)} Orbs.",
    "orb_passive": lambda op, n, _: f"Trigger the passive of your {_orb(op[1])} Orbs.",
    "orb_slots": lambda op, n, _: f"Change Orb slots by {number(op[1], n)}.",
    "discard_hand": lambda op, n, _: "Discard your hand" + (", draw as many." if len(op) > 1 and op[1] else "."),
    "draw_test": _draw_test,
    "draw_discarding": lambda op, n, _: f"Draw {number(op[1], n)} cards. Discard those that cost energy.",
    "add_enchanted": lambda op, n, c: f"Add {number(op[3], n)} {str(op[4]).capitalize()} {c.cards[op[1]].name}.",
    "play_exhausted": lambda op, n, _: f"Play every exhausted {str(op[1]).capitalize()}.",
    "block_kept": lambda op, n, _: f"Gain {number(op[1], n)} Block, now and next turn.",
    "strip_block": lambda op, n, _: "Remove all Block.",
    "cost_self": _cost_self,
    "grow_alike": lambda op, n, _: f"All cards of this name grow by {number(op[2], n)}.",
    "grow_deck": lambda op, n, _: f"Grows by {number(op[2], n)} for good.",
    "while_kills": lambda op, n, c: f"{sentences(op[1], n, c)} Again for each enemy it kills.",
}

_OPS: Mapping[str, Callable[[Sequence[Any], Numbers, Content], str]] = {
    **_OPS_SILENT_DEFECT,
    "dmg": _dmg,
    "dmg_raw": _dmg,
    "block": lambda op, n, _: f"Gain {number(op[1], n)} Block.",
    "block_raw": lambda op, n, _: f"Gain {number(op[1], n)} Block.",
    "power": _power,
    "draw": _draw,
    "dmg_osty": lambda op, n, c: "Osty: " + _dmg(op, n, c).lower(),
    "summon_osty": lambda op, n, _: f"Summon {number(op[1], n)}.",
    "heal_osty": lambda op, n, _: f"Osty heals {number(op[1], n)} HP.",
    "kill_osty": lambda op, n, _: "Osty dies.",
    "stars": lambda op, n, _: f"Gain {number(op[1], n)} stars.",
    "forge": lambda op, n, _: f"Forge {number(op[1], n)}.",
    "blade_played": lambda op, n, _: "",
    "energy": _energy,
    "lose_hp": lambda op, n, _: f"Lose {number(op[1], n)} HP.",
    "heal": lambda op, n, _: f"Heal {number(op[1], n)} HP.",
    "max_hp": lambda op, n, _: f"Change Max HP by {number(op[1], n)}.",
    "gold": lambda op, n, _: f"Gain {number(op[1], n)} Gold.",
    "choose": _choose,
    "add_card": _add_card,
    "if": _if,
}


def sentences(program: Any, numbers: Numbers, content: Content) -> str:
    """A program as sentences; an op without a sentence gives its name."""
    parts = []
    for op in program or ():
        if isinstance(op, tuple) and op and isinstance(op[0], str):
            say = _OPS.get(op[0])
            parts.append(say(op, numbers, content) if say is not None else op[0].replace("_", " ").capitalize() + ".")
    return " ".join(p for p in parts if p)


def card_text(content: Content, card: CardDef, upgrades: int, numbers: Numbers) -> str:
    """A card's text with these numbers; a card without a program lists them."""
    up = min(upgrades, 1)
    program = card.do_up if up and card.do_up is not None else card.do
    text = sentences(program, numbers, content) if program is not None else listed(numbers)
    words = " ".join(f"{word}." for word in card.keywords[up])
    return " ".join(part for part in (text, words) if part)


def listed(numbers: Numbers) -> str:
    """Bare numbers: "Damage 8. Cards 2."."""
    return " ".join(f"{name} {value}." for name, value in numbers.items())


def card_keywords(content: Content, card: CardDef, upgrades: int) -> list[dict[str, str]]:
    """Hover tips: keywords, block, and the powers the card applies, each once."""
    up = min(upgrades, 1)
    tips = {word: KEYWORDS.get(word, word) for word in card.keywords[up]}
    program = card.do_up if up and card.do_up is not None else card.do
    for op in program or ():
        if op and op[0] == "power" and op[1] in content.powers:
            power = content.powers[op[1]]
            tips[power.name] = f"{power.type}: {power.name}."
        elif op and op[0] == "block":
            tips["Block"] = BLOCK_TEXT
    return [{"name": name, "description": text} for name, text in tips.items()]


def relic_text(content: Content, relic: RelicDef, pickup: Sequence[Mapping[str, Any]]) -> str:
    """A relic's text: what its pickup does, else its numbers, else its name."""
    return ops_text(content, pickup, {}) or listed(relic.numbers) or f"{relic.name}."


def potion_text(content: Content, potion: PotionDef) -> str:
    """A potion's text."""
    return sentences(potion.do, potion.numbers, content) or listed(potion.numbers) or f"{potion.name}."


# Run-side ops: op name to a text with {n} and {id}; absent ones say nothing.
_RUN_OPS: Mapping[str, str] = {
    "lose_hp": "Lose {n} HP.",
    "heal": "Heal {n} HP.",
    "heal_share": "Heal {percent}% of Max HP.",
    "rest_heal": "Heal as if resting.",
    "max_hp_to": "Max HP becomes {n}.",
    "potion_slots": "Gain {n} potion slot.",
    "gain_potion": "Gain {n} {id}.",
    "potion_random": "Gain {n} random potion.",
    "fill_belt": "Fill all potion slots with random potions.",
    "gain_relic": "Gain {id}.",
    "relic_random": "Gain {n} random relic.",
    "relic_one_of": "Gain one of several relics.",
    "relic_neow": "Gain {n} random relics of Neow.",
    "lose_shown_potion": "Lose the potion.",
    "lose_shown_relic": "Lose the relic.",
    "lose_card": "Lose {id}.",
    "dish_price": "Pay {n} Gold.",
    "end_run": "The run ends: {result}.",
    "ancient_form": "A starter card turns into its ancient form.",
    "starter_relic": "Your starter relic turns into a better one.",
    "add_tome": "Gain an upgraded ancient card.",
    "mark_rooms": "Enemies in {n} rooms ahead have 1 HP.",
    "single_path": "The map of this act has one path.",
    "relic_counter": "Add {add} to {id}.",
    "enchant_all": "Enchant cards with {kind}.",
    "transform_each": "Transform basic cards.",
    "store_cards": "Take {n} cards; they come back after fights.",
    "relic_choice": "Choose a relic.",
    "card_reward": "Gain a card reward.",
    "reward_screen": "Gain rewards.",
    "potion_for_card": "Lose the potion. Gain an upgraded card reward.",
    "fight": "Fight.",
    "crystal_sphere": "Divine {clicks} times.",
    "add_card": "Add {n} {id} to your deck.",
    "add_random_card": "Add {n} random card to your deck.",
    "add_basic": "Add a {tag} to your deck.",
    "transform_basic": "Transform a {tag}.",
    "upgrade_basic": "Upgrade a {tag}.",
    "remove_card": "Remove {n} card.",
    "remove_shown": "Lose the shown card.",
    "transform": "Transform {n} card.",
    "upgrade": "Upgrade {n} card.",
    "downgrade": "Downgrade {n} random card.",
    "enchant": "Enchant {n} card with {kind}.",
    "copy_card": "Copy {n} card.",
    "copy_enchanted": "Copy every card with {kind}.",
    "transform_all": "Transform every {id}.",
    "duplicate_deck": "Copy every card of your deck.",
    "choose_card": "Choose 1 of {of} cards.",
    "card_pick": "Choose {pick} of {of} cards.",
    "bundle": "Choose 1 of {packs} packs of cards.",
}
_SIGNED: Mapping[str, tuple[str, str]] = {
    "gold": ("Gain {n} Gold.", "Lose {n} Gold."),
    "max_hp": ("Gain {n} Max HP.", "Lose {n} Max HP."),
}


@cache
def named(content_build: str, entity: str) -> str:
    """The English name behind an id of any table."""
    from sts2fsm.content import load

    content = load(content_build)
    for table in (content.cards, content.relics, content.potions):
        if entity in table:
            return str(table[entity].name)
    return entity.replace("_", " ").title()


def _amount(value: Any, variables: Numbers) -> tuple[int, str]:
    """Sign and text of an amount of the run tables."""
    if isinstance(value, list):
        return 1, f"{value[0]} to {value[1]}"
    if isinstance(value, int):
        return (-1 if value < 0 else 1), str(abs(value))
    if value == "-all":
        return -1, "ALL"
    if value == "missing":
        return 1, "all missing"
    sign = -1 if value.startswith("-") else 1
    return sign, str(variables.get(value.lstrip("-$"), value))


def ops_text(content: Content, ops: Sequence[Mapping[str, Any]], variables: Numbers) -> str:
    """Run-side ops as sentences, with the event's rolled numbers."""
    parts = []
    for op in ops:
        name = op["op"]
        sign, amount = _amount(op.get("n", 1), variables)
        template = _SIGNED[name][0 if sign > 0 else 1] if name in _SIGNED else _RUN_OPS.get(name)
        if template is None:
            continue
        words = {k: v for k, v in op.items() if isinstance(v, (str, int))}
        words.update(n=amount, id=named(content.build, str(op.get("id", ""))), percent=round(op.get("share", 0) * 100))
        parts.append(template.format(**words))
    return " ".join(parts)
