"""From JSON to records: one cattrs converter that is tolerant of unknown keys and strict about types.

Unknown keys are counted, never an error: the mod grows. A wrong type is an error that names path and value: guessing
would hide
a layout we do not know. Null and absent are the same (behaviour W15).
"""

from __future__ import annotations

import json
import typing
from collections.abc import Callable, Mapping
from typing import Any

import attrs
from cattrs import Converter, transform_error
from cattrs.errors import IterableValidationError, IterableValidationNote
from cattrs.gen import make_dict_structure_fn, override

from sts2fsm.errors import GameFault, PayloadError
from sts2fsm.wire.fingerprint import fingerprint
from sts2fsm.wire.layouts import refuse_older_layouts
from sts2fsm.wire.menu import MenuOption
from sts2fsm.wire.observation import BLOCK_MAY_BE_ABSENT, Observation, Screen

_OURS = frozenset({"raw", "unknown_keys", "fingerprint"})  # fields of Observation that are not keys of the wire
_MAX_SHOWN = 60  # characters of a wrong value that an error repeats


class _WrongType(Exception):
    """A value of another type than the wire's; the message is ready to print."""


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + "..."


def _strict(kind: type, word: str) -> Callable[[Any, Any], Any]:
    def structure(value: Any, _: Any) -> Any:
        if type(value) is not kind:  # bool is a subclass of int: 1 and true are different on the wire
            raise _WrongType(f"must be {word}, not {_shown(value)}")
        return value

    return structure


def _is_tuple(kind: Any) -> bool:
    return typing.get_origin(kind) is tuple


class WireReader:
    """Reads payloads and keeps a count of the keys it did not know. Not for use by two threads at once."""

    def __init__(self) -> None:
        self.unknown: dict[str, int] = {}
        self._seen_now: list[str] = []
        self._converter = converter = Converter(detailed_validation=True)
        for kind, word in ((int, "a whole number"), (str, "text"), (bool, "true or false")):
            converter.register_structure_hook(kind, _strict(kind, word))
        converter.register_structure_hook_factory(_is_tuple, self._tuple_hook)
        converter.register_structure_hook_factory(attrs.has, self._record_hook)
        from_record = converter.get_structure_hook(MenuOption)

        def menu_option(value: Any, kind: Any) -> MenuOption:
            if type(value) is str:
                return MenuOption(name=value)
            if type(value) is not dict:
                raise _WrongType(f"must be text or an object, not {_shown(value)}")
            option: MenuOption = from_record(value, kind)
            return option

        converter.register_structure_hook(MenuOption, menu_option)
        self._observation = converter.get_structure_hook(Observation)

    def observation(self, payload: Any) -> Observation:
        """Structure a GET payload.

        Raises PayloadError for a wrong type, a missing required key, an older mod's layout, or a screen without its
        block;
        GameFault for a body that only says `error`.
        """
        if not isinstance(payload, dict):
            raise PayloadError("payload", f"must be a JSON object, not {_shown(payload)}")
        if "state_type" not in payload and "error" in payload:
            raise GameFault(f"the mod answered with an error instead of a state: {_shown(payload['error'])}")
        refuse_older_layouts(payload)
        self._seen_now = []
        observed: Observation = self._structure(self._observation, payload, Observation)
        block = getattr(observed, observed.state_type, None) if observed.screen is not Screen.UNKNOWN else None
        if block is None and observed.screen not in BLOCK_MAY_BE_ABSENT:
            raise PayloadError(observed.state_type, f"a {observed.state_type} screen must carry its block")
        for key in self._seen_now:
            self.unknown[key] = self.unknown.get(key, 0) + 1
        return attrs.evolve(observed, raw=payload, unknown_keys=tuple(self._seen_now), fingerprint=fingerprint(payload))

    def record(self, value: Any, kind: type) -> Any:
        """Structure any one record of the wire, such as a `Player`. Raises PayloadError."""
        self._seen_now = []
        return self._structure(self._converter.get_structure_hook(kind), value, kind)

    def _structure(self, hook: Callable[[Any, Any], Any], value: Any, kind: type) -> Any:
        try:
            return hook(value, kind)
        except Exception as fault:
            problems = transform_error(fault, path="", format_exception=_say)
            paths = [problem.rpartition(" @ ") for problem in problems]
            path = _plain(paths[0][2]) if paths else "payload"
            more = "".join(f"; {_plain(where)}: {what}" for what, _, where in paths[1:6])
            raise PayloadError(path or "payload", (paths[0][0] if paths else str(fault)) + more) from None

    def _record_hook(self, kind: type) -> Callable[[Any, Any], Any]:
        known = frozenset(attribute.name for attribute in attrs.fields(kind)) - _OURS
        skipped: dict[str, Any] = {a.name: override(omit=True) for a in attrs.fields(kind) if a.name in _OURS}
        build: Callable[[Any, Any], Any] = make_dict_structure_fn(kind, self._converter, **skipped)
        label = kind.__name__

        def structure(value: Any, _: Any) -> Any:
            if type(value) is not dict:
                raise _WrongType(f"must be an object, not {_shown(value)}")
            given = {}
            for key, item in value.items():
                if key not in known:
                    self._seen_now.append(f"{label}.{key}")
                elif item is not None:
                    given[key] = item
            return build(given, kind)

        return structure

    def _tuple_hook(self, kind: Any) -> Callable[[Any, Any], Any]:
        arguments = typing.get_args(kind)
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            one = self._converter.get_structure_hook(arguments[0])
            whole = self._converter.get_structure_hook(list[arguments[0]])  # type: ignore[valid-type]

            def many(value: Any, _: Any) -> Any:
                if type(value) is not list:
                    raise _WrongType(f"must be a list, not {_shown(value)}")
                try:
                    return tuple([one(item, arguments[0]) for item in value])
                except Exception:
                    return tuple(whole(value, list[arguments[0]]))  # type: ignore[valid-type]  # again, for the paths

            return many
        hooks = [self._converter.get_structure_hook(argument) for argument in arguments]

        def fixed(value: Any, _: Any) -> Any:
            if type(value) is not list or len(value) != len(hooks):
                raise _WrongType(f"must be a list of {len(hooks)}, not {_shown(value)}")
            read = []
            for position, (hook, item, argument) in enumerate(zip(hooks, value, arguments, strict=True)):
                try:
                    read.append(hook(item, argument))
                except Exception as fault:
                    fault.add_note(IterableValidationNote("", position, argument))
                    raise IterableValidationError("", [fault], kind) from fault
            return tuple(read)

        return fixed


def _say(fault: BaseException, _: Any) -> str:
    if isinstance(fault, _WrongType):
        return str(fault)
    if isinstance(fault, KeyError):
        return f"the key {fault.args[0]!r} is missing"
    return f"cannot be read: {fault}"


def _plain(path: str) -> str:
    return path.strip().lstrip(".")


def parse_json(text: str | bytes, place: str) -> Mapping[str, Any]:
    """A JSON object from text. `place` names the source in the PayloadError that anything else raises."""
    try:
        body = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise PayloadError(place, f"is not JSON: {fault}") from None
    if not isinstance(body, dict):
        raise PayloadError(place, f"must be a JSON object, not {_shown(body)}")
    return body
