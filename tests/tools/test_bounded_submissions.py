"""Models that are submitted in parts (max_submit_ms) have the bits of those that are submitted whole."""

import pathlib

import pytest

import harness
import registry
import submission_table  # first: it makes model_run importable
from driver_file import driver_file

import model_run  # isort: skip

LIMITS = ("0", "1", "0.05", "0.001")


@pytest.fixture(autouse=True)
def lavapipe(monkeypatch):
    monkeypatch.setenv("VK_ICD_FILENAMES", driver_file("lvp"))


@pytest.fixture
def delegates(request, tmp_path):
    return harness.Delegates(request.config.getoption("--library"), "vulkan", tmp_path / "report.json")


@pytest.fixture(params=["blazeface", "mobilenet_v3", "bert", "unet", "lstm_classifier"])
def model(request, tmp_path):
    folder = pathlib.Path(request.config.getoption("--models"))
    if request.param == "blazeface":
        return folder / "mediapipe/mediapipe/modules/face_detection/face_detection_short_range.tflite"
    path = tmp_path / f"{request.param}.tflite"
    path.write_bytes(registry.networks()[request.param].serialize(request.param))
    return path


def outputs_of(delegates, model, limit):
    """The bytes of two runs, of which the first may correct the estimates, and the only program."""
    interpreter = delegates.interpreter(model, max_submit_ms=limit, strict=1)
    model_run.set_own_shapes(interpreter, model)
    interpreter.allocate_tensors()
    inputs = model_run.seeded_inputs(interpreter, model)
    runs = []
    for _ in range(2):
        interpreter.reset_all_variables()
        runs.append([o.tobytes() for o in harness.run(interpreter, inputs)])
    assert runs[0] == runs[1]
    (program,) = delegates.report().programs()
    return runs[0], program


def test_parts_have_the_bits_of_the_whole(delegates, model):
    whole, program = outputs_of(delegates, model, LIMITS[0])
    assert program["submissions"] == 1 and program["longest_submission_ms"] == 0
    counts = []
    for limit in LIMITS[1:]:
        parts, program = outputs_of(delegates, model, limit)
        assert parts == whole, limit
        counts.append(program["submissions"])
    assert counts == sorted(counts) and counts[-1] > 2 * program["dispatches"], counts


def test_a_cpu_driver_has_no_limit_by_default(delegates, model):
    _, program = outputs_of(delegates, model, None)
    assert program["submissions"] == 1


def test_the_table_of_a_slow_device(delegates, model):
    (name, dispatches, submissions, longest), longest_ms = submission_table.row_of("m", model, delegates)
    assert name == "m" and int(submissions) >= 1 and int(dispatches) > 1
    assert 0 < longest_ms <= submission_table.LIMIT_MS and longest == f"{longest_ms:.1f}"


def test_the_table_replaces_the_pages():
    page = "# T\n\nOn 2001-01-01 so.\n\n| model | x |\n| --- | --- |\n| old | 1 |\n"
    assert submission_table.with_table(page, [["a", "1", "2", "3.0"]], "2026-12-01") == (
        "# T\n\nOn 2026-12-01 so.\n\n| model | dispatches | submissions | longest, ms |\n| --- | --- | --- | --- |\n"
        "| a | 1 | 2 | 3.0 |\n"
    )
