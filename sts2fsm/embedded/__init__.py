"""The embedded game: whole runs without the real one, on the mod's own wire.

`EmbeddedGame(clock, seed=1)` answers `get()` and `post(body)` with (HTTP status, body);
`serve(game, port)` speaks it over HTTP.
"""

from sts2fsm.content.run_tables import EVENTS_MISSING

from .faults import FAULTS
from .game import EmbeddedGame
from .placement import NAMES as ROOM_NAMES
from .server import Server, serve

__all__ = ["EVENTS_MISSING", "FAULTS", "ROOM_NAMES", "EmbeddedGame", "Server", "serve"]
