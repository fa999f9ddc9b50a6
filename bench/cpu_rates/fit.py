"""Rates from measurements: those with which estimates are nearest to the times of a kind of work.

A case is a dictionary with `flops`, `bytes`, `constant_bytes` and `us`, the time of one node. The estimate is that of
delegate/partition/cpu_rates.cc: the time of a node without work, and those of computing and of moving.
"""

import itertools
import math
import statistics

# Rates are sought in steps of half an octave, then of an eighth.
_COARSE = [2 ** (exponent / 2) for exponent in range(-10, 23)]
_FINE = [2 ** (exponent / 8) for exponent in range(-4, 5)]
# Nodes that take less are all overhead.
LEAST_US = 0.05
# A case that no rates fit does not count more than one that is e times off.
_FARTHEST = 1


def estimate(case, rates, node_us):
    gflops, gbs, constant_gbs = rates
    return node_us + (case["flops"] / gflops + case["bytes"] / gbs + case["constant_bytes"] / constant_gbs) / 1e3


def distance(case, rates, node_us):
    """The logarithm of how many times too long or too short the estimate is."""
    return abs(math.log(estimate(case, rates, node_us) / case["us"]))


def rates(cases, node_us):
    """(GFLOP/s, GB/s, GB/s of constants) with the smallest sum of squared distances, the farthest ones cut. Constants that are
    fewer than other values in each case tell no rate of their own, so theirs is that of the others."""
    if not cases:
        raise ValueError("no case of this kind of work was measured")
    has_constants = any(case["constant_bytes"] > case["bytes"] for case in cases)

    def error(found):
        return sum(min(distance(case, found, node_us) ** 2, _FARTHEST) for case in cases)

    def best(*steps):
        pairs = itertools.product(*steps) if has_constants else ((gflops, gbs, gbs) for gflops, gbs in itertools.product(*steps[:2]))
        return min(pairs, key=error)

    coarse = best(_COARSE, _COARSE, _COARSE)
    return best(*([value * step for step in _FINE] for value in coarse))


def node_us(cases):
    """The time of a node without work: that of the smallest cases."""
    return max(LEAST_US, min(case["us"] for case in cases))


def shared(pairs):
    """The part of the time that threads divide, from (one thread, two threads) of the same cases."""
    if not pairs:
        return 0.0
    return min(1.0, max(0.0, statistics.median(2 * (1 - two / one) for one, two in pairs)))


def within(rows, times):
    """The share of (estimate, measurement) that are at most so many times apart."""
    return sum(max(found / real, real / found) <= times for found, real in rows) / len(rows)
