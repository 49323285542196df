"""How much a paired comparison of wins can see: the exact power of McNemar's exact test.

`discordance` is the share of seeds that one policy wins and the other does not. Needs scipy (the extra `evaluate`).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from scipy.stats import binom

LEVEL = 0.05
WANTED = 0.8
USUAL_DISCORDANCE = 0.18  # taken where too few pairs were played to know; five points then need some 560 pairs
MOST_PAIRS = 200_000


@lru_cache(maxsize=4096)
def power(pairs: int, discordance: float, difference: float, level: float = LEVEL) -> float:
    """Chance that a true `difference` of win rates (0 to `discordance`) is found with so many pairs."""
    if not 0 <= difference <= discordance <= 1 or discordance == 0:
        raise ValueError(f"a difference of {difference} with discordance {discordance}")
    spread = 8 * (pairs * discordance * (1 - discordance)) ** 0.5 + 8
    low, high = max(0, int(pairs * discordance - spread)), min(pairs, int(pairs * discordance + spread))
    discordant = np.arange(low, high + 1)
    chance = binom.pmf(discordant, pairs, discordance)
    edge = binom.ppf(level / 2, discordant, 0.5).astype(int) - 1  # the most losses that are still significant
    share = 0.5 + difference / discordance / 2
    found = binom.cdf(edge, discordant, share) + binom.sf(discordant - edge - 1, discordant, share)
    return float(np.sum(chance * np.where(edge < 0, 0.0, found)))


def pairs_needed(difference: float, discordance: float, wanted: float = WANTED) -> int | None:
    """The fewest pairs that find the difference so often; None beyond MOST_PAIRS."""
    discordance = max(discordance, difference)
    low, high = 1, 64
    while power(high, discordance, difference) < wanted:
        low, high = high, high * 2
        if high > MOST_PAIRS:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if power(middle, discordance, difference) >= wanted else (middle, high)
    return high


def detectable(pairs: int, discordance: float, wanted: float = WANTED) -> float | None:
    """The smallest difference, to half a point, found so often; None when not even the largest possible one is."""
    for half_points in range(1, int(discordance * 200) + 1):
        if power(pairs, discordance, half_points / 200) >= wanted:
            return half_points / 200
    return None
