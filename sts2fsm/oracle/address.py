"""Where a decision service is: base address, the login a URL may carry, and a name that hides it."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import unquote, urlsplit

from attrs import field, frozen

from sts2fsm.errors import BadInput
from sts2fsm.hiding import HIDDEN, hide_logins
from sts2fsm.oracle.keys import Key

_ROUTE = re.compile(r"(/v1)?(/systemone)?/*$")  # people paste the whole address of the call
_EXAMPLE = "must be like https://api.typesafe.ai or http://127.0.0.1:8000"


@frozen
class Address:
    """`base`: scheme, host, port and path, without login and final slash. `name` is the same, a login hidden."""

    base: str
    name: str
    login: Key | None = field(default=None, repr=False)
    private: bool = True
    """Nobody on the way can read along: TLS, or this very machine."""


def without_secrets(url: str) -> str:
    """A URL as it may be shown: no login, no query."""
    return hide_logins(url.partition("?")[0].partition("#")[0])


def address(url: str) -> Address:
    """The parts of a base URL. Raises BadInput, which does not repeat a login, for one that cannot be."""
    shown = without_secrets(url)
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
        host = host.encode("idna").decode() if host and not host.isascii() else host
    except (ValueError, UnicodeError):
        host = port = None
    if not host or parts.scheme not in ("http", "https") or not _plausible(host):
        raise BadInput(f"oracle at {shown}: {_EXAMPLE}")
    if parts.query or parts.fragment:
        raise BadInput(f"oracle at {shown}: {_EXAMPLE}, without a query; a key goes into the environment")
    where = f"[{host}]" if ":" in host else host
    rest = f"{where}{f':{port}' if port else ''}{_ROUTE.sub('', parts.path)}"
    login = None
    if parts.password or parts.username:
        source = f"the login in {shown}"
        login = Key(unquote(parts.password or parts.username or ""), source, unquote(parts.username or ""))
    base = f"{parts.scheme}://{rest}"
    name = f"{parts.scheme}://{HIDDEN}@{rest}" if login else base
    return Address(base, name, login, parts.scheme == "https" or _this_machine(host))


def _plausible(host: str) -> bool:
    return len(host) <= 253 and not re.search(r"[^\w.:%-]|\.\.|^\.", host) and max(map(len, host.split("."))) <= 63


def _this_machine(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
