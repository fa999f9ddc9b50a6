"""Operator cases as ONNX models in onnxruntime: outputs are those of TFLite's reference kernels."""

import pathlib
import re
import sys

import converted
import numpy as np
import onnx
import pytest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "tools" / "test"))
import rotating_share  # noqa: E402

# Cases whose results differ from TFLite's. Integers of 64 bits and powers wrap around in TFLite. A quotient an ulp below a
# whole number is that number in onnxruntime. Floats beyond 32 bits in a channel's scale saturate. Signs of zeros in a spectrum,
# by which its angles differ by a whole turn, are onnxruntime's.
_DIFFERS = re.compile(r"^pow/u?int\d+_wraps|^reduce_prod/u?int\d+_all|^floor_div/whole_quotients$|^quantize/u?int8_scales_of_eight|"
                      r"^graphs/(.*_opened|spectrum_angles)$")
# Floats beyond 32 bits in a tensor's scale wrap around in TFLite and with --quant exact, and saturate without it.
_CUT_OFF = re.compile(r"^quantize/wraps_")
# Cases in which --quant exact may be a step off: docs/design/onnx.md, "Two roundings".
_A_STEP = re.compile(r"^(resize_bilinear|l2_normalization)/|^softmax/int8_to_int16|int16_power_of_two_5$|^relu/int8_many$|"
                     r"winograd_largest_sums$|^graphs/sums_of_layers_beside_halves$")
# Cases that have TFLite's bits without --quant exact too, over a whole sequence.
_TO_THE_BIT = re.compile(r"^(unidirectional_sequence_)?lstm/u?int8|^graphs/int8_lstms_of_24_steps$")
# TFLite rounds values to int8 before it multiplies them with int8 weights; ONNX multiplies floats.
_HYBRID = re.compile(r"float32x|hybrid")
_HYBRID_SHARE = 0.06  # bound, relative to the largest output
# TFLite rounds every step of these to float16, and onnxruntime only the result: the bound is a step of the largest value.
_HALVES = re.compile(r"^(gelu|softmax|atan2)/float16")


def pytest_generate_tests(metafunc):
    if "entry" not in metafunc.fixturenames:
        return
    config = metafunc.config
    entries = converted.entries(config.getoption("--program"), config.getoption("--cases"))
    names = sorted(name for name in entries if not _DIFFERS.search(name))
    parts = config.getoption(rotating_share.OPTION)
    taken = rotating_share.share(names, parts, rotating_share.current_turn(), rotating_share.first_folder)
    metafunc.parametrize("entry", [pytest.param(entries[name], id=name) for name in sorted(taken)])


@pytest.fixture(scope="module")
def cases(request):
    return pathlib.Path(request.config.getoption("--cases"))


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="module")
def processes(request, cases, models):
    program = request.config.getoption("--program")
    return converted.convert_all(program, cases, list(converted.entries(program, cases)), models)


def arrays(folder, prefix):
    return [np.load(folder / f"{prefix}_{i}.npy") for i in range(len(list(folder.glob(f"{prefix}_*.npy"))))]


def is_tame(array):
    """True if no element is infinite, a NaN or near the end of float32, for which onnxruntime's results may differ."""
    return array.dtype.kind != "f" or bool((np.abs(array.astype(np.float64)) < 1e30).all())


def test_op_case(entry, processes, cases, models):
    process, written = processes[entry["name"]], models / f"{entry['name']}.onnx"
    if process.returncode == 1:
        assert process.stderr and not written.exists()
        return
    assert process.returncode == 0, process.stderr
    is_quantized = has_roundings(written) and not _TO_THE_BIT.search(entry["name"])
    # A step of one layer may become several in later layers, so integers of graphs are compared with TFLite's roundings only.
    is_apart = is_quantized and (entry["name"].startswith("graphs/") or _CUT_OFF.search(entry["name"]))
    run_case(entry, written, cases, is_quantized, has_quantized=not is_apart)


def has_roundings(written):
    return any(node.op_type in ("QuantizeLinear", "Round") for node in onnx.load(written).graph.node)


def test_exactly(entry, processes, cases, models, request):
    """Quantized cases with --quant exact give TFLite's roundings, graphs of several layers among them."""
    written, name = models / f"{entry['name']}.onnx", entry["name"]
    if processes[name].returncode == 1 or not has_roundings(written):
        return
    exact, model = models / f"{name}.exact.onnx", cases / name / "model.tflite"
    opset = str(onnx.load(written).opset_import[0].version)
    process = converted.convert(request.config.getoption("--program"), model, exact, "--quant", "exact", "--opset", opset)
    assert process.returncode == 0, process.stderr
    run_case(entry, exact, cases, bool(_A_STEP.search(name)), has_quantized=True)


def run_case(entry, written, cases, is_quantized, has_quantized):
    onnx.checker.check_model(str(written))
    model, folder = converted.Model(written), cases / entry["name"]
    for number in range(entry["runs"]):
        given, golden = (arrays(folder / f"run{number}", prefix) for prefix in ("input", "output"))
        if not model.takes([array.shape for array in given]):
            return  # the ONNX model has the dims that its file states
        results = model.run(given)
        assert [(result.dtype, result.shape) for result in results] == [(array.dtype, array.shape) for array in golden]
        if has_quantized and all(map(is_tame, given + golden)):
            compare(entry, results, golden, is_quantized)


def compare(entry, results, golden, is_quantized):
    atol, rtol = entry["bounds"]["delegate"][0]
    for actual, expected in zip(results, golden):
        if expected.dtype.kind != "f":
            # QuantizeLinear rounds the product that TFLite's kernels round in steps.
            np.testing.assert_allclose(actual.astype(np.float64), expected.astype(np.float64), rtol=0,
                                       atol=1 if is_quantized else 0)
            continue
        np.testing.assert_allclose(actual, expected, rtol=max(rtol, 1e-5),
                                   atol=max(atol, 1e-5, bound_of_roundings(entry["name"], np.abs(expected).max(initial=0))))


def bound_of_roundings(name, largest):
    """The bound for an operator's roundings, from the largest magnitude of its results."""
    if _HYBRID.search(name):
        return _HYBRID_SHARE * largest
    return float(np.spacing(np.float16(largest))) if _HALVES.search(name) else 0


def test_refused_cases_are_listed(processes, models):
    written = models / "refusals.txt"
    written.write_text(converted.refusal_table(processes))
    assert written.read_text() == converted.REFUSALS.read_text(), f"if these are right, copy {written} there"
    assert {process.returncode for process in processes.values()} == {0, 1}


def test_the_page_has_the_operators(request):
    page = pathlib.Path(__file__).resolve().parents[2] / "docs" / "ONNX.md"
    assert converted.operator_table(request.config.getoption("--program")) in page.read_text()
