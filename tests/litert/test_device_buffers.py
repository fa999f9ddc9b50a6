"""The option device_buffers: inputs and outputs that the host and the device have in turns.

lavapipe's memory is the host's, so that a plan wants no other. disable_zero_copy makes it a device with memory of its own.
"""

import json

import numpy as np
import pytest

import litevk
from compared import BOTH, GPU, OPTIONS, check_same_bits, compiled_model, program, signatures

DEVICE = {"device_buffers": "1", "disable_zero_copy": "1"}


def environment(**options):
    return litevk.litert_environment(**OPTIONS, **DEVICE, **options)


def write(buffer, fill):
    buffer.write(np.full(buffer.get_tensor_details()["shape"], fill, np.float32))


def read(buffer):
    return buffer.read(int(np.prod(buffer.get_tensor_details()["shape"])), np.float32)


def traffic(report):
    """Bytes that the first run of a program copied, and bytes that it found or left on the device."""
    programs = json.loads(report.read_text())["programs"]
    return [(program["copied_bytes"], program["passed_bytes"]) for program in programs if "copied_bytes" in program]


@pytest.mark.parametrize("name", ("two_signatures", "without_signature", "int8", "mul_of_two_ranks", "not_whole"))
def test_the_bits_stay(small, name):
    model = compiled_model(small(name), BOTH, environment())
    for key in signatures(model):
        check_same_bits(small(name), model, key, seeds=(0, 1, 0))


def test_inputs_are_resized(small):
    """Buffers are made anew, as LiteRT wants it."""
    path = small("open_dims")
    model = compiled_model(path, GPU, environment())
    for dims in ([1, 5, 8, 4], [3, 9, 8, 4], [1, 2, 8, 4], [3, 9, 8, 4]):
        check_same_bits(path, model, "main", {"x0": dims})


def test_a_chain_of_two_models_copies_nothing_between_them(small, tmp_path):
    reports = [tmp_path / f"{name}.json" for name in ("one", "other")]
    one, other = (compiled_model(small("two_signatures"), GPU, environment(report_path=report)) for report in reports)
    inputs, middle, outputs = one.create_input_buffers(0), one.create_output_buffers(0), other.create_output_buffers(1)
    for fill in (1.5, -2.0, 4.0):
        write(inputs[0], fill)
        one.run_by_index(0, inputs, middle)
        other.run_by_index(1, middle, outputs)
        assert read(outputs[0]).tolist() == [4 * fill * fill] * 600
    # 2,400 bytes each: the first model's input is copied, and nothing else.
    assert traffic(reports[0]) == [(4800, 2400)]
    assert traffic(reports[1]) == [(0, 4800)]


def test_the_host_reads_and_writes_in_between(small):
    model = compiled_model(small("two_signatures"), GPU, environment())
    inputs, middle, outputs = model.create_input_buffers(0), model.create_output_buffers(0), model.create_output_buffers(1)
    write(inputs[0], 1.0)
    model.run_by_index(0, inputs, middle)
    assert read(middle[0]).tolist() == [2.0] * 600
    model.run_by_index(1, middle, outputs)
    assert read(outputs[0]).tolist() == [4.0] * 600
    write(middle[0], 3.0)
    model.run_by_index(1, middle, outputs)
    assert read(outputs[0]).tolist() == [9.0] * 600
    assert read(middle[0]).tolist() == [3.0] * 600


def test_a_buffer_is_input_and_output(small):
    model = compiled_model(small("two_signatures"), GPU, environment())
    buffers = model.create_input_buffers(0)
    write(buffers[0], 1.25)
    for _ in range(3):
        model.run_by_index(0, buffers, buffers)
    assert read(buffers[0]).tolist() == [10.0] * 600


def test_an_output_is_the_input_of_a_model_on_the_cpu(small):
    """And back: another environment's model takes the buffer, and its own is taken."""
    ours = compiled_model(small("two_signatures"), GPU, environment())
    cpu = compiled_model(small("two_signatures"), BOTH, litevk.litert_environment(last_delegate_node_index=0, first_delegate_node_index=1))
    inputs, middle, outputs = ours.create_input_buffers(0), ours.create_output_buffers(0), cpu.create_output_buffers(1)
    write(inputs[0], 1.5)
    ours.run_by_index(0, inputs, middle)
    cpu.run_by_index(1, middle, outputs)
    assert read(outputs[0]).tolist() == [9.0] * 600




def test_old_buffers_after_a_resize_are_an_error(small, capfd):
    model = compiled_model(small("open_dims"), GPU, environment())
    model.resize_input_tensor(0, [1, 2, 8, 4], 0)
    inputs, outputs = model.create_input_buffers(0), model.create_output_buffers(0)
    model.run_by_index(0, inputs, outputs)
    model.resize_input_tensor(0, [3, 9, 8, 4], 0)
    with pytest.raises(RuntimeError):
        model.run_by_index(0, model.create_input_buffers(0), outputs)
    assert "after a resize, buffers are to be made anew" in capfd.readouterr().err


def test_a_value_on_a_device_that_is_lost(small):
    """The value cannot be read: a line says so, and nothing else ends. Later runs are the CPU's."""
    text = f"""
        import numpy as np
        from compared import GPU, compiled_model, run_small
        options = dict(strict=False, device_buffers=1, disable_zero_copy=1)
        double = compiled_model({small("two_signatures")!r}, GPU, **options)
        inputs, middle = double.create_input_buffers(0), double.create_output_buffers(0)
        inputs[0].write(np.ones((2, 300), np.float32))
        double.run_by_index(0, inputs, middle)
        run_small(compiled_model({small("slow")!r}, GPU, invoke_timeout_ms=1, **options))
        try:
            middle[0].read(600, np.float32)
        except RuntimeError:
            print("not read")
        middle = double.create_output_buffers(0)  # LiteRT keeps a buffer locked whose lock has failed
        double.run_by_index(0, inputs, middle)
        print(middle[0].read(600, np.float32).sum())
    """
    printed, error = program(text)
    assert printed == "not read\n1200.0\n", error
    assert "litevk: a buffer cannot be read: " in error
