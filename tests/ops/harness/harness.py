"""Helpers of all interpreter tests: load the delegate, run a model, read the report."""

import dataclasses
import importlib.metadata
import json
import pathlib

import numpy as np
import pytest

try:
    from ai_edge_litert import interpreter as tflite
except ImportError:
    from tflite_runtime import interpreter as tflite

IS_LITERT = tflite.__name__.startswith("ai_edge_litert")
# This interpreter's name in tools/test/interpreters.py.
_PACKAGE, _SHORT_NAME = ("ai-edge-litert", "litert") if IS_LITERT else ("tflite-runtime", "tflite")
INTERPRETER = f"{_SHORT_NAME}-{importlib.metadata.version(_PACKAGE)}"

# A value that no kernel computes: a NaN with a payload.
POISON = np.uint32(0x7FC0DEAD)
# An integer that few results equal.
POISON_INTEGER = 0x5A


@dataclasses.dataclass
class Delegates:
    """Creates delegates of the library under test with the options of this test session."""

    library: str
    backend: str
    report_path: pathlib.Path
    disable_features: str | None = None
    max_tile: str | None = None
    max_submit_ms: str | None = None

    @property
    def is_absent(self):
        """True with --library=none, which compares the interpreter's own kernels with the reference outputs."""
        return self.library == "none"

    def create(self, **options):
        """A delegate; an option of value None is left out. By default it takes every partition, since the cases are too
        small to gain from any device, and have to run on one.
        """
        merged = {
            "allow_cpu_device": 1,
            "partition_policy": "all",
            "backend": self.backend,
            "report_path": self.report_path,
            "disable_features": self.disable_features,
            "max_tile": self.max_tile,
            "max_submit_ms": self.max_submit_ms,
            **options,
        }
        return tflite.load_delegate(self.library, {k: v for k, v in merged.items() if v is not None})

    def interpreter(self, model, **options):
        """An interpreter of a model file, with a delegate of its own."""
        return interpreter_of(
            model, experimental_delegates=None if self.is_absent else [self.create(**options)]
        )

    def report(self):
        return Report(json.loads(self.report_path.read_text()))


class Report:
    """The delegate's JSON report."""

    def __init__(self, content):
        self.content = content

    def subgraph(self, index=0):
        return next(entry for entry in self.content["subgraphs"] if entry["subgraph"] == index)

    def nodes(self, index=0):
        return self.subgraph(index)["nodes"]

    def programs(self):
        """The partitions that were built for the device; none with the reference backend."""
        return self.content["programs"]

    def uses(self, shader):
        """True if the program that was built last runs the shader or a variant of it."""
        names = self.programs()[-1]["shaders"] if self.programs() else ()
        return any(name == shader or name.startswith(f"{shader}_") for name in names)

    def left_out(self, index=0):
        """The nodes that stay with the interpreter."""
        return [node for node in self.nodes(index) if not node["delegated"]]

    def table(self, index=0):
        """One line for each node, for messages."""
        row = "{index} {op} partition {partition} {reason_code}: {reason}"
        return "\n".join(["", *(row.format_map(node) for node in self.nodes(index))])


@dataclasses.dataclass
class Case:
    """A case that generate.py wrote: its entry of index.json, its model and its arrays."""

    folder: pathlib.Path
    entry: dict

    def __str__(self):
        return self.entry["name"]

    def __getattr__(self, name):
        return self.entry[name]

    @property
    def model(self):
        return self.folder / self.name / "model.tflite"

    def runs(self, computed_by="delegate"):
        """(inputs, expected outputs, (atol, rtol)) of each run: repeated invokes, then resizes.

        `computed_by` selects the bounds, "delegate" or "kernels".
        """
        for run in range(self.entry["runs"]):
            folder = self.folder / self.name / f"run{run}"
            yield _arrays(folder, "input"), _arrays(folder, "output"), self.bounds[computed_by][run]


def _arrays(folder, prefix):
    count = len(list(folder.glob(f"{prefix}_*.npy")))
    return [np.load(folder / f"{prefix}_{i}.npy") for i in range(count)]


def check_outputs(outputs, expected, tolerance, what):
    atol, rtol = tolerance
    assert len(outputs) == len(expected), f"{what}: {len(outputs)} outputs, expected {len(expected)}"
    for i, (actual, golden) in enumerate(zip(outputs, expected)):
        assert_close(actual, golden, atol, rtol, f"{what}, output {i}")


def case_named(folder, name):
    index = json.loads((pathlib.Path(folder) / "index.json").read_text())
    return Case(pathlib.Path(folder), next(entry for entry in index if entry["name"] == name))


def interpreter_of(model, **kwargs):
    return tflite.Interpreter(model_path=str(model), **kwargs)


def set_shapes(interpreter, inputs):
    """Resizes the inputs whose shape differs, and always allocates."""
    for detail, values in zip(interpreter.get_input_details(), inputs):
        if detail["shape"].tolist() != list(values.shape):
            interpreter.resize_tensor_input(detail["index"], values.shape)
    interpreter.allocate_tensors()


def set_inputs(interpreter, inputs):
    for detail, values in zip(interpreter.get_input_details(), inputs):
        interpreter.set_tensor(detail["index"], values)


def poison_outputs(interpreter, which):
    """Overwrites the float and integer outputs that `which` selects (a bool for each output), so that a stale one shows."""
    for detail, wanted in zip(interpreter.get_output_details(), which):
        if not wanted:
            continue
        memory = interpreter.tensor(detail["index"])
        if detail["dtype"] == np.float32:
            memory().reshape(-1).view(np.uint32)[:] = POISON
        elif np.issubdtype(detail["dtype"], np.integer):
            memory().reshape(-1)[:] = POISON_INTEGER


def outputs_of(interpreter):
    return [interpreter.get_tensor(detail["index"]) for detail in interpreter.get_output_details()]


def run(interpreter, inputs):
    """Outputs for inputs of the shapes that are already set."""
    set_inputs(interpreter, inputs)
    interpreter.invoke()
    return outputs_of(interpreter)


def assert_close(actual, expected, atol, rtol, what=""):
    """Asserts |actual - expected| <= atol + rtol * |expected|, and the same infinities and NaNs."""
    assert actual.shape == expected.shape, f"{what}: shape {actual.shape}, expected {expected.shape}"
    if expected.dtype not in (np.float32, np.complex64):
        assert np.array_equal(actual, expected), what
        return
    finite = np.isfinite(expected)
    same_special = np.array_equal(actual[~finite], expected[~finite], equal_nan=True)
    assert same_special, f"{what}: infinities or NaNs differ: {actual[~finite]} and {expected[~finite]}"
    wide = np.promote_types(expected.dtype, np.float64)
    difference = np.abs(actual[finite].astype(wide) - expected[finite])
    difference[np.isnan(difference)] = np.inf
    bound = atol + rtol * np.abs(expected[finite].astype(wide))
    excess = np.maximum(difference - bound, 0)
    if np.any(excess):
        worst = int(np.argmax(excess))
        where = np.argwhere(finite)[worst].tolist()
        pytest.fail(
            f"{what}: {np.count_nonzero(excess)} of {expected.size} values differ; the worst, at {where}, is "
            f"{actual[finite][worst]:.9g}, expected {expected[finite][worst]:.9g} within {bound[worst]:.3g}"
        )
