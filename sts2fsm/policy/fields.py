"""How a section of policies.yaml is declared: frozen classes whose fields say type, unit, bounds and effect.

    @section("rest_site")
    class RestSitePolicy:
        '''When to heal and what to do otherwise.'''
        heal_below: float = share("hp share under which we heal")
        settle_ms: int = number(int, "wait after an option", unit="ms", low=0, high=60000)
        order: tuple[str, ...] = names("options, best first", allowed={"HEAL", "SMITH", "DIG"}, complete=True)
        values: Mapping[str, float] = table("worth of a relic", low=-5, high=50, default="required")

There are no defaults in code: a field the YAML lacks is an error, so `section` and `group` make every field a
required keyword. Each helper returns the attrs field; its `Spec` sits in the metadata under `SPEC`. A class made by
`attrs.frozen` itself works as well, as long as its fields come from these helpers. `check_declarations` compares
every annotation with its Spec.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Literal, TypeAlias, TypeVar, dataclass_transform, get_args, get_origin, get_type_hints

import attrs

SPEC = "sts2fsm.policy"
DEFAULT = "default"  # the key of a table that answers for every name the table does not list

Allowed: TypeAlias = Collection[str] | Callable[[str], bool] | None
DefaultKey: TypeAlias = Literal["required", "allowed", "refused"]
T = TypeVar("T")


@attrs.frozen
class Flag:
    """`true` or `false`."""

    effect: str


@attrs.frozen
class Number:
    """A number of `kind` between `low` and `high`, both included; `null` too when `nullable`."""

    effect: str
    kind: type[int] | type[float]
    unit: str
    low: float
    high: float
    nullable: bool = False

    def __attrs_post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError(f"low {self.low} is above high {self.high}: {self.effect}")


@attrs.frozen
class Word:
    """One text, of `allowed` when given."""

    effect: str
    allowed: Allowed = None


@attrs.frozen
class Names:
    """A list of texts, each at most once; `complete` demands every allowed one."""

    effect: str
    allowed: Allowed = None
    complete: bool = False

    def __attrs_post_init__(self) -> None:
        if self.complete and (self.allowed is None or callable(self.allowed)):
            raise ValueError(f"a complete list needs the collection of names: {self.effect}")


@attrs.frozen
class Group:
    """A nested mapping, read as the frozen class `of`."""

    effect: str
    of: type


@attrs.frozen
class Entries:
    """A mapping from names (of `keys` when given) to `entry`; `default` says what holds for the key `default`."""

    effect: str
    entry: Number | Names | Group
    keys: Allowed = None
    default: DefaultKey = "refused"


Spec: TypeAlias = Flag | Number | Word | Names | Group | Entries


def _field(spec: Spec) -> Any:
    return attrs.field(metadata={SPEC: spec})


def flag(effect: str) -> Any:
    """A `bool` field."""
    return _field(Flag(effect))


def number(
    kind: type[int] | type[float], effect: str, *, low: float, high: float, unit: str = "", nullable: bool = False
) -> Any:
    """An `int` or `float` field, with `nullable` one `| None`. A whole number will do for a float, not the reverse."""
    return _field(Number(effect, kind, unit, low, high, nullable))


def share(effect: str, *, low: float = 0.0, high: float = 1.0) -> Any:
    """A `float` field that is a part of a whole: 0.5 is half."""
    return _field(Number(effect, float, "share", low, high))


def word(effect: str, *, choices: Allowed = None) -> Any:
    """A `str` field."""
    return _field(Word(effect, choices))


def names(effect: str, *, allowed: Allowed = None, complete: bool = False) -> Any:
    """A `tuple[str, ...]` field: an order or a set of names, none twice."""
    return _field(Names(effect, allowed, complete))


def table(
    effect: str,
    kind: type[int] | type[float] = float,
    *,
    low: float,
    high: float,
    unit: str = "",
    keys: Allowed = None,
    default: DefaultKey = "refused",
) -> Any:
    """A `Mapping[str, kind]` field: name -> number. Read it with `at(table, name)` when it has a default."""
    return _field(Entries(effect, Number("", kind, unit, low, high), keys, default))


def lists(effect: str, *, allowed: Allowed = None, keys: Allowed = None, default: DefaultKey = "refused") -> Any:
    """A `Mapping[str, tuple[str, ...]]` field: name -> list of names."""
    return _field(Entries(effect, Names("", allowed), keys, default))


def nested(effect: str, of: type) -> Any:
    """A field of the frozen class `of`, with its own keys."""
    return _field(Group(effect, of))


def variants(effect: str, of: type, *, keys: Allowed = None, default: DefaultKey = "refused") -> Any:
    """A `Mapping[str, of]` field, such as per-boss overrides. Entries state what differs from the entry `default`."""
    return _field(Entries(effect, Group("", of), keys, default))


@dataclass_transform(
    frozen_default=True,
    kw_only_default=True,
    field_specifiers=(flag, number, share, word, names, table, lists, nested, variants),
)
def group(cls: type[T]) -> type[T]:
    """Make `cls` frozen, every field a required keyword."""
    return attrs.frozen(kw_only=True)(cls)


@dataclass_transform(
    frozen_default=True,
    kw_only_default=True,
    field_specifiers=(flag, number, share, word, names, table, lists, nested, variants),
)
def section(name: str) -> Callable[[type[T]], type[T]]:
    """A `group` that is the top-level section `name` of policies.yaml."""

    def decorate(cls: type[T]) -> type[T]:
        cls.policy_section = name  # type: ignore[attr-defined]
        return group(cls)

    return decorate


def by_name(classes: Iterable[type]) -> dict[str, type]:
    """Section name -> class, for classes made by `section`; a class named twice counts once.

    Raises TypeError for a class without a name, and for two classes of one name.
    """
    found: dict[str, type] = {}
    for cls in classes:
        name = getattr(cls, "policy_section", None)
        if name is None:
            raise TypeError(f"{cls.__name__} is not declared by @section(name)")
        if found.setdefault(name, cls) is not cls:
            raise TypeError(f"section {name} is claimed by {found[name].__name__} and {cls.__name__}")
    return found


def specs(cls: type) -> dict[str, Spec]:
    """Key -> Spec of a section or group, in the order of declaration."""
    return {field.name: field.metadata[SPEC] for field in attrs.fields(cls)}


def _annotation(spec: Spec) -> Any:
    match spec:
        case Flag():
            return bool
        case Number(kind=kind, nullable=nullable):
            return kind | None if nullable else kind
        case Word():
            return str
        case Names():
            return tuple[str, ...]
        case Group(of=of):
            return of
        case Entries(entry=entry):
            return Mapping[str, _annotation(entry)]  # type: ignore[misc]


def _same_type(one: Any, other: Any) -> bool:
    return bool(one == other) or (  # typing.Mapping[...] and collections.abc.Mapping[...] are the same to us
        get_origin(one) is not None
        and get_origin(one) == get_origin(other)
        and len(get_args(one)) == len(get_args(other))
        and all(map(_same_type, get_args(one), get_args(other)))
    )


def check_declarations(sections: Mapping[str, type]) -> None:
    """Raise TypeError naming every field of the classes whose annotation and helper disagree, or that has no helper."""
    faults: list[str] = []

    def visit(cls: type) -> None:
        if not attrs.has(cls):
            faults.append(f"{cls.__name__}: not made by @section, @group or attrs.frozen")
            return
        hints = get_type_hints(cls)
        for field in attrs.fields(cls):
            place = f"{cls.__name__}.{field.name}"
            spec = field.metadata.get(SPEC)
            if spec is None:
                faults.append(f"{place}: not declared by a helper of sts2fsm.policy.fields")
                continue
            if not _same_type(hints[field.name], _annotation(spec)):
                faults.append(f"{place}: annotated {hints[field.name]}, declared {_annotation(spec)}")
            inner = spec.entry if isinstance(spec, Entries) else spec
            if isinstance(inner, Group):
                visit(inner.of)

    for cls in sections.values():
        visit(cls)
    if faults:
        raise TypeError("; ".join(faults))
