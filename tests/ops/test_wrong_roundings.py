"""Checks that every quantized signature that rounds has a case with a tie. Kernels that round ties the other way
(wrong_roundings.py) give another result there.
"""

import json
import os
import pathlib

import harness
import pytest
import test_quantized_coverage as coverage
from test_kernels import run_case

import opset
from litevk_runtime import Runtime, RuntimeFailure

# Signatures of operators that move integers of any scale unchanged, and that round all the same.
MOVED = (("CONCATENATION", "plain"), ("QUANTIZE", "from float32"), ("RESIZE_BILINEAR", "plain"))
# Reasons why no integer is rounded, keyed by (operator, signature).
_MOVED_AS_IT_IS = "numbers are chosen or moved as they are"
_BITS = "bits of the numbers as they are"
_NO_SCALE = "numbers are compared as they are"
_FLOATS = "the results are floats"
NOT_ROUNDED = {
    ("BATCH_MATMUL", "int8 to int32"): "sums are written as they are",
    ("BITWISE_XOR", "quantized"): _BITS,
    ("DEQUANTIZE", "int16"): _FLOATS,
    ("EMBEDDING_LOOKUP", "dequantized in blocks"): _FLOATS,
    ("EMBEDDING_LOOKUP", "dequantized"): _FLOATS,
    ("EMBEDDING_LOOKUP", "float32xuint8"): _FLOATS,
    ("GREATER", "int16"): _NO_SCALE,
    ("GREATER_EQUAL", "int16"): _NO_SCALE,
    ("LESS", "int16"): _NO_SCALE,
    ("LESS_EQUAL", "int16"): _NO_SCALE,
    ("MAXIMUM", "numbers"): _MOVED_AS_IT_IS,
    ("MAX_POOL_2D", "int16"): _MOVED_AS_IT_IS,
    ("MAX_POOL_2D", "int8"): _MOVED_AS_IT_IS,
    ("MAX_POOL_2D", "uint8"): _MOVED_AS_IT_IS,
    ("MAX_POOL_2D", "without output scale"): _MOVED_AS_IT_IS,
    ("MINIMUM", "numbers"): _MOVED_AS_IT_IS,
    ("RIGHT_SHIFT", "quantized"): _BITS,
}


def signatures():
    yield from coverage.quantized_signatures()
    for op, name in MOVED:
        signature = next(row for row in opset.records()[op]["types"] if row["name"] == name)
        yield pytest.param(op, signature, id=f"{op}-{name}")


@pytest.fixture(scope="module")
def wrong():
    return Runtime(os.environ["LITEVK_WRONG_ROUNDINGS"])


@pytest.fixture(scope="module")
def right(request):
    return Runtime(pathlib.Path(request.config.getoption("--library")).with_name("liblitevk_runtime.so"))


@pytest.fixture(scope="module")
def entries(request):
    index = pathlib.Path(request.config.getoption("--cases")) / "index.json"
    return {entry["name"]: entry for entry in json.loads(index.read_text())}


@pytest.mark.parametrize("op, signature", signatures())
def test_a_half_is_seen(op, signature, wrong, right, request, entries):
    folder = pathlib.Path(request.config.getoption("--cases"))
    names = [f"{opset.records()[op]['stem']}/{case['name']}" for case in coverage.cases_of(op, signature) if case["name"]]
    own = [harness.Case(folder, entries[name]) for name in names if name in entries]
    seen = [case for case in own if _differs(case, wrong)]
    if (op, signature["name"]) in NOT_ROUNDED:
        assert not seen, f"{seen[0]} notices: it is rounded"
        return
    assert seen, f"none of {len(own)} cases has a number at a half"
    assert not _differs(seen[0], right)


def _differs(case, library):
    try:
        run_case(case, library)
    except RuntimeFailure:
        return False
    except (AssertionError, pytest.fail.Exception):
        return True
    return False
