"""Rest sites: heal when hurt, smith when healthy, leave when done."""

from __future__ import annotations

from sts2fsm.wire import actions as w
from tests.handlers.moments import at, edited, parts

HURT = "rest_site-hurt-with-heal-and-smith"
HEALTHY = "rest_site-healthy-with-heal-and-smith"


def test_heals_when_hurt() -> None:
    """21 of 80 hp is under half: rest is worth its option and what healing is worth."""
    made = at(HURT)
    assert made.action == w.ChooseRestOption(0)
    assert parts(made) == {"option": 10.0, "hurt": 100.0}


def test_smiths_when_healthy() -> None:
    """79 of 80 hp: nothing but the table counts."""
    made = at(HEALTHY)
    assert made.action == w.ChooseRestOption(1)
    assert parts(made) == {"option": 40.0}


def test_half_of_the_health_is_not_hurt_yet() -> None:
    """40 of 80 is the limit itself, 39 is under it."""
    assert at(edited(HURT, player__hp=40)).action == w.ChooseRestOption(1)
    assert at(edited(HURT, player__hp=39)).action == w.ChooseRestOption(0)


def test_before_the_boss_it_heals_sooner() -> None:
    """Floor 16 is the last of act 1 before its boss: 60 of 80 is under 80 %, while on floor 6 it is enough."""
    assert at(edited(HURT, player__hp=60)).action == w.ChooseRestOption(1)
    assert at(edited(HURT, player__hp=60, run__floor=16)).action == w.ChooseRestOption(0)


def test_a_disabled_option_is_not_chosen() -> None:
    """Nothing to upgrade: the healthy rest anyway."""
    made = at("rest_site-smith-disabled")
    assert made.action == w.ChooseRestOption(0)
    assert parts(made) == {"option": 10.0}


def test_options_are_told_by_id_and_not_by_name() -> None:
    """Names follow the language of the game."""
    assert at(edited(HURT, rest_site__options__0__name="Schmieden")).action == w.ChooseRestOption(0)


def test_leaves_when_the_option_is_used_up() -> None:
    """No option is left, and the door is open."""
    assert at("rest_site-done").action == w.Proceed()
