"""Steam ids never leave this program: they are masked in whatever is printed or written."""

from __future__ import annotations

import re

MASK = "<steam id>"
_STEAM_ID = re.compile(r"(?<!\d)7656119\d{10}(?!\d)")  # 17 digits; individual accounts all begin so
_ACCOUNT_FOLDER = re.compile(r"(?<=[/\\]steam[/\\])\d+(?=[/\\]|$)")  # the game's folder of an account, whatever length


def masked(text: object) -> str:
    """The text with every Steam id in it replaced."""
    return _ACCOUNT_FOLDER.sub(MASK, _STEAM_ID.sub(MASK, str(text)))
