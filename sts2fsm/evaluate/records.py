"""The game's run history, as far as we read it: shapes of schema 8 and 9, seen in 60 histories of builds v0.98 to
v0.107.1.

Schema 10 was never seen: it is read as 9 and said to be so. Ids keep the game's prefix (`CARD.BASH`); `bare` drops it.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

SCHEMAS = (8, 9, 10)
UNSEEN_SCHEMAS = (10,)
NOBODY = "NONE.NONE"  # the game's word for "no killer"

# Keys that the game writes and nothing here needs, by record. Any other key is foreign, and its name is reported.
UNREAD = frozenset(
    {
        "RunFile.platform_type",
        "Player.badges",
        "Player.max_potion_slot_count",
        "Player.potions",
        "CardRef.current_upgrade_level",
        "CardRef.enchantment",
        "CardRef.props",
        "Owned.props",
        "Modifier.props",
        "AncientChoice.title",
        "PlayerFloor.cards_enchanted",
        "PlayerFloor.cards_gained",
        "PlayerFloor.cards_transformed",
        "PlayerFloor.completed_quests",
        "PlayerFloor.downgraded_cards",
        "PlayerFloor.event_choices",
        "PlayerFloor.relics_removed",
        "PlayerFloor.stolen_loot",
    }
)


def bare(ident: str) -> str:
    """`CARD.BASH` -> `BASH`; an id without a kind stays as it is."""
    return ident.partition(".")[2] or ident


@frozen
class CardRef:
    """A card as a list of the history names it."""

    id: str
    floor_added_to_deck: int | None = None


@frozen
class CardChoice:
    """One card of a reward, an event or a shop."""

    card: CardRef
    was_picked: bool


@frozen
class Choice:
    """One relic or potion that was offered."""

    choice: str
    was_picked: bool


@frozen
class AncientChoice:
    """One of an Ancient's offers. `TextKey` is spelled so by the game."""

    TextKey: str
    was_chosen: bool


@frozen
class Owned:
    """A relic in the bag at the end."""

    id: str
    floor_added_to_deck: int | None = None


@frozen
class PlayerFloor:
    """What one player did on one floor; `current_*` and `max_hp` as the floor was left. `player_id` is the seat, 1 to
    4: the number the file holds (with Steam, the account's) is dropped by the reader."""

    player_id: Any
    current_gold: int
    current_hp: int
    max_hp: int
    damage_taken: int
    gold_gained: int = 0
    gold_lost: int = 0
    gold_spent: int = 0
    gold_stolen: int = 0
    hp_healed: int = 0
    max_hp_gained: int = 0
    max_hp_lost: int = 0
    ancient_choice: tuple[AncientChoice, ...] = ()
    bought_colorless: tuple[str, ...] = ()
    bought_potions: tuple[str, ...] = ()
    bought_relics: tuple[str, ...] = ()
    card_choices: tuple[CardChoice, ...] = ()
    cards_removed: tuple[CardRef, ...] = ()
    potion_choices: tuple[Choice, ...] = ()
    potion_discarded: tuple[str, ...] = ()
    potion_used: tuple[str, ...] = ()
    relic_choices: tuple[Choice, ...] = ()
    rest_site_choices: tuple[str, ...] = ()
    upgraded_cards: tuple[str, ...] = ()


@frozen
class Room:
    """A room of a floor; an event that turns into a fight leaves two. `turns_taken` is 0 outside fights."""

    room_type: str
    turns_taken: int = 0
    model_id: str | None = None
    monster_ids: tuple[str, ...] = ()


@frozen
class Floor:
    """One point of the map. `map_point_type` is what the map showed: an `unknown` holds any room."""

    map_point_type: str
    player_stats: tuple[PlayerFloor, ...]
    rooms: tuple[Room, ...]


@frozen
class Player:
    """Who played, with what at the end. `id` is the seat (see PlayerFloor)."""

    id: Any
    character: str
    deck: tuple[CardRef, ...] = ()
    relics: tuple[Owned, ...] = ()


@frozen
class Modifier:
    """A rule of a daily or custom run."""

    id: str


@frozen
class RunFile:
    """One `.run` file. `start_time` in Unix seconds, `run_time` in seconds of play."""

    schema_version: int
    build_id: str
    seed: str
    start_time: int
    run_time: int
    ascension: int
    win: bool
    was_abandoned: bool
    players: tuple[Player, ...]
    map_point_history: tuple[tuple[Floor, ...], ...]
    killed_by_encounter: str = NOBODY
    killed_by_event: str = NOBODY
    game_mode: str = "standard"
    acts: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()

    @property
    def result(self) -> str:
        """win, loss or abandoned."""
        if self.win:
            return "win"
        return "abandoned" if self.was_abandoned else "loss"

    @property
    def coop(self) -> bool:
        return len(self.players) > 1

    @property
    def floors(self) -> int:
        """Floors entered, over all acts."""
        return sum(len(act) for act in self.map_point_history)

    @property
    def act(self) -> int:
        """The last act entered, from 1; 0 when the run ended before its first floor."""
        return max((number for number, act in enumerate(self.map_point_history, 1) if act), default=0)

    @property
    def killer(self) -> str | None:
        """Encounter or event that ended the run, without prefix; None after a win or where the file names none."""
        named = (self.killed_by_encounter, self.killed_by_event)
        return None if self.win else next((bare(one) for one in named if one != NOBODY), None)
