"""What a language model planned, as `explain` tells it. Its texts are quoted: they are a model's words, not ours."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

Record = Mapping[str, Any]
_LISTS = {"wanted": "wants", "unwanted": "passes", "relics": "would like", "hold": "keeps for the boss"}
_UNTIL = {"act": "act {} is over", "floor": "floor {} is past", "hp_below": "health is below {:.0%}"}
_UNTIL["deck_over"] = "the deck has more than {} cards"


def planned(record: Record) -> Iterator[str]:
    """One call: why, what came of it, and what it cost."""
    yield f"{record['model']} was asked on floor {record['floor']} ({', '.join(record['why'])}): {_came(record)}."
    plan = record["strategy"]
    if plan is None:
        return
    parts = [f"{verb} {', '.join(plan[name])}" for name, verb in _LISTS.items() if plan[name]]
    parts += [f"{name} {bias:+g}" for name, bias in plan["route"].items()]
    ends = [words.format(plan["until"][name]) for name, words in _UNTIL.items() if plan["until"][name] is not None]
    if parts:
        yield f"  {'; '.join(parts)}."
    yield f"  It says: {_quoted(plan['archetype'])}, {_quoted(plan['reason'])}. It ends when {' or '.join(ends)}."


def _came(record: Record) -> str:
    if record["strategy"] is None:
        came = f"no plan ({record['failure']}{', ' if record['detail'] else ''}{record['detail']})"
    else:
        dropped = f", {record['dropped']} of its items dropped or bounded" if record["dropped"] else ""
        came = f"{'a plan that was only written down' if record['shadow'] else 'a plan'}{dropped}"
    cost = "unknown cost" if record["cost"] is None else f"${record['cost']:.4f}"
    tokens = f"{record['input_tokens']} + {record['output_tokens']} tokens"
    return f"{came}; {tokens}, {cost}, {record['ms'] / 1000:.1f} s"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
