"""The key of a decision service: where it is found, and a type that cannot show it by accident."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

from sts2fsm.errors import BadInput
from sts2fsm.hiding import HIDDEN

VARIABLES = ("TYPESAFE_API_KEY", "TYPESAFEAI_API_KEY")
PLACES = f"{' or '.join(VARIABLES)}, or name a file with it in policies.yaml at oracle.key_file"
_MOST = 4096  # characters; a file that holds more is no key


class Key:
    """A secret. Only `header` gives it away; text, repr, format, errors, pickles and JSON do not."""

    __slots__ = ("__login", "__text", "source")

    def __init__(self, text: str, source: str, login: str | None = None) -> None:
        """`source` says where it came from, for people; with a `login` the key is its password.

        Raises BadInput, which does not repeat the key, for one that no header can hold.
        """
        text = text.strip()
        if not text:
            raise BadInput(f"{source}: holds no key")
        if len(text) > _MOST:
            raise BadInput(f"{source}: is longer than {_MOST} characters; that is no key")
        if not text.isascii() or not text.isprintable() or " " in text:
            raise BadInput(f"{source}: a key is one word of printable ASCII characters; look for a line break in it")
        self.__text = text
        self.__login = login
        self.source = source

    @property
    def header(self) -> str:
        """The value of the Authorization header."""
        if self.__login is None:
            return f"Bearer {self.__text}"
        return f"Basic {self.__basic}"

    @property
    def __basic(self) -> str:
        return b64encode(f"{self.__login}:{self.__text}".encode()).decode()

    def masked(self, text: str) -> str:
        """`text` without the key, should a server have sent it back to us."""
        if self.__login is not None:
            text = text.replace(self.__basic, HIDDEN)
        return text.replace(self.__text, HIDDEN)

    def __repr__(self) -> str:
        return f"Key({HIDDEN}, {self.source})"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a key is not written anywhere")


def find_key(environ: Mapping[str, str], file: str) -> Key | None:
    """The first key of the environment's two variables and the file; None when there is none. An empty variable is
    none; so is a file that is not there.

    Raises BadInput for a key or a file that cannot be used: going on without it would look like having none.
    """
    for name in VARIABLES:
        if environ.get(name, "").strip():
            return Key(environ[name], f"${name}")
    if not file:
        return None
    place = f"{file} (oracle.key_file)"
    try:
        text = Path(file).expanduser().read_text(encoding="utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except UnicodeDecodeError:
        raise BadInput(f"{place}: holds no text, so no key") from None
    except (OSError, RuntimeError, ValueError) as fault:
        raise BadInput(f"{place}: cannot be read: {getattr(fault, 'strerror', None) or fault}") from None
    return Key(text, place)
