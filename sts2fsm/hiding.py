"""Secrets as they may be shown: not at all."""

from __future__ import annotations

import re

HIDDEN = "***"
_LOGIN = re.compile(r"//.*@", re.DOTALL)  # rather too much than a password with a slash in it
_QUERY = re.compile(r"(//[^?]*)\?.+|\?[^?\s]*=.*", re.DOTALL)  # also of an address whose `//` was forgotten


def hide_logins(text: str) -> str:
    """`text` with login and query of every URL in it hidden: `http://me:word@host?key=1` as `http://***@host?***`."""
    return _QUERY.sub(lambda found: f"{found[1] or ''}?{HIDDEN}", _LOGIN.sub(f"//{HIDDEN}@", text))
