"""The game as a port: `observe` and `act`, whether it runs behind HTTP, in this process, or in a recording."""
