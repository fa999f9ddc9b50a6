"""Models with an open batch, at another batch than the file's: all nodes stay delegated, and nothing falls back."""

import harness
import model_run

BATCH = 3


def resized(interpreter, model):
    """Resizes the inputs to BATCH."""
    for detail in interpreter.get_input_details():
        interpreter.resize_tensor_input(detail["index"], [BATCH, *detail["shape"][1:]])
    interpreter.allocate_tensors()
    return model_run.seeded_inputs(interpreter, model)


def outputs_of(model, resolver):
    interpreter = harness.interpreter_of(model, experimental_op_resolver_type=resolver)
    return harness.run(interpreter, resized(interpreter, model))


def is_open(model):
    interpreter = harness.interpreter_of(model)
    return all(detail["shape_signature"][0] == -1 for detail in interpreter.get_input_details())


def test_another_batch(model, delegates):
    if not is_open(model):
        return
    interpreter = delegates.interpreter(model)
    outputs = harness.run(interpreter, resized(interpreter, model))
    plain, optimized = (outputs_of(model, getattr(model_run.Resolver, name)) for name in ("BUILTIN_REF", "BUILTIN"))
    for actual, expected, other in zip(outputs, plain, optimized, strict=True):
        bound = model_run.bound(expected, model_run.largest_difference(expected, other))
        assert model_run.largest_difference(actual, expected) <= bound
    report = delegates.report()
    assert report.subgraph()["partitions"] == 1 and not report.left_out(), report.table()
    assert len(report.programs()) == 1 and "fallbacks" not in report.content
