"""The machine as a picture: an SVG drawn by ourselves, so that no other program is needed and it is the same anywhere.

Screens stand in columns, in the order in which a run meets them; their states are written inside. An arrow leaves a box
on the side of its target, ports sorted by where the other end lies, so that few lines cross.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from xml.sax.saxutils import escape

from attrs import define, field, frozen

from sts2fsm.commands.machine_view import Arrow, Box, all_rows, arrows, box_of, boxes
from sts2fsm.machine.interrupts import INTERRUPTS

# Which column a screen stands in, top to bottom; handlers not named here go to the last.
COLUMNS: tuple[tuple[str, ...], ...] = (
    ("Menu", "GameOver"),
    ("MapHandler",),
    ("RestSiteHandler", "ShopHandler", "EventHandler", "Combat", "TreasureHandler", "FakeMerchantHandler"),
    ("HandSelectHandler", "Rewards", "CardReward"),
    ("CardSelectHandler", "BundleSelectHandler", "RelicSelectHandler", "CrystalSphereHandler"),
)
APART = "OverlayHandler"  # has no rows of its own: what comes and goes over any screen
WIDTH, GAP, COLUMN_GAP, MARGIN = 190, 40, 150, 30
TITLE_HEIGHT, STATE_HEIGHT = 30, 19
PORT_STEP = 9  # least height between two arrows at one side of a box
INK = "#22272e"
COLOURS = (
    "#1f77b4", "#7f7f7f", "#0b7a75", "#b5651d", "#8a6d00", "#7b3fa0", "#c0392b", "#5b8c00",
    "#b0417c", "#c46210", "#2e7d32", "#4a5ab8", "#00838f", "#795548", "#d81b60", "#3949ab",
)  # fmt: skip


@define
class _Drawn:
    """A box on the page. `left` and `right` are the ports of its arrows, as (other end's middle, key)."""

    box: Box
    column: int
    x: float
    colour: str
    y: float = 0.0
    height: float = 0.0
    left: list[tuple[float, str]] = field(factory=list)
    right: list[tuple[float, str]] = field(factory=list)

    @property
    def middle(self) -> float:
        return self.y + self.height / 2

    def port(self, side: str, key: str) -> tuple[float, float]:
        """Where an arrow touches the box."""
        ports = sorted(self.left if side == "left" else self.right)
        place = [name for _, name in ports].index(key)
        step = self.height / (len(ports) + 1)
        return (self.x if side == "left" else self.x + WIDTH), self.y + step * (place + 1)


@frozen
class _Ends:
    source_side: str
    dest_side: str


def svg() -> str:
    """The picture as SVG text, the same for the same tables."""
    drawn = _placed()
    between = [arrow for arrow in arrows(box_of(), all_rows()) if arrow.source in drawn and arrow.dest in drawn]
    _stretch(drawn, between)
    ends = {_key(arrow): _connect(drawn, arrow) for arrow in between}
    width = max(one.x for one in drawn.values()) + WIDTH + 110
    foot = max(one.y + one.height for one in drawn.values()) + 30
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {foot + 70:g}" '
        'font-family="Helvetica, Arial, sans-serif">',
        f'<rect width="{width:g}" height="{foot + 70:g}" fill="#ffffff"/>',
        "<defs>",
        *(_arrowhead(one.colour) for one in drawn.values()),
        "</defs>",
        *(_curve(drawn, arrow, ends[_key(arrow)]) for arrow in between),
        *(line for one in drawn.values() for line in _box(one)),
        *_footnote(foot, width),
        "</svg>",
        "",
    ]
    return "\n".join(parts)


def _key(arrow: Arrow) -> str:
    return f"{arrow.source}>{arrow.dest}"


# --- layout -----------------------------------------------------------------------------------------------------------
def _placed() -> dict[str, _Drawn]:
    known = {name: column for column, names in enumerate(COLUMNS) for name in names}
    shown = [box for box in boxes() if box.name != APART]
    rank = {name: place for names in COLUMNS for place, name in enumerate(names)}
    shown.sort(key=lambda box: (known.get(box.name, len(COLUMNS) - 1), rank.get(box.name, len(rank))))
    drawn = {}
    for number, box in enumerate(shown):
        column = known.get(box.name, len(COLUMNS) - 1)
        x = MARGIN + column * (WIDTH + COLUMN_GAP)
        drawn[box.name] = _Drawn(box, column, x, COLOURS[number % len(COLOURS)])
    return drawn


def _sides(drawn: Mapping[str, _Drawn], arrow: Arrow) -> _Ends:
    source, dest = drawn[arrow.source], drawn[arrow.dest]
    if source.column == dest.column:
        return _Ends("right", "right")
    return _Ends("right", "left") if source.column < dest.column else _Ends("left", "right")


def _stretch(drawn: Mapping[str, _Drawn], between: list[Arrow]) -> None:
    """Heights for states and ports, then each column centred on the tallest."""
    ports: dict[tuple[str, str], int] = {}
    for arrow in between:
        sides = _sides(drawn, arrow)
        for name, side in ((arrow.source, sides.source_side), (arrow.dest, sides.dest_side)):
            ports[name, side] = ports.get((name, side), 0) + 1
    columns: dict[int, list[_Drawn]] = {}
    for name, one in drawn.items():
        most = max(ports.get((name, side), 0) for side in ("left", "right"))
        one.height = max(TITLE_HEIGHT + STATE_HEIGHT * len(one.box.states) + 8, PORT_STEP * (most + 1))
        columns.setdefault(one.column, []).append(one)
    tallest = max(_length(column) for column in columns.values())
    for column in columns.values():
        spare = (tallest - _length(column)) / (len(column) + 1)
        y = MARGIN + spare
        for one in column:
            one.y = y
            y += one.height + GAP + spare


def _length(column: list[_Drawn]) -> float:
    return sum(one.height for one in column) + GAP * (len(column) - 1)


def _connect(drawn: Mapping[str, _Drawn], arrow: Arrow) -> _Ends:
    """Give both boxes their port of this arrow."""
    sides = _sides(drawn, arrow)
    source, dest = drawn[arrow.source], drawn[arrow.dest]
    for here, there, side in ((source, dest, sides.source_side), (dest, source, sides.dest_side)):
        (here.left if side == "left" else here.right).append((there.middle, _key(arrow)))
    return sides


# --- drawing ----------------------------------------------------------------------------------------------------------
def _arrowhead(colour: str) -> str:
    return (
        f'<marker id="{_mark(colour)}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" '
        f'orient="auto-start-reverse"><path d="M0,0 L10,5 L0,10 z" fill="{colour}"/></marker>'
    )


def _mark(colour: str) -> str:
    return f"head-{colour[1:]}"


def _curve(drawn: Mapping[str, _Drawn], arrow: Arrow, ends: _Ends) -> str:
    source, dest = drawn[arrow.source], drawn[arrow.dest]
    x1, y1 = source.port(ends.source_side, _key(arrow))
    x2, y2 = dest.port(ends.dest_side, _key(arrow))
    if source.column == dest.column:
        bulge = 40 + abs(y2 - y1) / 12
        c1, c2 = x1 + bulge, x2 + bulge
    else:
        pull = max(70.0, abs(x2 - x1) / 2.2) * (1 if x2 > x1 else -1)
        c1, c2 = x1 + pull, x2 - pull
    title = f"{source.box.title} → {dest.box.title}: {', '.join(arrow.triggers)} ({arrow.rows} rows)"
    return (
        f'<path d="M{x1:.1f},{y1:.1f} C{c1:.1f},{y1:.1f} {c2:.1f},{y2:.1f} {x2:.1f},{y2:.1f}" fill="none" '
        f'stroke="{source.colour}" stroke-width="1.6" marker-end="url(#{_mark(source.colour)})">'
        f"<title>{escape(title)}</title></path>"
    )


def _box(one: _Drawn) -> Iterator[str]:
    yield (
        f'<rect x="{one.x:g}" y="{one.y:.1f}" width="{WIDTH}" height="{one.height:.1f}" rx="8" fill="#fbfbf8" '
        f'stroke="{one.colour}" stroke-width="2.2"/>'
    )
    inside = TITLE_HEIGHT + STATE_HEIGHT * len(one.box.states)
    top = one.y + (one.height - inside) / 2
    middle = one.x + WIDTH / 2
    yield (
        f'<text x="{middle:g}" y="{top + 19:.1f}" text-anchor="middle" font-size="15" font-weight="bold" '
        f'fill="{one.colour}">{escape(one.box.title)}</text>'
    )
    for number, state in enumerate(one.box.states, 1):
        y = top + TITLE_HEIGHT - 5 + STATE_HEIGHT * number - 4
        yield f'<text x="{middle:g}" y="{y:.1f}" text-anchor="middle" font-size="12.5" fill="{INK}">{state}</text>'


def _footnote(y: float, width: float) -> Iterator[str]:
    apart = next((box for box in boxes() if box.name == APART), None)
    names = ", ".join(dict.fromkeys((*(apart.states if apart else ()), *INTERRUPTS)))
    yield (
        f'<rect x="{MARGIN}" y="{y:g}" width="{width - 2 * MARGIN:g}" height="44" rx="8" fill="#f1f1ec" '
        f'stroke="#8a8a80" stroke-dasharray="5 4"/>'
    )
    yield (
        f'<text x="{width / 2:g}" y="{y + 27:g}" text-anchor="middle" font-size="14" fill="{INK}">'
        f"from any state and back again: {escape(names)}   ·   from any state of a run: game_over</text>"
    )
