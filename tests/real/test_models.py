"""The models inside the MediaPipe and face-detection wheels, end to end against the interpreter."""

import model_run

import harness


def test_model(model, delegates):
    reference = model_run.reference(model)
    if reference is None:
        print(f"{model.name}: not loadable by the stock interpreter")
        return
    interpreter = delegates.interpreter(model)
    model_run.set_own_shapes(interpreter, model)
    interpreter.allocate_tensors()
    outputs = harness.run(interpreter, reference.inputs)
    check_outputs(outputs, reference)
    again = harness.run(interpreter, reference.inputs)
    assert [o.tobytes() for o in again] == [o.tobytes() for o in outputs], "a second run differs"
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
    assert not model_run.unexplained(report, model), report.table()
