"""The finite-state machine: built from the handlers' edges, advanced by what is observed."""
