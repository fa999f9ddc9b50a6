"""Measures litevk's CPU kernels on integer layers and on the same layers in float32.

    PYTHONPATH=tests/ops/harness LITEVK_OPSET=build/release/opset.json \\
        build/test-env/litert-2.3.0/bin/python tests/real/quantized/layer_times.py --runtime build/release/liblitevk_runtime.so

The two layers take turns in one process, and processor time counts, so other work on the machine affects both alike.
`--pair FLOAT.tflite INTEGERS.tflite` measures whole models.
"""

import argparse
import ctypes
import math
import pathlib
import statistics
import tempfile
import time

import numpy as np
from litevk_runtime import Interpreter, Runtime
from model_builder import ModelBuilder

POINTWISE = ((112, 16, 96), (56, 24, 144), (56, 144, 24), (28, 32, 192), (14, 64, 384), (7, 160, 960))
ROWS = ((1, 64, 64), (1, 256, 10), (1, 256, 256), (8, 256, 256), (1, 1024, 1000))
TYPES = {"int8": "int8", "hybrid int8": "int8", "hybrid int4": "int4"}
FLOAT32 = 1  # TfLiteType
PER_CHANNEL = {"padding": "SAME", "strideH": 1, "strideW": 1, "fusedActivationFunction": "RELU6"}


def weights_of(graph, shape, scheme):
    """A constant with a scale for each output: along the first dim, or along the last one of a depthwise filter."""
    generator = np.random.default_rng(0)
    if scheme == "float32":
        return graph.constant(generator.uniform(-1, 1, shape).astype(np.float32))
    axis = len(shape) - 1 if shape[0] == 1 and len(shape) == 4 else 0
    most = 7 if TYPES[scheme] == "int4" else 127
    scales = list(generator.uniform(0.004, 0.008, shape[axis]) * 127 / most)
    quantization = {"scale": scales, "zero_point": [0] * shape[axis], "axis": axis}
    return graph.constant(generator.integers(-most, most + 1, shape), TYPES[scheme], quantization=quantization)


def layer(op, scheme, image, filter_shape, output, params):
    """The model of one node, whose inputs and outputs are int8, or float32 if the node is float or hybrid."""
    builder = ModelBuilder()
    graph = builder.subgraph()
    in_integers = scheme == "int8"
    edge = "int8" if in_integers else "float32"
    scaled = {"scale": 0.02, "zero_point": 3} if in_integers else None
    source = graph.input(image, edge, quantization=scaled)
    weights = weights_of(graph, filter_shape, scheme)
    bias = graph.constant(np.zeros(output[-1]), "int32" if in_integers else "float32")
    result = graph.tensor(output, edge, quantization=scaled)
    graph.op(op, [source, weights, bias], [result], 3 if scheme != "float32" else 1, **params)
    graph.outputs(result)
    return builder.serialize()


def layers():
    """(name, scheme, model of float32, model of the scheme)."""
    for size, depth, channels in POINTWISE:
        shapes = [1, size, size, depth], [channels, 1, 1, depth], [1, size, size, channels]
        yield f"CONV_2D 1x1, {size}x{size}, {depth} to {channels}", "int8", "CONV_2D", shapes, PER_CHANNEL
    shapes = [1, 28, 28, 64], [64, 3, 3, 64], [1, 28, 28, 64]
    yield "CONV_2D 3x3, 28x28, 64 to 64", "int8", "CONV_2D", shapes, PER_CHANNEL
    shapes = [1, 56, 56, 144], [1, 3, 3, 144], [1, 56, 56, 144]
    yield "DEPTHWISE_CONV_2D 3x3, 56x56x144", "int8", "DEPTHWISE_CONV_2D", shapes, {**PER_CHANNEL, "depthMultiplier": 1}
    for scheme in ("int8", "hybrid int8", "hybrid int4"):
        for rows, depth, units in ROWS:
            shapes = [rows, depth], [units, depth], [rows, units]
            yield f"FULLY_CONNECTED {rows}x{depth} to {units}", scheme, "FULLY_CONNECTED", shapes, {}


class Subject:
    """A model with its input, run in the project's own interpreter."""

    def __init__(self, runtime, content):
        with tempfile.NamedTemporaryFile(suffix=".tflite") as file:
            file.write(content)
            file.flush()
            self.interpreter = Interpreter(runtime, pathlib.Path(file.name))
        self.invoke = runtime.lib.LitevkInterpreterInvoke
        self.interpreter.allocate()
        for index in range(runtime.call("InterpreterGetInputCount", self.interpreter.handle)):
            self._fill(runtime, runtime.pointer("InterpreterGetInputTensor", self.interpreter.handle, index))
        self.interpreter.invoke()

    @staticmethod
    def _fill(runtime, tensor):
        size = runtime.call("TensorGetByteSize", tensor)
        values = np.random.default_rng(0).integers(0, 256, size, np.uint8)
        if runtime.call("TensorGetType", tensor) == FLOAT32:
            values = np.random.default_rng(0).uniform(-1, 1, size // 4).astype(np.float32)
        runtime.call("TensorCopyFromBuffer", tensor, values.tobytes(), ctypes.c_size_t(size))

    def run(self, times):
        """The processor time of a run in nanoseconds."""
        start = time.process_time_ns()
        for _ in range(times):
            self.invoke(self.interpreter.handle)
        return (time.process_time_ns() - start) / times


def compare(runtime, contents, rounds, window_ms):
    """(microseconds of the float model, of the other, ratios of the rounds)."""
    subjects = [Subject(runtime, content) for content in contents]
    times = [max(1, math.ceil(window_ms * 1e6 / max(subject.run(3), 1))) for subject in subjects]
    taken = [[subject.run(count) for subject, count in zip(subjects, times)] for _ in range(rounds)]
    medians = [statistics.median(side) / 1000 for side in zip(*taken)]
    return *medians, sorted(integers / floats for floats, integers in taken)


def pairs(arguments):
    for float_path, integer_path in arguments.pair:
        yield integer_path.stem, integer_path.parent.name, [float_path.read_bytes(), integer_path.read_bytes()]
    for name, scheme, op, shapes, params in layers() if not arguments.pair else ():
        if arguments.only in f"{name}, {scheme}":
            yield name, scheme, [layer(op, kind, *shapes, params) for kind in ("float32", scheme)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runtime", type=pathlib.Path, required=True, help="liblitevk_runtime.so")
    parser.add_argument("--pair", type=pathlib.Path, nargs=2, action="append", default=[], metavar=("FLOAT", "INTEGERS"))
    parser.add_argument("--only", default="", help="layers whose name or scheme has this text")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--window-ms", type=float, default=20, help="of one model in one round")
    arguments = parser.parse_args()
    runtime = Runtime(arguments.runtime)
    print("| layer | scheme | float32, us | scheme, us | ratio | of single rounds |\n| --- | --- | --- | --- | --- | --- |")
    for name, scheme, contents in pairs(arguments):
        floats, integers, ratios = compare(runtime, contents, arguments.rounds, arguments.window_ms)
        spread = f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
        print(f"| {name} | {scheme} | {floats:.1f} | {integers:.1f} | {integers / floats:.2f} | {spread} |", flush=True)


if __name__ == "__main__":
    main()
