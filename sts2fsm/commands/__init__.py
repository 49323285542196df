"""The commands of `python -m sts2fsm`, one module each: `add` declares its flags, `run` does it, returns the code."""
