"""Real models and networks through CompiledModel: the classic interpreter's bits, and nodes on the device."""

import json

import pytest

from compared import OPTIONS, check_same_bits, compiled_model, signatures
from litevk.through_litert import Classic, Compiled

# Dims of inputs whose dims in the file are placeholders: a second of sound, in 16 kHz samples.
SHAPES = {"melspectrogram": {"input": (1, 16000)}}
# Models that LiteRT refuses before it asks an accelerator: it has no variable tensors.
REFUSED_BY_LITERT = ("lstm_classifier",)


def runs_in_the_interpreter(path, key, shapes, values):
    """False for a model of which a node is left to TFLite's kernels, and they refuse it."""
    try:
        Classic(path, key, shapes, OPTIONS)(values)
    except RuntimeError:
        return False
    return True


def test_same_bits(model, tmp_path):
    path, shapes = str(model), SHAPES.get(model.stem, {})
    report = tmp_path / "report.json"
    if model.stem in REFUSED_BY_LITERT:
        with pytest.raises(RuntimeError):
            compiled_model(path)
        return
    made = compiled_model(path, report_path=report)
    key = signatures(made)[0]
    compiled = Compiled(made, key, shapes)
    values = compiled.some_inputs(0)
    if not runs_in_the_interpreter(path, key, shapes, values):
        with pytest.raises(RuntimeError):
            compiled(values)
        return
    check_same_bits(path, made, key, shapes, seeds=(0,))
    assert sum(part["nodes_delegated"] for part in json.loads(report.read_text())["subgraphs"]) > 0
