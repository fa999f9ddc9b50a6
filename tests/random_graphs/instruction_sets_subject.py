"""A subject that compares the fast CPU kernels of each instruction set with the plain loops, each in a process of its own."""

import collections
import dataclasses
import pathlib

import harness
import oracle
import pytest
from kernels_process import PLAIN, KernelsProcess, instruction_sets
from rows import ROWS
from signatures import CPU, GPU
from subject import Mismatch


@dataclasses.dataclass
class InstructionSets:
    """Graphs of the delegate's types, floats among them; with `quantized`, of all quantized ones that the CPU has."""

    library: str
    quantized: bool = False
    operators: tuple = ()
    names: list = dataclasses.field(default_factory=instruction_sets)
    _processes: dict = dataclasses.field(default_factory=dict)

    @property
    def taker(self):
        return CPU if self.quantized else GPU

    def check(self, graph, resized):
        """Runs the graph with all kernels, and compares integers by their bits and floats by the bounds of CPU kernels.
        Returns how many nodes of each operator ran; none is left."""
        graphs = [dataclasses.replace(shapes, taker=CPU) for shapes in ([graph] if resized is None else [graph, resized, graph])]
        rounds = []
        for shapes in graphs:
            oracle.evaluate(shapes, ROWS, resized_from=None if shapes.input_shapes() == graph.input_shapes() else graph)
            sets = shapes.input_sets()
            rounds.append(([values.shape for values in sets[0]], [*sets, sets[0]]))
        expected = self._process(PLAIN).run(graph.model()[0], rounds)
        for name in self.names:
            found = self._process(name).run(graph.model()[0], rounds)
            if len(found) != len(expected):
                raise Mismatch(f"{name}: {len(found)} runs, expected {len(expected)}")
            _check_rounds(name, graphs, rounds, found, expected)
        return collections.Counter(node.op for node in graph.nodes), collections.Counter()

    def _process(self, name):
        if name not in self._processes:
            self._processes[name] = KernelsProcess(pathlib.Path(self.library).with_name("liblitevk_runtime.so"), name)
        return self._processes[name]


def _check_rounds(name, graphs, rounds, found, expected):
    position = 0
    for graph, (_, sets) in zip(graphs, rounds, strict=True):
        first = position
        for index in range(len(sets)):
            # The last run has the first run's inputs.
            run = index % (len(sets) - 1)
            _check_run(name, graph, run, found[position], expected[position])
            position += 1
        for number, one, other in zip(graph.outputs, found[first], found[position - 1], strict=True):
            if one.tobytes() != other.tobytes():
                raise Mismatch(f"{name}: t{number}: a run of the first inputs after one of others differs from the run before it")


def _check_run(name, graph, run, found, expected):
    for number, one, plain in zip(graph.outputs, found, expected, strict=True):
        tensor = graph.tensors[number]
        what = f"{name}: t{number} {tensor.dtype}{list(tensor.shape)} with inputs {run}"
        if one.dtype != plain.dtype or one.shape != plain.shape:
            raise Mismatch(f"{what}: {one.dtype}{list(one.shape)}, the plain loops have {plain.dtype}{list(plain.shape)}")
        if one.tobytes() == plain.tobytes():
            continue
        if one.dtype.kind not in "fc":
            raise Mismatch(f"{what}: {(one != plain).sum()} of {one.size} values differ from the plain loops'")
        try:
            harness.assert_close(one, plain, tensor.errors[run], 0.0, what)
        except (AssertionError, pytest.fail.Exception) as difference:
            raise Mismatch(str(difference).splitlines()[0]) from None
