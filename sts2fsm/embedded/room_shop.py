"""The merchant: seven cards, three relics, three potions, one removal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import delays, ledger, offers
from .conditions import removable
from .reply import Refusal
from .rooms import Room
from .run_cards import DeckCard
from .taking import gain_relic

if TYPE_CHECKING:
    from .run import Run
    from .world import World


FOUL_POTION = "FOUL_POTION"


class Item:
    """One thing for sale. `what` is a DeckCard, a relic or potion id, or None once sold (and for the removal)."""

    __slots__ = ("category", "colorless", "on_sale", "price", "stocked", "what")

    def __init__(self, category: str, price: int, card: DeckCard | None = None, id: str = "") -> None:
        self.category = category
        self.price = price
        self.what: DeckCard | str | None = card if card is not None else (id or None)
        self.stocked = True
        self.on_sale = False
        self.colorless = False


def jitter(run: Run, base: float, bounds: list[float]) -> int:
    """A price: base times a uniform factor, rounded."""
    low, high = bounds
    factor = low + (high - low) * run.rng["shop"].below(1_000_001) / 1_000_000
    return round(base * factor)


class ShopRoom(Room):
    """`items` keep their index when sold. `open`: the inventory is on screen (a read or a purchase opens it)."""

    state_type = "shop"

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.open = False
        self.ready_at = world.now + delays.SHOP_READY
        self.left = False
        self._closed_once = "reopening_shop" not in world.faults.names
        self.run.history.room("shop")
        for _, amount in self.run.hooks("shop_enter_heal"):
            ledger.heal(self.run, amount)
        self._table = self.run.tables.odds["shop"]
        self.items = self._stock()
        if self.run.has_hook("shop_free"):
            world.after(delays.SHOP_READY, self._take_all)

    def _take_all(self) -> None:
        """Everything for nothing, one thing after another, then one removal."""
        if self.world.room is not self:
            return
        for item in self.items:
            item.price = 0
        stock = [i for i, item in enumerate(self.items) if item.category != "card_removal" and item.stocked]
        for index in stock:
            self.buy(index)
        self.buy(len(self.items) - 1)

    @property
    def ready(self) -> bool:
        """The inventory has been filled."""
        return self.world.now >= self.ready_at

    def _discount(self, price: float) -> int:
        for _, factor in self.run.hooks("price_mult"):
            price *= factor
        return round(price)

    def _card_item(self, card: DeckCard, colorless: bool) -> Item:
        rarity = self.run.content.cards[card.id].rarity
        base = self._table["card_price"][rarity] * (self._table["colorless_mult"] if colorless else 1)
        item = Item("card", self._discount(jitter(self.run, base, self._table["card_jitter"])), card=card)
        item.colorless = colorless
        return item

    def _relic_item(self, kind: str) -> Item:
        relic = self.run.bag.draw(None if kind == "roll" else kind, banned=self._table["not_sold"])
        rarity = self.run.content.relics[relic].rarity
        prices = self._table["relic_price"][self.run.build]
        base = prices.get(rarity, prices["Common"])
        return Item("relic", self._discount(jitter(self.run, base, self._table["relic_jitter"])), id=relic)

    def _potion_item(self) -> Item:
        potion = offers.random_potion(self.run)
        base = self._table["potion_price"][self.run.content.potions[potion].rarity]
        return Item("potion", self._discount(jitter(self.run, base, self._table["potion_jitter"])), id=potion)

    def removal_price(self) -> int:
        """Grows with each use in the run."""
        base, step = self._table["removal_a6" if self.run.ascension >= 6 else "removal"]
        return self._discount(base + step * self.run.removals)

    def _cards(self) -> list[Item]:
        items: list[Item] = []
        taken: set[str] = set()
        for kind in self._table["cards"]:
            rarity = offers.roll_rarity(self.run, "shop")
            pool = offers.card_pool(
                self.run,
                "character",
                lambda c, k=kind: c.type == k and c.rarity in ("Common", "Uncommon", "Rare"),  # type: ignore[misc]
            )
            card = offers.pick_card(self.run, pool, rarity, taken)
            if card is not None:
                taken.add(card.id)
                items.append(self._card_item(offers.stock_card(self.run, card.id), colorless=False))
        sale = self.run.rng["shop"].choice(items)
        sale.on_sale = True
        sale.price = round(sale.price * self._table["sale"])
        for rarity in self._table["colorless"]:
            pool = offers.card_pool(self.run, "Colorless", lambda c, r=rarity: c.rarity == r)  # type: ignore[misc]
            card = offers.pick_card(self.run, pool, rarity, taken)
            if card is not None:
                items.append(self._card_item(offers.stock_card(self.run, card.id), colorless=True))
        return items

    def _stock(self) -> list[Item]:
        items = self._cards()
        items += [self._relic_item(kind) for kind in self._table["relics"]]
        items += [self._potion_item() for _ in range(self._table["potions"])]
        items.append(Item("card_removal", self.removal_price()))
        return items

    def buy(self, index: int) -> None:
        """Pay and get it. A potion with a full belt costs nothing and gives nothing; the removal is paid when a card
        was chosen."""
        item = self.items[index]
        if item.category == "potion" and self.run.free_slot() is None:
            return
        if item.category == "card_removal":
            self._open_removal(item)
            return
        bought, item.what = item.what, None
        item.stocked = False
        self._pay(item.price)
        if isinstance(bought, DeckCard):
            ledger.add_card(self.run, bought)
            if item.colorless:
                self.run.history.here.add("bought_colorless", f"CARD.{bought.id}")
        elif item.category == "potion":
            ledger.gain_potion(self.run, str(bought))
            self.run.history.here.add("bought_potions", f"POTION.{bought}")
        else:
            self.run.history.here.add("bought_relics", f"RELIC.{bought}")
            gain_relic(self.world, str(bought))
        if self.run.has_hook("shop_refill"):
            self._refill(index, item)

    def _pay(self, price: int) -> None:
        """Pay; a bank for savers closes at the first real payment."""
        ledger.lose_gold(self.run, price, "gold_spent")
        if price:
            for relic, _ in self.run.hooks("room_gold"):
                relic.counter = 1

    def _refill(self, index: int, item: Item) -> None:
        if item.category == "relic":
            self.items[index] = self._relic_item("roll")
        elif item.category == "potion":
            self.items[index] = self._potion_item()
        else:
            room = "Colorless" if item.colorless else "character"
            card = offers.offer_cards(self.run, 1, room, room="shop", upgrade_roll=False, uniform=item.colorless)[0]
            self.items[index] = self._card_item(card, item.colorless)

    def throw_foul_potion(self) -> None:
        """The merchant pays to be spared it."""
        ledger.gain_gold(self.run, self.run.content.potions[FOUL_POTION].numbers["Gold"])

    def _open_removal(self, item: Item) -> None:
        cards = [c for c in self.run.deck if removable(self.run, c)]

        def done(picked: list[DeckCard]) -> None:
            for card in picked:
                self._pay(item.price)
                ledger.remove_card(self.run, card)
                self.run.removals += 1
                item.stocked = False

        self.world.open_grid("select", "Choose a card to remove.", cards, 1, 1, done, cancelable=True)

    def proceed(self) -> str:
        """Closes the inventory and leaves. Fault reopening_shop: the first one only closes it."""
        if not self.ready:
            raise Refusal("Shop inventory is not ready")
        self.open = False
        if not self._closed_once and self.world.faults.hit("reopening_shop"):
            self._closed_once = True
        elif not self.left:
            self.left = True
            self._note_unsold()
            self.world.open_map(delays.SHOP_LEAVE)
        return "Proceeding from shop"

    def _note_unsold(self) -> None:
        here = self.run.history.here
        for item in self.items:
            if isinstance(item.what, DeckCard):
                here.add("card_choices", {"card": {"id": f"CARD.{item.what.id}"}, "was_picked": False})
            elif item.what is not None:
                prefix = item.category.upper()
                here.add(f"{item.category}_choices", {"choice": f"{prefix}.{item.what}", "was_picked": False})
