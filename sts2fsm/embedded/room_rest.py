"""Rest site: heal, smith, and what relics add."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from . import delays, ledger
from .conditions import removable, upgradable
from .effects_cards import upgraded
from .effects_rewards import make_reward, open_rewards, rest_heal_amount
from .reply import Refusal
from .rooms import Room
from .run_cards import DeckCard
from .script import run_ops

if TYPE_CHECKING:
    from .world import World

NAMES: Mapping[str, str] = {"HEAL": "Rest", "SMITH": "Smith", "LIFT": "Lift"}  # the others' are in the run_odds table


class RestRoom(Room):
    """`options` are the model's ids in order. After one is used the rest go, unless a relic allows several."""

    state_type = "rest_site"

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.can_proceed = False
        self.busy = False
        self.left = False
        self._used: set[str] = set()
        self.run.history.room("rest_site")
        for _, (cards, hp) in self.run.hooks("rest_enter_heal"):
            ledger.heal(self.run, len(self.run.deck) // cards * hp)
        for relic, _ in self.run.hooks("rest_enter_counter"):
            relic.counter = 1
        self.options = self._all()

    def _all(self) -> list[str]:
        loose = sum(removable(self.run, c) for c in self.run.deck)
        extra = [
            option
            for relic, option in self.run.hooks("rest_option")
            if (relic.counter or 0) < relic.rule.hooks.get("rest_option_max", 1)
            and loose >= relic.rule.hooks.get("rest_option_cards", 0)
        ]
        held = {c.id for c in self.run.deck}
        extra += [option for card, option in self.run.tables.odds["rest_cards"].items() if card in held]
        return ["HEAL", "SMITH", *extra]

    def title(self, option: str) -> str:
        """The option's English name."""
        return NAMES[option] if option in NAMES else str(self.run.tables.odds["rest_options"][option]["name"])

    def enabled(self, option: str) -> bool:
        """Can the option do anything?"""
        return option != "SMITH" or any(upgradable(self.run, c) for c in self.run.deck)

    def choose(self, index: int) -> str:
        """A click; a second one while the first resolves is not held back. Raises Refusal for a disabled option."""
        option = self.options[index]
        if not self.enabled(option):
            raise Refusal(f"Rest site option {option} is disabled")
        self.busy = True
        self.world.after(delays.REST / 3, lambda: self._act(option))
        return self.title(option)

    def _act(self, option: str) -> None:
        if self.world.room is not self or option not in self.options:
            return
        act = _ACTS.get(option)
        if act is not None:
            act(self)
            return
        self._use(option)
        run_ops(self.world, self.run.tables.odds["rest_options"][option]["do"])

    def _use(self, option: str) -> None:
        """The option is done: buttons go, then the proceed button comes."""
        self.run.history.here.add("rest_site_choices", option)
        self._used.add(option)
        many = self.run.has_hook("rest_many")
        self.options = [o for o in self._all() if o not in self._used] if many else []
        self.world.after(delays.REST, self._ready)

    def _ready(self) -> None:
        self.busy = False
        self.can_proceed = True

    def _heal(self) -> None:
        ledger.heal(self.run, rest_heal_amount(self.world))
        for _, hp in self.run.hooks("rest_max_hp"):
            ledger.change_max_hp(self.run, hp)
        potions = sum(n for _, n in self.run.hooks("rest_potions"))
        self._use("HEAL")
        kinds = ["potion"] * potions + ["card"] * sum(n for _, n in self.run.hooks("rest_card_reward"))
        if kinds:
            open_rewards(self.world, [make_reward(self.world, kind) for kind in kinds], lambda: None)

    def _smith(self) -> None:
        cards = [c for c in self.run.deck if upgradable(self.run, c)]
        self.world.open_grid(
            "upgrade", "Choose a card to upgrade.", cards, 1, 1, self._smithed, cancelable=True, preview=upgraded
        )

    def _smithed(self, picked: list[DeckCard]) -> None:
        if not picked:
            self.busy = False  # cancelled: the option is still there
            return
        for card in picked:
            ledger.upgrade_card(self.run, card)
        self._use("SMITH")

    def _lift(self) -> None:
        for relic, option in self.run.hooks("rest_option"):
            if option == "LIFT":
                relic.counter = (relic.counter or 0) + 1
        self._use("LIFT")

    def reload(self) -> None:
        """Entered again: a used option stays used."""
        self.busy = False
        self.can_proceed = bool(self._used)

    def proceed(self) -> str:
        """Leave when an option was used."""
        if not self.can_proceed:
            raise Refusal("No proceed button is available")
        if not self.left:
            self.left = True
            self.world.open_map()
        return "Proceeding from rest site"


_ACTS: Mapping[str, Callable[[RestRoom], None]] = {
    "HEAL": RestRoom._heal,
    "SMITH": RestRoom._smith,
    "LIFT": RestRoom._lift,
}
