"""The findings of --check on right and wrong models, and the exit status with --strict."""

import pathlib
import sys

import numpy as np
import onnx
import pytest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "python" / "litevk"))
import check_onnx  # noqa: E402


class Interpreter:
    """Has the interface of ai_edge_litert's interpreter, for a model that adds 1."""

    def get_input_details(self):
        return [{"index": 0, "shape": np.array([2, 3]), "dtype": np.float32, "quantization": (0.0, 0)}]

    def get_output_details(self):
        return [{"index": 1}]

    def allocate_tensors(self):
        pass

    def set_tensor(self, index, array):
        self.value = array

    def invoke(self):
        pass

    def get_tensor(self, index):
        return self.value + np.float32(1)


def model(addend, dims=(2, 3), order=""):
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("Add", ["x", "c"], ["y"])], "main",
        [onnx.helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, dims)],
        [onnx.helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, dims)],
        [onnx.numpy_helper.from_array(np.float32(addend), "c")])
    made = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=8)
    if order:
        onnx.helper.set_model_props(made, {"order:x": order, "order:y": order})
    return made


@pytest.fixture
def check(tmp_path, monkeypatch, capfd):
    def run(made, *flags, interpreters=(Interpreter,)):
        onnx.save(made, tmp_path / "model.onnx")
        monkeypatch.setattr(check_onnx, "interpreters_of", lambda _: [(kind.__name__, kind) for kind in interpreters])
        return check_onnx.main(["model.tflite", str(tmp_path / "model.onnx"), *flags]), capfd.readouterr()

    return run


def test_states_are_no_news(check):
    """States give no message, though onnxruntime warns of each input that has a value."""
    made = model(1)
    made.graph.input.append(onnx.helper.make_tensor_value_info("c", onnx.TensorProto.FLOAT, []))
    status, printed = check(made)
    assert status == 0 and "output 'y': the largest " in printed.out and "onnxruntime" not in printed.err


def test_results_are_compared(check):
    status, printed = check(model(1))
    assert status == 0 and printed.out.startswith("onnx.checker and shape inference: nothing is wrong\noutput 'y': the largest "
                                                  "difference is 0, the largest value ")
    assert check(model(1.5))[0] == 0 and check(model(1.5), "--strict")[0] == 1
    assert "the largest difference is 0.5" in check(model(1.5))[1].out


def test_dims_in_another_order(check):
    assert check(model(1, (3, 2), "1,0"), "--strict")[0] == 0
    status, printed = check(model(1, (3, 2)))
    assert status == 1 and "--check: " in printed.err


class Refusing(Interpreter):
    """Has the interface of ai_edge_litert's interpreter, for a model with an operator that it lacks."""

    def allocate_tensors(self):
        raise RuntimeError("Encountered unresolved custom op: Mine.\nSee the page.")


def test_the_next_interpreter_runs_what_one_cannot(check):
    status, printed = check(model(1), "--strict", interpreters=(Refusing, Interpreter))
    assert status == 0 and "is run by Interpreter: Encountered unresolved custom op: Mine.\n" in printed.out
    assert "output 'y': the largest difference is 0" in printed.out
    status, printed = check(model(1), interpreters=(Refusing,))
    assert status == 1 and printed.err.startswith("--check: Encountered unresolved custom op")


def test_a_model_that_the_checker_refuses(check):
    made = model(1)
    made.graph.node[0].op_type = "TFL_ADD"
    status, printed = check(made)
    assert status == 1 and printed.err.startswith("onnx.checker: ")


def test_inputs_that_tie_are_tried(check, monkeypatch):
    """A model that is wrong only for equal values is found, since the runs after the random ones have such values."""
    class Ties(Interpreter):
        def get_tensor(self, index):
            return super().get_tensor(index) + np.float32(np.unique(self.value).size < self.value.size)

    monkeypatch.setattr(check_onnx, "_LEVELS", ())
    assert check(model(1), "--strict", interpreters=(Ties,))[0] == 0
    monkeypatch.undo()
    status, printed = check(model(1), "--strict", interpreters=(Ties,))
    assert status == 1 and "output 'y': the largest difference is 1, " in printed.out


def test_integers_are_compared_by_steps():
    expected = np.arange(4, dtype=np.int8)
    assert check_onnx.difference_of("y", expected + np.int8(3), expected).is_large
    difference = check_onnx.difference_of("y", expected + np.array([0, 0, 1, 0], np.int8), expected)
    assert (difference.text, difference.is_large) == ("the largest difference is 1, 75 % are equal", False)
