"""The game's combat arithmetic: pure, deterministic, cheap to copy. Users import `sts2fsm.rules.combat`."""
