"""A run that is left alone: it goes on after a crash, gets out of dead ends, or stops and says exactly why."""
