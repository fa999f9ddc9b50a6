"""Writes models of IF and WHILE with quantized values, and TFLite's results. Subgraphs read the integers in scales of their own.

    called_quantized.py FOLDER    # FOLDER/NAME.tflite and NAME.npz, with ai-edge-litert's Python

"input_RUN_I" and "output_RUN_I" of NAME.npz are arrays of a run.
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests" / "ops" / "harness"))

import numpy as np  # noqa: E402
from graph_builder import int_scalar, seeded  # noqa: E402

DIMS = (2, 5)
# The fixed scales and zero points of LOGISTIC's and TANH's results, for each type.
TYPES = {"int8": ((1 / 256, -128), (1 / 128, 0)), "uint8": ((1 / 256, 0), (1 / 128, 128)), "int16": ((1 / 32768, 0), (1 / 32768, 0))}


def _scale(scale, zero_point=0):
    return {"scale": scale, "zero_point": zero_point}


def _middle(dtype):
    return 128 if dtype == "uint8" else 0


def _meant(g, integers):
    return g.op("DEQUANTIZE", [integers], [g.tensor(DIMS)])


def _branches(dtype):
    def build(model):
        g = model.subgraph()
        taken, x = g.input([], "bool"), g.input(DIMS, dtype, quantization=_scale(0.05, _middle(dtype)))
        result = g.tensor(DIMS, dtype, quantization=_scale(0.125, _middle(dtype)))
        g.op("IF", [taken, x], [result], thenSubgraphIndex=1, elseSubgraphIndex=2)
        g.outputs(result, _meant(g, result))
        for name, op, (scale, zero_point) in zip(("then", "else"), ("LOGISTIC", "TANH"), TYPES[dtype]):
            branch = model.subgraph(name)
            x = branch.input(DIMS, dtype, quantization=_scale(1 / 4096 if dtype == "int16" else 0.02, _middle(dtype)))
            branch.outputs(branch.op(op, [x], [branch.tensor(DIMS, dtype, quantization=_scale(scale, zero_point))]))

    build.__name__ = f"branches_of_{dtype}"
    return build


def _rounds(dtype):
    """A loop whose rounds add integers, which they read in a scale of their own, and multiply by a constant."""
    def build(model):
        g = model.subgraph()
        count, x = g.input([], "int32"), g.input(DIMS, dtype, quantization=_scale(0.05, _middle(dtype)))
        results = [g.tensor([], "int32"), g.tensor([], "int32"),
                   *(g.tensor(DIMS, dtype, quantization=_scale(scale, _middle(dtype))) for scale in (0.25, 0.05))]
        g.op("WHILE", [int_scalar(g, 0), count, x, x], results, condSubgraphIndex=1, bodySubgraphIndex=2)
        g.outputs(results[2], _meant(g, results[2]))
        for name in ("condition", "body"):
            called = model.subgraph(name)
            position, last = called.input([], "int32"), called.input([], "int32")
            carried, added = (called.input(DIMS, dtype, quantization=_scale(scale, _middle(dtype))) for scale in (0.1, 0.03))
            if name == "condition":
                called.outputs(called.node("LESS", [position, last], [], dtype="bool"))
                continue
            total = called.tensor(DIMS, dtype, quantization=_scale(0.11, _middle(dtype)))
            called.op("ADD", [carried, added], [total])
            called.outputs(called.node("ADD", [position, int_scalar(called, 1)], [], dtype="int32"), last, total, added)

    build.__name__ = f"rounds_of_{dtype}"
    return build


def _numbers(dtype, seed):
    ends = np.iinfo(dtype)
    return np.round(seeded(DIMS, seed, ends.min, ends.max)).astype(dtype)


RUNS = {
    **{_branches(dtype): [[np.array(taken), _numbers(dtype, f"{taken}")] for taken in (True, False)] for dtype in TYPES},
    **{_rounds(dtype): [[np.array(count, np.int32), _numbers(dtype, f"{count}")] for count in (0, 1, 4)] for dtype in ("int8", "uint8")},
}


if __name__ == "__main__":
    from model_builder import ModelBuilder
    from run_dim_models import save

    for model_of, runs in RUNS.items():
        builder = ModelBuilder()
        model_of(builder)
        save(builder.serialize(), runs, pathlib.Path(sys.argv[1]) / model_of.__name__)
