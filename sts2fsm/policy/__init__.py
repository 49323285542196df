"""policies.yaml: declared by the sections' classes, read with every fault at once and its line, shown and described.

`fields` declares, `tree`, `scalars` and `reading` read and check, `loading` merges, `policies` is the result.
"""

from __future__ import annotations

from sts2fsm.policy.document import describe
from sts2fsm.policy.fields import (
    DEFAULT,
    by_name,
    flag,
    group,
    lists,
    names,
    nested,
    number,
    section,
    share,
    table,
    variants,
    word,
)
from sts2fsm.policy.loading import load, shipped_path
from sts2fsm.policy.policies import Policies, show
from sts2fsm.policy.table import Table, at

__all__ = [
    "DEFAULT",
    "Policies",
    "Table",
    "at",
    "by_name",
    "describe",
    "flag",
    "group",
    "lists",
    "load",
    "names",
    "nested",
    "number",
    "section",
    "share",
    "shipped_path",
    "show",
    "table",
    "variants",
    "word",
]
