"""Environments, models and buffers that live and die in any order, that are shared, and that change from run to run."""

import gc
import itertools
import json
import pathlib
import threading

import numpy as np
import pytest
from ai_edge_litert.compiled_model import CompiledModel

import litevk
from compared import BOTH, GPU, OPTIONS, compiled_model, run_small


def resident_kilobytes():
    (line,) = [line for line in pathlib.Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1])


def test_two_environments_have_options_of_their_own(small, tmp_path):
    reports = [tmp_path / f"{name}.json" for name in ("one", "two")]
    environments = [
        litevk.litert_environment(**OPTIONS, report_path=report, last_delegate_node_index=last)
        for report, last in zip(reports, (0, 1))
    ]
    models = [compiled_model(small("int8"), BOTH, environment) for environment in environments]
    for model in models:
        model.run_by_index(0, model.create_input_buffers(0), model.create_output_buffers(0))
    delegated = [json.loads(report.read_text())["subgraphs"][0]["nodes_delegated"] for report in reports]
    assert delegated == [1, 2]


def test_equal_options_share_a_folder():
    one, other = (litevk.litert_environment(**OPTIONS).options.runtime_path for _ in range(2))
    assert one == other != litevk.litert_environment().options.runtime_path


def test_two_models_in_one_environment(small):
    environment = litevk.litert_environment(**OPTIONS)
    double = compiled_model(small("two_signatures"), GPU, environment)
    square = compiled_model(small("two_signatures"), GPU, environment)
    for fill in (3.0, 5.0):
        assert run_small(double, 0, fill).tolist() == [2 * fill] * 600
        assert run_small(square, 1, fill).tolist() == [fill * fill] * 600


def test_an_output_is_the_next_model_s_input(small):
    environment = litevk.litert_environment(**OPTIONS)
    one = compiled_model(small("two_signatures"), GPU, environment)
    other = compiled_model(small("two_signatures"), GPU, environment)
    inputs, middle, outputs = one.create_input_buffers(0), one.create_output_buffers(0), other.create_output_buffers(1)
    for fill in (1.5, -2.0, 4.0):
        inputs[0].write(np.full((2, 300), fill, np.float32))
        one.run_by_index(0, inputs, middle)
        other.run_by_index(1, middle, outputs)
        assert outputs[0].read(600, np.float32).tolist() == [4 * fill * fill] * 600
        assert middle[0].read(600, np.float32).tolist() == [2 * fill] * 600


def test_a_buffer_is_input_and_output(small):
    model = compiled_model(small("two_signatures"), GPU)
    buffers = model.create_input_buffers(0)
    buffers[0].write(np.full((2, 300), 1.25, np.float32))
    for _ in range(3):
        model.run_by_index(0, buffers, buffers)
    assert buffers[0].read(600, np.float32).tolist() == [10.0] * 600


def test_buffers_change_from_run_to_run(small):
    model = compiled_model(small("two_signatures"), GPU)
    inputs = [model.create_input_buffers(0) for _ in range(3)]
    outputs = [model.create_output_buffers(0) for _ in range(2)]
    for fill, buffers in enumerate(inputs):
        buffers[0].write(np.full((2, 300), fill, np.float32))
    for (fill, given), found in itertools.product(enumerate(inputs), outputs):
        model.run_by_index(0, given, found)
        assert found[0].read(600, np.float32).tolist() == [2.0 * fill] * 600


def test_models_of_other_threads(small):
    path, failures = small("two_signatures"), []

    def work(fill):
        model = compiled_model(path, GPU)
        for _ in range(20):
            if run_small(model, 1, fill).tolist() != [fill * fill] * 600:
                failures.append(fill)

    threads = [threading.Thread(target=work, args=(float(fill),)) for fill in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


@pytest.mark.parametrize("device", ({}, {"device_buffers": "1", "disable_zero_copy": "1"}), ids=("host", "device"))
@pytest.mark.parametrize("sequence", itertools.permutations(("environment", "model", "buffers")), ids="-".join)
def test_objects_go_in_any_sequence(small, sequence, device):
    environment = litevk.litert_environment(**OPTIONS, **device)
    model = CompiledModel.from_file(small("int8"), environment=environment, hardware_accel=GPU)
    buffers = [model.create_input_buffers(0), model.create_output_buffers(0)]
    model.run_by_index(0, *buffers)
    held = {"environment": [environment], "model": [model], "buffers": buffers}
    del model, environment, buffers
    for name in sequence:
        if name != "buffers":
            held[name][0].close()
        held[name].clear()
        gc.collect()


def test_a_closed_environment_takes_no_model(small):
    environment = litevk.litert_environment(**OPTIONS)
    model = compiled_model(small("two_signatures"), GPU, environment)
    environment.close()
    with pytest.raises(ValueError, match="Environment is no longer valid"):
        compiled_model(small("two_signatures"), GPU, environment)
    assert run_small(model).tolist() == [2.0] * 600


def test_models_and_environments_do_not_pile_up(small):
    """150 environments and 500 models take no more memory than some do, but for what allocators keep."""
    path = small("two_signatures")

    def make(environments, models):
        for _ in range(environments):
            compiled_model(path, GPU)
        environment = litevk.litert_environment(**OPTIONS)
        for _ in range(models):
            assert run_small(compiled_model(path, GPU, environment)).tolist() == [2.0] * 600

    make(20, 60)
    gc.collect()
    before = resident_kilobytes()
    make(130, 440)
    gc.collect()
    assert resident_kilobytes() - before < 4000
