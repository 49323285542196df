"""sts2fsm plays Slay the Spire 2 through the STS2MCP mod's HTTP API with a finite-state machine that mirrors its
screens.
"""

__version__ = "0.1.0"
