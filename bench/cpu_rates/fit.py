"""Rates from measurements: the pair of GFLOP/s and GB/s with which estimates are nearest to the times of a kind of work.

A case is a dictionary with `flops`, `bytes` and `us`, the time of one node. The estimate is that of
delegate/partition/cpu_rates.cc: the time of a node without work, and the longer one of computing and moving.
"""

import math
import statistics

# Rates of one row are sought among these, in steps of an eighth.
_STEPS = [2 ** (exponent / 8) for exponent in range(-40, 81)]
# Nodes that take less are all overhead.
LEAST_US = 0.05


def estimate(case, gflops, gbs, node_us):
    return node_us + max(case["flops"] / gflops, case["bytes"] / gbs) / 1e3


def distance(case, gflops, gbs, node_us):
    """The logarithm of how many times too long or too short the estimate is."""
    return abs(math.log(estimate(case, gflops, gbs, node_us) / case["us"]))


def rates(cases, node_us):
    """(GFLOP/s, GB/s) with the smallest sum of squared distances."""
    if not cases:
        raise ValueError("no case of this kind of work was measured")

    def error(pair):
        return sum(distance(case, *pair, node_us) ** 2 for case in cases)

    return min(((gflops, gbs) for gflops in _STEPS for gbs in _STEPS), key=error)


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
