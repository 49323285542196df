"""Every action the mod takes in single player. Each is a frozen record that renders its own JSON body.

Whole numbers stay whole numbers and `target` is always text: the mod answers a wrong JSON type with HTTP 500 (behaviour
W10).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from attrs import fields, frozen

from sts2fsm.errors import PayloadError


@frozen
class Action:
    """Base of all actions. `name` is the wire's word."""

    name: ClassVar[str] = ""

    def to_wire(self) -> dict[str, Any]:
        """The POST body: `action` and the parameters that are set."""
        body: dict[str, Any] = {"action": self.name}
        for attribute in fields(type(self)):
            value = getattr(self, attribute.name)
            if value is not None:
                body[attribute.name] = value
        return body

    def __str__(self) -> str:
        parameters = ", ".join(f"{key}={value}" for key, value in self.to_wire().items() if key != "action")
        return f"{self.name}({parameters})"


@frozen
class MenuSelect(Action):
    name: ClassVar[str] = "menu_select"
    option: str
    seed: str | None = None


@frozen
class PlayCard(Action):
    name: ClassVar[str] = "play_card"
    card_index: int
    target: str | None = None


@frozen
class UsePotion(Action):
    name: ClassVar[str] = "use_potion"
    slot: int
    target: str | None = None


@frozen
class DiscardPotion(Action):
    name: ClassVar[str] = "discard_potion"
    slot: int


@frozen
class EndTurn(Action):
    name: ClassVar[str] = "end_turn"


@frozen
class CombatSelectCard(Action):
    name: ClassVar[str] = "combat_select_card"
    card_index: int


@frozen
class CombatConfirmSelection(Action):
    name: ClassVar[str] = "combat_confirm_selection"


@frozen
class ClaimReward(Action):
    name: ClassVar[str] = "claim_reward"
    index: int


@frozen
class SelectCardReward(Action):
    name: ClassVar[str] = "select_card_reward"
    card_index: int


@frozen
class SkipCardReward(Action):
    name: ClassVar[str] = "skip_card_reward"


@frozen
class Proceed(Action):
    name: ClassVar[str] = "proceed"


@frozen
class ChooseMapNode(Action):
    name: ClassVar[str] = "choose_map_node"
    index: int


@frozen
class ChooseEventOption(Action):
    name: ClassVar[str] = "choose_event_option"
    index: int


@frozen
class AdvanceDialogue(Action):
    name: ClassVar[str] = "advance_dialogue"


@frozen
class ChooseRestOption(Action):
    name: ClassVar[str] = "choose_rest_option"
    index: int


@frozen
class ShopPurchase(Action):
    name: ClassVar[str] = "shop_purchase"
    index: int


@frozen
class ClaimTreasureRelic(Action):
    name: ClassVar[str] = "claim_treasure_relic"
    index: int


@frozen
class SelectCard(Action):
    name: ClassVar[str] = "select_card"
    index: int


@frozen
class ConfirmSelection(Action):
    name: ClassVar[str] = "confirm_selection"


@frozen
class CancelSelection(Action):
    name: ClassVar[str] = "cancel_selection"


@frozen
class SelectBundle(Action):
    name: ClassVar[str] = "select_bundle"
    index: int


@frozen
class ConfirmBundleSelection(Action):
    name: ClassVar[str] = "confirm_bundle_selection"


@frozen
class CancelBundleSelection(Action):
    name: ClassVar[str] = "cancel_bundle_selection"


@frozen
class SelectRelic(Action):
    name: ClassVar[str] = "select_relic"
    index: int


@frozen
class SkipRelicSelection(Action):
    name: ClassVar[str] = "skip_relic_selection"


@frozen
class CrystalSphereSetTool(Action):
    name: ClassVar[str] = "crystal_sphere_set_tool"
    tool: str


@frozen
class CrystalSphereClickCell(Action):
    name: ClassVar[str] = "crystal_sphere_click_cell"
    x: int
    y: int


@frozen
class CrystalSphereProceed(Action):
    name: ClassVar[str] = "crystal_sphere_proceed"


ACTIONS: Mapping[str, type[Action]] = {
    kind.name: kind
    for kind in (
        MenuSelect, PlayCard, UsePotion, DiscardPotion, EndTurn, CombatSelectCard, CombatConfirmSelection, ClaimReward,
        SelectCardReward, SkipCardReward, Proceed, ChooseMapNode, ChooseEventOption, AdvanceDialogue, ChooseRestOption,
        ShopPurchase, ClaimTreasureRelic, SelectCard, ConfirmSelection, CancelSelection, SelectBundle,
        ConfirmBundleSelection, CancelBundleSelection, SelectRelic, SkipRelicSelection, CrystalSphereSetTool,
        CrystalSphereClickCell, CrystalSphereProceed,
    )
}  # fmt: skip

_MULTIPLAYER_ONLY = ("undo_end_turn",)


def read_action(body: Mapping[str, Any]) -> Action:
    """The action that a POST body stands for.

    Raises PayloadError when the name is unknown, belongs to multiplayer, or a parameter is missing, unknown or of a
    wrong type.
    """
    name = body.get("action")
    if name in _MULTIPLAYER_ONLY:
        raise PayloadError("action", f"{name} exists in multiplayer only, which this program does not play")
    kind = ACTIONS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise PayloadError("action", f"{name!r} is not an action of the mod; known are {', '.join(ACTIONS)}")
    known = {attribute.name: attribute for attribute in fields(kind)}
    parameters = {key: value for key, value in body.items() if key != "action" and value is not None}
    for key, value in parameters.items():
        if key not in known:
            raise PayloadError(f"{name}.{key}", "is not a parameter of this action")
        expected = int if str(known[key].type) == "int" else str
        if type(value) is not expected:
            raise PayloadError(f"{name}.{key}", f"must be {expected.__name__}, not {value!r}")
    missing = [key for key, attribute in known.items() if key not in parameters and "None" not in str(attribute.type)]
    if missing:
        raise PayloadError(f"{name}.{missing[0]}", "is missing")
    return kind(**parameters)
