"""A language model above the tactics: now and then, on a calm screen, it is asked for a plan (sts2fsm.strategy)."""
