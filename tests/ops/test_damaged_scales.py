"""Quantized models with damaged scales, zero points or axes give an error or run, and never crash the interpreter.

`tools/test/damage_scales.py` makes the models. The interpreter runs in a process of its own, so that a crash names its file.
"""

import os
import pathlib
import sys

import opset
import pytest
from ai_edge_litert import schema_py_generated as schema

from litevk_runtime import Interpreter, Runtime, RuntimeFailure

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "tools" / "test"))

import damage_scales  # noqa: E402

COUNT = 2000
# Damages that no valid tensor's scale or zero point can have.
SENSELESS = {
    "negative_scale",
    "nan_scale",
    "infinite_scale",
    "last_scale_nan",
    "last_scale_negative",
    "zero_point_above",
    "zero_point_below",
}
_TYPE_NAMES = {value: name.lower() for name, value in vars(schema.TensorType).items() if isinstance(value, int)}


@pytest.fixture(scope="module")
def outcomes(request, tmp_path_factory):
    """The error of each file, keyed by name, "" for a file that runs; and the models."""
    folder = tmp_path_factory.mktemp("damaged")
    made = dict(damage_scales.files(request.config.getoption("--cases"), COUNT))
    for name, model in made.items():
        (folder / name).write_bytes(model)
    library = pathlib.Path(request.config.getoption("--library")).with_name("liblitevk_runtime.so")
    log = folder / "log.txt"
    status = _in_a_process(lambda: _run_all(library, folder, sorted(made), log))
    lines = [line.split("\t", 1) for line in log.read_text().splitlines()]
    assert status == 0, f"{lines[-1][0] if lines else 'the library'} ends the process with status {status}"
    return dict(lines), made


def _in_a_process(function):
    """Runs the function in a child process and returns its exit status, or minus the number of the signal that ended it."""
    process = os.fork()
    if process == 0:
        try:
            function()
        except BaseException:  # the copy of the test program must end here
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def _run_all(library, folder, names, log):
    """Runs all files. Writes each name before the run, and the interpreter's error behind it."""
    runtime = Runtime(library)
    with log.open("w") as out:
        for name in names:
            out.write(name)
            out.flush()
            said = " ".join(_diagnostic(runtime, folder / name).split()).replace("\t", " ")
            out.write(f"\t{said}\n")


def _diagnostic(runtime, path):
    try:
        with Interpreter(runtime, path) as interpreter:
            interpreter.allocate()
            interpreter.invoke()
    except RuntimeFailure as failure:
        return str(failure) or "no sentence"
    return ""


def test_each_file_ends_in_a_diagnostic_or_runs(outcomes):
    said, made = outcomes
    assert len(made) >= 500 and set(said) == set(made)
    assert "no sentence" not in said.values()
    assert sum(diagnostic != "" for diagnostic in said.values()) > len(said) / 2


def test_what_is_no_scale_is_refused_where_it_is_read(outcomes):
    said, made = outcomes
    senseless = [name for name in made if _is_senseless(made[name], *name.split(".")[-3:-1])]
    assert len(senseless) > 100
    assert [name for name in senseless if said[name] == ""] == []


def _is_senseless(data, position, damage):
    return damage in SENSELESS and _is_read(data, int(position), damage.startswith("zero_point"))


def _is_read(data, position, is_zero_point):
    """True if the model has one node and all of its matching signatures read the tensor's scale, or its zero point."""
    model = schema.ModelT.InitFromPackedBuf(data, 0)
    graph = model.subgraphs[0]
    if len(graph.operators) != 1:
        return False
    node, record = graph.operators[0], _record(model.operatorCodes[0])
    sides = {"inputs": list(node.inputs), "outputs": list(node.outputs)}
    rows = [row for row in record["types"] if all(_takes(row, side, graph, tensors) for side, tensors in sides.items())]
    places = [(row, side, tensors.index(position)) for row in rows for side, tensors in sides.items() if position in tensors]
    read = [_reads(*at) and not (is_zero_point and "any_zero_point" in _operand(*at)) for at in places]
    return read != [] and all(read)


def _record(code):
    custom = code.customCode.decode() if code.customCode else None
    return next(
        record
        for name, record in opset.records().items()
        if (name == custom if custom else record["code"] == code.builtinCode and not record["is_custom"])
    )


def _operand(row, side, index):
    return row[side][min(index, len(row[side]) - 1)]


def _takes(row, side, graph, tensors):
    if len(tensors) > 0 and not row[side]:
        return False
    for index, tensor in enumerate(tensors):
        types = _operand(row, side, index)["types"]
        if tensor >= 0 and _TYPE_NAMES[graph.tensors[tensor].type] not in (row["element"] if types == ["T"] else types):
            return False
    return True


def _reads(row, side, index):
    scaling = _operand(row, side, index)["scaling"]
    if scaling != "unstated":
        return scaling not in ("of_products", "like_products", "plain", "unread")
    states = any(operand["scaling"] != "unstated" for operand in [*row["inputs"], *row["outputs"]])
    return not states and row["quantized"] in ("refused", "converted")
