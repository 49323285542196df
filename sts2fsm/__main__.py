"""`python -m sts2fsm`."""

from __future__ import annotations

import sys

from sts2fsm.cli import main

if __name__ == "__main__":
    sys.exit(main())
