"""What one scalar of a policy file means for the field it is read for.

YAML 1.1 readers, PyYAML among them, take `yes` for true, `0123` for 83 and `1:30` for 90. Here a boolean is `true` or
`false`, a number is written in plain decimal digits, and a text that another reader would take for a number, date,
boolean or null must stand in quotes. `yes`, `no`, `on` and `off` are ordinary texts. Every function returns the value,
or a `Fault` with the message.
"""

from __future__ import annotations

import math
import re

import attrs
import yaml

from sts2fsm.policy.fields import Number
from sts2fsm.policy.problems import quoted
from sts2fsm.policy.tree import Scalar

_WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]*)", re.ASCII)
_DECIMAL = re.compile(r"[-+]?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?", re.ASCII)
_NULLS = ("null", "Null", "NULL", "~")
_BOOLS = {
    **dict.fromkeys(("true", "yes", "on", "y"), "true"),
    **dict.fromkeys(("false", "no", "off", "n"), "false"),
}
_ODD_NUMBERS = (  # what looks like a number and is not written as one: pattern, and why it is refused
    (re.compile(r"[-+]?0[0-9_]+", re.ASCII), "a leading zero means octal to YAML 1.1; write it without"),
    (
        re.compile(r"[-+]?[0-9][0-9_]*(:[0-9]+)+(\.[0-9]*)?", re.ASCII),
        "a colon means base 60 to YAML 1.1; write it out",
    ),
    (re.compile(r"[-+]?\.?(nan|inf|infinity)", re.ASCII | re.IGNORECASE), "must be a finite number"),
    (re.compile(r"[-+]?0[xob][0-9a-f_]+", re.ASCII | re.IGNORECASE), "write it in plain decimal digits"),
    (re.compile(r"[-+]?[0-9][0-9_.,]*", re.ASCII), "write it in plain decimal digits"),
)
_MAX_DIGITS = 40
_RESOLVER = yaml.resolver.Resolver()
_TEXT_TAG = "tag:yaml.org,2002:str"
_BOOL_TAG = "tag:yaml.org,2002:bool"


@attrs.frozen
class Fault:
    """Why a scalar cannot be used."""

    message: str


def read_flag(node: Scalar) -> bool | Fault:
    """`true` or `false`, nothing else."""
    if node.plain and node.text in ("true", "false"):
        return node.text == "true"
    if not node.text:
        return Fault("no value; write true or false")
    meant = _BOOLS.get(node.text.lower())
    if meant is None:
        return Fault(f"{quoted(node.text)} is neither true nor false")
    return Fault(f"{quoted(node.text)} is not a boolean here; write {meant} without quotes")


def read_number(node: Scalar, spec: Number) -> float | Fault | None:
    """An int when the kind is int, else a float, within the bounds; None for `null` where that is allowed."""
    text = node.text
    if not text:
        return Fault("no value; write a number")
    if not node.plain:
        return Fault(f"{quoted(text)} is text; write a number without quotes")
    if text in _NULLS:
        return None if spec.nullable else Fault(f"{text} is not allowed here; write a number")
    if not _DECIMAL.fullmatch(text):
        for pattern, why in _ODD_NUMBERS:
            if pattern.fullmatch(text):
                return Fault(f"{quoted(text)}: {why}")
        return Fault(f"{quoted(text)} is not a number")
    if len(text) > _MAX_DIGITS:
        return Fault(f"{quoted(text)} has more than {_MAX_DIGITS} digits")
    if spec.kind is int and not _WHOLE.fullmatch(text):
        return Fault(f"{text} is not a whole number")
    value = spec.kind(text) + spec.kind(0)  # + 0.0 turns -0.0 into 0.0, so that equal values are written alike
    if not math.isfinite(value):
        return Fault(f"{text} is too large for a number")
    if not spec.low <= value <= spec.high:
        unit = f" {spec.unit}" if spec.unit else ""
        return Fault(f"{text} is out of range, must be {spec.low} to {spec.high}{unit}")
    return value


def read_text(node: Scalar) -> str | Fault:
    """A text that every YAML reader takes for one; never empty."""
    text = node.text
    if not text:
        return Fault("no value; write a name")
    if node.plain and _taken_for_something_else(text):
        return Fault(f"{quoted(text)} is read as something else than text; write it in quotes")
    return text if _encodable(text) else Fault(f"{quoted(text)} holds half a character")


def read_key(node: Scalar) -> str | Fault:
    """A key is its text, quoted or not; `<<` would be a merge."""
    if node.plain and node.text == "<<":
        return Fault("merge keys are not supported; write the values out")
    if not node.text:
        return Fault("a key without a name")
    return node.text if _encodable(node.text) else Fault(f"{quoted(node.text)} holds half a character")


def _taken_for_something_else(text: str) -> bool:
    tag = _RESOLVER.resolve(yaml.ScalarNode, text, (True, False))  # type: ignore[no-untyped-call]
    if tag == _BOOL_TAG:
        return text.lower() in ("true", "false")
    return tag != _TEXT_TAG or _DECIMAL.fullmatch(text) is not None


def _encodable(text: str) -> bool:
    """A quoted escape can make a lone surrogate, which neither a hash nor a journal can hold."""
    return not any("\ud800" <= char <= "\udfff" for char in text)
