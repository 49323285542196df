"""Secrets as they may be shown: not at all."""

from __future__ import annotations

import re

HIDDEN = "***"
_LOGIN = re.compile(r"//.*@")  # rather too much than a password with a slash in it


def hide_logins(text: str) -> str:
    """`text` with the login of every URL in it hidden: `http://me:word@host` as `http://***@host`."""
    return _LOGIN.sub(f"//{HIDDEN}@", text)
