"""A build's content, compiled once. `code_for(build)` is cached."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from sts2fsm.content import Content, load
from sts2fsm.errors import BadInput

from .codes import CardCode, MonsterCode, PotionCode, PowerCode, RelicCode
from .engine import Prog
from .pieces import CardInst
from .program import program
from .values import Scope


class Code:
    """Everything of a build, compiled. Cards are keyed by (id, upgrades)."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.build = content.build
        self.cards: dict[tuple[str, int], CardCode] = {}
        for definition in content.cards.values():
            for level in range(definition.max_upgrades + 1):
                self.cards[definition.id, level] = CardCode(definition, level)
        self.powers = {k: PowerCode(d) for k, d in content.powers.items()}
        self.potions = {k: PotionCode(d) for k, d in content.potions.items()}
        self.relics = {k: RelicCode(d) for k, d in content.relics.items()}
        self.enchantments: Mapping[str, Any] = content.enchantments
        self._monsters: dict[tuple[str, int], MonsterCode] = {}
        self._rules: dict[tuple[str, int, str], Prog] = {}
        self._pools: dict[tuple[str, str], tuple[str, ...]] = {}

    def rule_program(self, card: CardInst, rule: str) -> Prog:
        """A program of the card's `rule` table, compiled on first use."""
        key = (card.id, card.upgrades, rule)
        found = self._rules.get(key)
        if found is None:
            definition = card.code.definition
            scope = Scope(definition.id, definition.numbers, min(1, card.upgrades))
            found = self._rules[key] = program(definition.rule[rule], scope)
        return found

    def card(self, card_id: str, upgrades: int = 0) -> CardCode:
        """Raises BadInput for a card the build lacks."""
        code = self.cards.get((card_id, upgrades))
        if code is None:
            raise BadInput(f"no card {card_id} with {upgrades} upgrades in {self.build}")
        return code

    def monster(self, monster_id: str, ascension: int) -> MonsterCode:
        """Raises BadInput for a monster the build lacks."""
        tier = 9 if ascension >= 9 else 8 if ascension >= 8 else 0
        code = self._monsters.get((monster_id, tier))
        if code is None:
            definition = self.content.monsters.get(monster_id)
            if definition is None:
                raise BadInput(f"no monster {monster_id} in {self.build}")
            code = self._monsters[monster_id, tier] = MonsterCode(definition, tier)
        return code

    def pool(self, pool: str, kind: str) -> tuple[str, ...]:
        """Card ids that effects may generate: `pool` a card pool, `kind` a card type or "any". Basic, Ancient and
        multiplayer cards are out."""
        found = self._pools.get((pool, kind))
        if found is None:
            found = self._pools[pool, kind] = tuple(
                d.id
                for d in self.content.cards.values()
                if d.pool == pool
                and d.rarity in ("Common", "Uncommon", "Rare")
                and not d.multiplayer_only
                and (
                    kind in ("any", d.type) or kind == d.rarity or (kind == "cost0" and d.cost[0] == 0 and not d.x_cost)
                )
            )
        return found


@cache
def code_for(build: str) -> Code:
    """The compiled content of a build, cached."""
    return Code(load(build))
