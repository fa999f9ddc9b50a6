"""Writes a model of three signatures, two of which share a variable, and TFLite's results for each:

    signature_models.py FOLDER    # FOLDER/signatures.tflite and NAME.npz, with ai-edge-litert's Python
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests" / "ops" / "harness"))

import numpy as np  # noqa: E402
from graph_builder import open_input, seeded  # noqa: E402

SIGNATURES = ("add", "count", "scale")


def _variable(g):
    return g.op("VAR_HANDLE", [], [g.tensor([], "resource")], container="", sharedName="total")


def _add(g):
    g.outputs(g.node("ADD", [g.input([2, 3]), g.input([2, 3])], [2, 3]))


def _count(g):
    """Adds the input to a variable, and returns the variable's value."""
    g.op("CALL_ONCE", [], [], initSubgraphIndex=3)
    handle, x = _variable(g), g.input([4])
    total = g.node("ADD", [g.node("READ_VARIABLE", [handle], [4]), x], [4])
    g.op("ASSIGN_VARIABLE", [handle, total], [])
    g.outputs(g.node("READ_VARIABLE", [handle], [4]))


def _scale(g):
    x = open_input(g, [-1, 5])
    g.outputs(g.node("MUL", [x, g.constant(seeded((5,), "scale"))], [1, 5]))


def _first_value(g):
    g.op("ASSIGN_VARIABLE", [_variable(g), g.constant(seeded((4,), "first"))], [])


def build(model):
    for make in (_add, _count, _scale, _first_value):
        make(model.subgraph(make.__name__.strip("_")))
    for index, name in enumerate(SIGNATURES):
        model.signature(name, index)


INPUTS = {"add": {"x0": (2, 3), "x1": (2, 3)}, "count": {"x0": (4,)}, "scale": {"x0": (7, 5)}}


def main():
    from ai_edge_litert.interpreter import Interpreter
    from model_builder import ModelBuilder

    folder, builder = pathlib.Path(sys.argv[1]), ModelBuilder()
    build(builder)
    content = builder.serialize()
    (folder / "signatures.tflite").write_bytes(content)
    interpreter = Interpreter(model_content=content)
    for name, shapes in INPUTS.items():
        given = {key: seeded(shape, f"{name}_{key}") for key, shape in shapes.items()}
        (result,) = interpreter.get_signature_runner(name)(**given).values()
        np.savez(folder / f"{name}.npz", result=result, **given)


if __name__ == "__main__":
    main()
