"""A kernel that rounds wrongly is seen by the cases of each operator that it computes (wrong_roundings.py)."""

import json
import os
import pathlib
import sys

import harness
import pytest
from ai_edge_litert import schema_py_generated as schema
from test_kernels import run_case

from litevk_runtime import Runtime, RuntimeFailure

sys.path.append(str(pathlib.Path(__file__).resolve().parent))

from wrong_roundings import WRONG  # noqa: E402


@pytest.fixture(scope="module")
def library():
    return Runtime(os.environ["LITEVK_WRONG_ROUNDINGS"])


@pytest.fixture(scope="module")
def cases(request):
    folder = pathlib.Path(request.config.getoption("--cases"))
    return [harness.Case(folder, entry) for entry in json.loads((folder / "index.json").read_text())]


@pytest.mark.parametrize("operator", [operator for entry in WRONG for operator in entry.operators])
def test_a_wrong_rounding_is_seen(operator, cases, library, request):
    own = [case for case in cases if str(case).split("/")[0] == operator and _is_quantized(case)]
    right = Runtime(pathlib.Path(request.config.getoption("--library")).with_name("liblitevk_runtime.so"))
    seen = next((case for case in own if _differs(case, library)), None)
    assert seen is not None, f"none of {len(own)} cases of quantized tensors"
    assert not _differs(seen, right)


def _is_quantized(case):
    model = schema.Model.GetRootAs(pathlib.Path(case.model).read_bytes(), 0)
    tensors = [model.Subgraphs(0).Tensors(index) for index in range(model.Subgraphs(0).TensorsLength())]
    return not case.entry.get("error") and any(t.Quantization() and t.Quantization().ScaleLength() for t in tensors)


def _differs(case, library):
    try:
        run_case(case, library)
    except RuntimeFailure:
        return False
    except (AssertionError, pytest.fail.Exception):
        return True
    return False
