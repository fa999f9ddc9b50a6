"""Failures as a user of CompiledModel sees them: docs/LITERT.md has the table."""

import numpy as np
import pytest
from ai_edge_litert.hardware_accelerator import HardwareAccelerator

import litevk
from compared import BOTH, GPU, TELLS_HARDWARE, compiled_model, program, run_small

NO_DEVICE = {"device_name": "no such device"}


@pytest.mark.parametrize("hardware", (GPU, BOTH), ids=("gpu", "gpu_and_cpu"))
def test_a_wrong_option(small, capfd, monkeypatch, hardware):
    monkeypatch.setenv("LITEVK_OPTIONS", "tunning=fast")
    with pytest.raises(RuntimeError):
        compiled_model(small("two_signatures"), hardware)
    assert 'litevk: option "tunning"' in capfd.readouterr().err


def test_a_wrong_option_in_python():
    with pytest.raises(TypeError, match="did you mean 'tuning'"):
        litevk.litert_environment(tunning="fast")
    with pytest.raises(ValueError, match="expected none, fast or exhaustive"):
        litevk.litert_environment(tuning="slow")


def test_no_device_and_the_cpu(small, capfd):
    model = compiled_model(small("two_signatures"), BOTH, strict=False, **NO_DEVICE)
    assert run_small(model).tolist() == [2.0] * 600
    error = capfd.readouterr().err
    assert "litevk: no GPU is called" in error and "every node is left to the interpreter" in error


def test_no_device_and_no_cpu(small, capfd):
    with pytest.raises(RuntimeError):
        compiled_model(small("two_signatures"), GPU, strict=False, device_name="nor this")
    error = capfd.readouterr().err
    assert 'litevk: no GPU is called "nor this"' in error
    assert not TELLS_HARDWARE or "every node has to run on the GPU, and of 1 node 1 is left to the CPU: node 0 ADD: no GPU" in error


@pytest.mark.parametrize("hardware", (GPU, BOTH), ids=("gpu", "gpu_and_cpu"))
def test_a_missing_device_is_an_error(small, capfd, hardware):
    with pytest.raises(RuntimeError):
        compiled_model(small("two_signatures"), hardware, on_missing_device="error", strict=False, **NO_DEVICE)
    assert "litevk: no GPU is called" in capfd.readouterr().err


def test_a_model_not_wholly_ours(small):
    """In a process of its own, which prints a warning once: 2.2 has one, also where the CPU may run the node."""
    text = f"""
        from compared import BOTH, GPU, compiled_model
        try:
            compiled_model({small("not_whole")!r}, GPU)
        except RuntimeError:
            print("refused")
        compiled_model({small("not_whole")!r}, BOTH)
    """
    printed, error = program(text)
    assert printed == "refused\n"
    assert error.count("of 2 nodes 1 is left to the CPU: node 1 BUCKETIZE: not supported on the GPU") == 1, error


def test_a_node_that_the_user_forbids(small, capfd):
    """An option of the environment wins against what the processors ask for."""
    with pytest.raises(RuntimeError):
        compiled_model(small("int8"), GPU, last_delegate_node_index=0)
    assert "of 2 nodes 1 is left to the CPU: node 1 ADD: " in capfd.readouterr().err


@pytest.mark.parametrize("hardware", (GPU, BOTH), ids=("gpu", "gpu_and_cpu"))
def test_init_fails(small, capfd, hardware):
    with pytest.raises(RuntimeError):
        compiled_model(small("two_signatures"), hardware, error_during_init=True)
    assert "litevk: " in capfd.readouterr().err


@pytest.mark.parametrize("fault", ("error_during_prepare", "error_during_invoke"))
@pytest.mark.parametrize("hardware", (GPU, BOTH), ids=("gpu", "gpu_and_cpu"))
def test_every_run_fails(small, capfd, hardware, fault):
    model = compiled_model(small("two_signatures"), hardware, **{fault: True})
    for _ in range(2):
        with pytest.raises(RuntimeError, match="Failed to invoke the compiled model"):
            run_small(model)
    assert f"litevk: failure injected by the option {fault}" in capfd.readouterr().err


def test_a_device_that_is_lost_in_a_run(small, tmp_path):
    """The wait for the device ends early, which counts as a loss. The run ends on the CPU, and so do later ones."""
    path = small("slow")
    text = f"""
        import numpy as np
        from compared import GPU, compiled_model, run_small
        model = compiled_model({path!r}, GPU, strict=False, invoke_timeout_ms=1)
        results = [run_small(model) for _ in range(3)]
        assert all(results[0].tobytes() == other.tobytes() for other in results)
        np.save({str(tmp_path / "result.npy")!r}, results[0])
    """
    _, error = program(text)
    assert error.count("litevk: ") == 1 and "CPU" in error, error
    expected = run_small(compiled_model(path, HardwareAccelerator.CPU))
    np.testing.assert_allclose(np.load(tmp_path / "result.npy"), expected, rtol=1e-4, atol=1e-4)


def test_an_accelerator_without_its_engine(small, library, tmp_path):
    """The library alone in a folder: one line, and the CPU runs the model."""
    (tmp_path / "libLiteRtGpuAccelerator.so").write_bytes(library("LiteRtGpuAccelerator").read_bytes())
    text = f"""
        from ai_edge_litert.compiled_model import CompiledModel, HardwareAccelerator
        from ai_edge_litert.environment import Environment
        environment = Environment.create(runtime_path={str(tmp_path)!r})
        hardware = HardwareAccelerator.GPU | HardwareAccelerator.CPU
        model = CompiledModel.from_file({small("two_signatures")!r}, environment=environment, hardware_accel=hardware)
        model.run_by_index(0, model.create_input_buffers(0), model.create_output_buffers(0))
    """
    _, error = program(text)
    assert "litevk: the engine of LiteRT's accelerator cannot be loaded: " in error and "every node is left to the CPU" in error
