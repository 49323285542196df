"""The health of an installation: what is found, whether play would work, and what to do where it would not."""

from __future__ import annotations

from sts2fsm.doctor.checks import Machine, examine
from sts2fsm.doctor.verdicts import Check, Verdict, exit_code

__all__ = ["Check", "Machine", "Verdict", "examine", "exit_code"]
