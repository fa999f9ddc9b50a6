"""The real models in the project's own interpreter (litevk-run), on the CPU and on Vulkan, compared with the
interpreter of the wheels. The same delegate library runs in both interpreters."""

import json

import harness
import model_run
import runner


def check(outputs, reference):
    differences = [model_run.largest_difference(a, b) for a, b in zip(outputs, reference.outputs)]
    assert len(outputs) == len(reference.outputs)
    assert all(d <= bound for d, bound in zip(differences, reference.bounds)), (differences, reference.bounds)


def partitions(report):
    """Every node of each subgraph with the partition that it is in."""
    return {
        entry["subgraph"]: [(node["index"], node["op"], node["partition"]) for node in entry["nodes"]]
        for entry in report["subgraphs"]
    }


def test_cpu(request, model, tmp_path):
    library = request.config.getoption("--library")
    reference = model_run.reference(model)
    outputs, _ = runner.run(library, model, tmp_path, reference.inputs)
    check(outputs, reference)


def test_vulkan(model, delegates, tmp_path):
    """The delegate's partitions and bits are the same as in the wheel's interpreter."""
    reference = model_run.reference(model)
    stock = delegates.interpreter(model)
    model_run.set_own_shapes(stock, model)
    stock.allocate_tensors()
    expected = harness.run(stock, reference.inputs)
    options = runner.vulkan_options(tmp_path / "own.json")
    outputs, _ = runner.run(delegates.library, model, tmp_path, reference.inputs, *options)
    check(outputs, reference)
    own = json.loads((tmp_path / "own.json").read_text())
    assert partitions(own) == partitions(delegates.report().content)
    if not delegates.report().left_out():  # otherwise the two interpreters' own kernels change the results too
        assert [values.tobytes() for values in outputs] == [values.tobytes() for values in expected]
