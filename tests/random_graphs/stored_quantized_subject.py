"""A subject that adds a QUANTIZE behind floats of a graph, whose integers a dispatch may store in place of the floats."""

import collections
import dataclasses
import pathlib
import tempfile

import harness
import stored_quantized
from subject import Delegate, Mismatch, counts


@dataclasses.dataclass
class StoredQuantized(Delegate):
    """Checks that the integers that a dispatch stores equal those of a separate QUANTIZE, in every bit."""

    def check(self, graph, resized):
        """Compares the integers for each output of floats. Returns how many nodes of each operator the delegate took and left."""
        taken, left = collections.Counter(), collections.Counter()
        with tempfile.TemporaryDirectory() as folder:
            for position, number in enumerate(graph.outputs):
                tensor = graph.tensors[number]
                if tensor.kind != "node" or not stored_quantized.has_whole_words(tensor.values[0]):
                    continue
                for dtype in stored_quantized.TYPES:
                    beside, within = (self._numbers(graph, position, dtype, keeps, pathlib.Path(folder)) for keeps in (True, False))
                    if beside[0] != within[0]:
                        raise Mismatch(f"t{number}: {dtype} in place of floats differs from a dispatch of its own")
                    taken, left = taken + within[1], left + within[2]
        return taken, left

    def _numbers(self, graph, position, dtype, keeps_floats, folder):
        """The bytes of the integers, and the nodes that the delegate took and left."""
        values = graph.tensors[graph.outputs[position]].values[0]
        model = stored_quantized.with_quantized(graph.model()[0], position, dtype, values, keeps_floats)
        interpreter, report = self.interpreter(model, graph.resolver, folder)
        inputs = graph.input_sets()[0]
        harness.set_shapes(interpreter, inputs)
        return harness.run(interpreter, inputs)[0].tobytes(), *counts(report)
