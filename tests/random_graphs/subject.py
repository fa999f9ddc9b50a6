"""The subject of a test, on the oracle's model: the interpreter with the delegate, or the project's own interpreter."""

import collections
import dataclasses
import gc
import pathlib
import tempfile

import harness
import litevk_runtime
import numpy as np
import oracle
import pytest
from graph import SETS
from signatures import CPU, GPU


class Mismatch(Exception):
    """A result differs from the expected one beyond its bound."""


@dataclasses.dataclass
class Kernels:
    """The project's own interpreter, in which every node runs on kernels_ref."""

    library: str
    operators: tuple = ()
    taker = CPU
    quantized = True

    def check(self, graph, resized):
        """Runs the graph and compares, as Delegate does. Returns how many nodes of each operator ran; none is left."""
        runtime = litevk_runtime.Runtime(pathlib.Path(self.library).with_name("liblitevk_runtime.so"))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "model.tflite"
            path.write_bytes(graph.model()[0])
            with litevk_runtime.Interpreter(runtime, path) as interpreter:
                for shapes in (graph,) if resized is None else (graph, resized, graph):
                    interpreter.resize_inputs([values.shape for values in shapes.input_sets()[0]])
                    check_runs(shapes, interpreter.run)
        return collections.Counter(node.op for node in graph.nodes), collections.Counter()


@dataclasses.dataclass
class Delegate:
    """The interpreter with the delegate. The name of the device in the report must contain `driver`. With `quantized`, all
    graphs are quantized. `options` are further options of the delegate. `operators` are those of the graphs; empty: any.
    """

    library: str
    backend: str
    driver: str = ""
    quantized: bool = False
    disable_features: str | None = None
    options: dict = dataclasses.field(default_factory=dict)
    operators: tuple = ()
    taker = GPU
    # An interpreter that lives as long as the process, so that the process keeps its device and its pipelines.
    kept: list = dataclasses.field(default_factory=list)

    def check(self, graph, resized):
        """Runs the graph and compares, then again at the shapes of `resized`, unless it is None, and back. Returns how many
        nodes of each operator the delegate took and left.
        """
        with tempfile.TemporaryDirectory() as folder:
            interpreter, report = self.interpreter(graph.model()[0], graph.resolver, pathlib.Path(folder))
            taken, left = counts(report)
            for shapes in (graph,) if resized is None else (graph, resized, graph):
                harness.set_shapes(interpreter, shapes.input_sets()[0])
                check_runs(shapes, lambda inputs: harness.run(interpreter, inputs))
            if self.kept:
                del interpreter
                gc.collect()
            else:
                self.kept.append(interpreter)
        return taken, left

    def interpreter(self, model, resolver, folder):
        """An interpreter with the delegate and allocated tensors, and the report."""
        delegates = harness.Delegates(self.library, self.backend, folder / "report.json", self.disable_features)
        interpreter = oracle.interpreter_of(model, resolver, experimental_delegates=[delegates.create(**self.options)])
        interpreter.allocate_tensors()
        self._check_device(delegates.report())
        return interpreter, delegates.report()

    def _check_device(self, report):
        device = report.content["device"] or ""
        if self.backend == "vulkan" and self.driver.lower() not in device.lower():
            raise Mismatch(f"device {device!r}, expected one with {self.driver!r} in its name")


def counts(report):
    """How many nodes of each operator the delegate took and left."""
    taken, left = collections.Counter(), collections.Counter()
    for node in report.nodes():
        (taken if node["delegated"] else left)[node["op"]] += 1
    return taken, left


def check_runs(graph, run):
    """Runs every set of inputs, then the first one again, so that leftovers of one run show in another."""
    sets = graph.input_sets()
    results = [run(inputs) for inputs in sets]
    for number, outputs in enumerate(results):
        _check_outputs(graph, number, outputs)
    again = run(sets[0])
    for tensor, first, second in zip(graph.outputs, results[0], again):
        if first.tobytes() != second.tobytes():
            raise Mismatch(f"t{tensor}: a run of the first inputs after one of others differs from the run before it")


def _check_outputs(graph, run, outputs):
    assert run < SETS
    for number, actual in zip(graph.outputs, outputs):
        tensor = graph.tensors[number]
        what = f"t{number} {tensor.dtype}{list(tensor.shape)} with inputs {run}"
        try:
            harness.assert_close(actual, tensor.values[run], tensor.errors[run], 0.0, what)
        except (AssertionError, pytest.fail.Exception) as difference:
            raise Mismatch(_first_line(difference, actual, tensor.values[run])) from None


def _first_line(difference, actual, expected):
    """Adds the index to the text, since the comparison of integers and bools only names the tensor."""
    text = str(difference).splitlines()[0]
    if expected.dtype == np.float32 or actual.shape != expected.shape:
        return text
    places = np.argwhere(actual != expected)
    where = tuple(places[0])
    first = f"at {places[0].tolist()} {actual[where]}, expected {expected[where]}"
    return f"{text}: {len(places)} of {expected.size} values differ; {first}"
