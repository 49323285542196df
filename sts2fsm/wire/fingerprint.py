"""A short name for what an observation shows, blind to what moves by itself.

Left out: texts outside events (they follow language and animation), relic counters, hover marks, rotating previews
and the order of piles. Two observations with the same fingerprint are the same page for every purpose of this program.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

VOLATILE = frozenset(
    {
        "description", "keywords", "message", "prompt", "counter", "preview_cards", "is_hovered",
        "is_highlighted", "relic_description", "card_description", "potion_description", "instructions_title",
        "instructions_description", "body",
    }
)  # fmt: skip
# An event's pages may differ in their texts alone, and these stand still (behaviour W61).
EVENT_VOLATILE = frozenset({"keywords", "relic_description", "body"})
UNORDERED = frozenset({"draw_pile", "discard_pile", "exhaust_pile"})
_PLAIN = frozenset({str, int, bool, float})  # most of a payload: stands as it is


def fingerprint(payload: Mapping[str, Any]) -> str:
    """16 hex digits for a GET payload."""
    stable = json.dumps(_stable(payload), sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.blake2b(stable.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _stable(value: Any, volatile: frozenset[str] = VOLATILE) -> Any:
    if isinstance(value, dict):
        return {
            key: item
            if item.__class__ in _PLAIN
            else sorted(str(card.get("name")) + str(card.get("cost")) for card in item if isinstance(card, dict))
            if key in UNORDERED and isinstance(item, list)
            else _stable(item, EVENT_VOLATILE if key == "event" else volatile)
            for key, item in value.items()
            if item is not None and key not in volatile
        }
    if isinstance(value, list):
        return [item if item.__class__ in _PLAIN else _stable(item, volatile) for item in value]
    return value
