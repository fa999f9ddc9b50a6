"""Tests of the comparison of fast CPU kernels with the plain loops, with processes that compute wrong values on purpose."""

import numpy as np
import pytest

from generator import generate
from graph import SETS
from instruction_sets_subject import PLAIN, InstructionSets
from subject import Mismatch


class Process:
    """Returns the oracle's values; those of the last output's last element are changed by `change`."""

    def __init__(self, graph, change=None, runs=(0, *range(1, SETS), 0)):
        self.graph, self.change, self.runs = graph, change, runs

    def run(self, model, rounds):
        results = [[self.graph.tensors[number].values[run].copy() for number in self.graph.outputs] for run in self.runs]
        if self.change:
            for outputs in results:
                flat = outputs[-1].reshape(-1)
                flat[-1] = self.change(flat[-1])
                outputs[-1] = flat.reshape(outputs[-1].shape)
        return results


def graph_with(dtype):
    """A graph whose last output has that type, and an error if it is of floats."""
    for graph in map(generate, range(300)):
        last = graph.tensors[graph.outputs[-1]]
        if last.dtype == dtype and (dtype != "float32" or min(last.errors) > 0) and not np.isnan(last.values[0].astype(float)).any():
            return graph
    raise AssertionError(dtype)


def check(graph, change):
    subject = InstructionSets("", names=["fast"])
    subject._processes |= {PLAIN: Process(graph), "fast": Process(graph, change)}
    subject.check(graph, None)


@pytest.mark.parametrize("dtype", ["float32", "int32", "int8"])
def test_the_same_values_pass(dtype):
    check(graph_with(dtype), None)


@pytest.mark.parametrize("dtype", ["int32", "int8"])
def test_an_integer_that_is_one_off_is_found(dtype):
    with pytest.raises(Mismatch, match="fast: .* 1 of .* differ from the plain loops'"):
        check(graph_with(dtype), lambda value: value ^ 1)


def test_floats_may_differ_by_their_bound():
    graph = graph_with("float32")
    check(graph, lambda value: value + np.float32(1e-9))
    with pytest.raises(Mismatch, match="fast: "):
        check(graph, lambda value: value + np.float32(0.01))


def test_what_a_run_leaves_behind_is_found():
    graph = graph_with("float32")
    changes = iter([0.0] * SETS + [1e-9])
    with pytest.raises(Mismatch, match="after one of others"):
        check(graph, lambda value: np.nextafter(value, np.float32(np.inf)) if next(changes) else value)
