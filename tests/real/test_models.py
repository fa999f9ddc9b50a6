"""The models inside wheels and the seeded networks, compared end to end with the interpreter."""

import pathlib

import case_files
import left_out
import model_run



def test_model(request, model, delegates):
    reference = model_run.reference(model)
    if reference is None:
        print(f"{model.name}: this interpreter can neither load the model nor cut it at its custom operators")
        return
    interpreter = delegates.interpreter(model)
    model_run.set_own_shapes(interpreter, model)
    interpreter.allocate_tensors()
    outputs = model_run.fresh_run(interpreter, reference.inputs)
    check_outputs(outputs, reference)
    for _ in range(1, request.config.getoption("--runs")):
        again = model_run.fresh_run(interpreter, reference.inputs)
        assert [o.tobytes() for o in again] == [o.tobytes() for o in outputs], "a later run differs"
    if not delegates.is_absent:
        check_delegated(delegates.report(), model)


def check_outputs(outputs, reference):
    differences = [model_run.largest_difference(a, b) for a, b in zip(outputs, reference.outputs)]
    rows = list(zip(differences, reference.bounds))
    print("largest difference, bound:", *(f"{d:.3g} of {b:.3g}" for d, b in rows), f"to {reference.kernels}")
    assert all(difference <= bound for difference, bound in rows), rows


def check_delegated(report, model):
    subgraph = report.subgraph()
    print("{nodes_delegated} of {nodes_total} nodes, {partitions} partitions".format_map(subgraph))
    assert subgraph["nodes_delegated"] > 0
    found, expected = left_out.found(report), left_out.expected(model.stem)
    assert not found - expected, f"left to the interpreter without a line in left_out.py: {found - expected}{report.table()}"
    assert not expected - found, f"delegated, or for another reason left: {expected - found}{report.table()}"


def test_no_excuse_hides_a_missing_operator():
    codes = {code for excuses in left_out.EXCUSES.values() for _, code in excuses.values()}
    assert not codes & set(left_out.MISSING_CODES), "an operator that the GPU lacks belongs into MISSING"


def test_what_is_missing_runs_nowhere_on_the_gpu():
    """No operator listed as missing has cases on the GPU."""
    on_gpu = {op for op, cases in map(case_files.load, case_files.stems()) if any(c["runs_on"] == "gpu" for c in cases)}
    missing = {op for nodes in left_out.MISSING.values() for op in nodes.values()}
    assert "CONV_2D" in on_gpu and not missing & on_gpu


def test_models_with_lines_exist(request):
    models = pathlib.Path(request.config.getoption("--models"))
    stems = {path.stem for path in models.rglob("*.tflite")}
    lines = set(left_out.MISSING) | set(left_out.EXCUSES)
    assert (lines & left_out.SEEDED if (models / "seeded").is_dir() else lines - left_out.SEEDED) <= stems
