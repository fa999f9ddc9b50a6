"""The seeded networks, quantized (quantized/write_quantized.py), in litevk.Interpreter on the CPU, beside TFLite's reference
kernels: every bit where all operators compute in integers.
"""

import pathlib
import sys

import numpy as np
import pytest

sys.path.append(str(pathlib.Path(__file__).resolve().parent / "quantized"))

import litevk  # noqa: E402
import stock  # noqa: E402

CONVERTERS = ("QUANTIZE", "DEQUANTIZE")


def ours(model):
    return litevk.Interpreter(str(model), experimental_delegates=[])


def computes_in_integers(interpreter):
    """Whether no node but QUANTIZE and DEQUANTIZE has a float operand."""
    dtypes = {detail["index"]: detail["dtype"] for detail in interpreter.get_tensor_details()}
    nodes = [node for node in interpreter._get_ops_details() if node["op_name"] not in CONVERTERS]
    return not any(dtypes.get(i) is np.float32 for node in nodes for i in (*node["inputs"], *node["outputs"]))


def test_network(model, tmp_path):
    expected, ending = stock.outputs_in_child(model, "BUILTIN_REF", tmp_path)
    if expected is None and ending != "aborted":
        with pytest.raises(RuntimeError) as refused:
            stock.run(ours(model), model)
        print(f"TFLite: {ending}\nlitevk: {refused.value}")
        return
    interpreter = ours(model)
    outputs = stock.run(interpreter, model)
    if expected is None:
        print("TFLite's process aborts; litevk computes it")
        return
    is_exact = computes_in_integers(interpreter)
    print("in integers alone" if is_exact else "in floats too", *(describe(a, b) for a, b in zip(outputs, expected)), sep="; ")
    assert [(o.dtype, o.shape) for o in outputs] == [(e.dtype, e.shape) for e in expected]
    assert not is_exact or [o.tobytes() for o in outputs] == [e.tobytes() for e in expected]


def describe(actual, expected):
    distance = np.abs(actual.astype(np.float64) - expected)
    largest = np.max(np.abs(expected.astype(np.float64)), initial=0)
    return f"{np.count_nonzero(distance)} of {distance.size} differ, by {np.max(distance, initial=0):.3g} of {largest:.3g}"
