"""One module a screen: its policy section, its guards, its rules and its edges. `HANDLERS` is all of them, in no
special order."""

from __future__ import annotations

from handlers.bundle_select import BundleSelectHandler
from handlers.card_reward import CardReward
from handlers.card_select import CardSelectHandler
from handlers.combat import Combat
from handlers.crystal_sphere import CrystalSphereHandler
from handlers.event import EventHandler
from handlers.fake_merchant import FakeMerchantHandler
from handlers.game_over import GameOver
from handlers.hand_select import HandSelectHandler
from handlers.map import MapHandler
from handlers.menu import Menu
from handlers.overlay import OverlayHandler
from handlers.relic_select import RelicSelectHandler
from handlers.rest_site import RestSiteHandler
from handlers.rewards import Rewards
from handlers.shop import ShopHandler
from handlers.treasure import TreasureHandler
from handlers.worth import CardsPolicy, PotionsPolicy, RelicsPolicy
from sts2fsm.handler import Handler

HANDLERS: tuple[type[Handler], ...] = (
    Menu, Combat, HandSelectHandler, Rewards, CardReward, MapHandler, EventHandler, RestSiteHandler, ShopHandler,
    FakeMerchantHandler, TreasureHandler, CardSelectHandler, BundleSelectHandler, RelicSelectHandler,
    CrystalSphereHandler, OverlayHandler, GameOver,
)  # fmt: skip

# Tables that several screens share.
SHARED_POLICIES: tuple[type, ...] = (CardsPolicy, RelicsPolicy, PotionsPolicy)
