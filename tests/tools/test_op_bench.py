"""litevk-op-bench's command line: what it measures, prints and writes, its exit statuses."""

import csv
import datetime
import json
import pathlib
import subprocess
import sys
import xml.etree.ElementTree

import pytest

from driver_file import driver_file

SHAPES = pathlib.Path(__file__).resolve().parents[2] / "bench" / "shapes"
CONV_NAME = ("CONV_2D/Input[1x8x8x16]xFilter[3x3x16x8]/Stride[1x1]/Padding[SAME]/Activation[RELU]"
             "/Precision[f32]")
QUICK = ["--allow-cpu-device", "--min-time", "0.01"]


@pytest.fixture(autouse=True)
def lavapipe(monkeypatch):
    monkeypatch.setenv("VK_ICD_FILENAMES", driver_file("lvp"))


@pytest.fixture
def shapes(tmp_path):
    path = tmp_path / "small.txt"
    path.write_text("# two layers\nADD input=1x8x8x16,1x8x8x16 count=2\n"
                    "CONV_2D input=1x8x8x16 filter=8x3x3x16 activation=RELU\n")
    return path


def test_lists_of_models(request):
    """The lists of MediaPipe's models are what the script prints for the models of the mediapipe wheel."""
    models = pathlib.Path(request.config.getoption("--models")) / "mediapipe"
    lists = sorted(SHAPES.glob("mediapipe_*.txt"))
    assert len(lists) == len(list(models.rglob("*.tflite"))) == 14
    for path in lists:
        (model,) = models.rglob(path.stem.removeprefix("mediapipe_") + ".tflite")
        printed = subprocess.run([sys.executable, SHAPES / "from_model.py", model], capture_output=True, text=True)
        assert printed.stdout == path.read_text(), printed.stderr


@pytest.mark.parametrize("mode", ["gpu", "submit", "end_to_end"])
def test_modes(start, shapes, tmp_path, mode):
    process = start("litevk-op-bench", *QUICK, "--cases", "none", "--shapes", shapes, "--op", "CONV_2D", "--mode",
                    mode, "--json", tmp_path / "out.json")
    assert process.returncode == 0, process.stderr
    result = json.loads((tmp_path / "out.json").read_text())
    context = result["context"]
    assert context["mode"] == mode and context["types"] == ["f32"]
    assert context["peak_gflops"] > 0 and context["peak_gbs"] > 0 and "llvmpipe" in context["driver"]
    assert datetime.datetime.fromisoformat(context["date"]).tzinfo is not None
    (row,) = result["benchmarks"]
    assert row["name"] == CONV_NAME
    assert row["flops"] == 2 * 8 * 8 * 8 * 3 * 3 * 16
    assert row["iterations"] >= 5 and 0 < row["raw_us"] == row["real_time"] and 0 < row["cpu_time"]
    if row["median_us"] is None:  # no longer than an empty submission
        assert mode == "gpu" and row["gflops"] is None and "<empty" in process.stdout
    else:
        assert 0 <= row["p10_us"] <= row["median_us"] <= row["p90_us"]
        assert mode == "gpu" or row["median_us"] == row["raw_us"]
    assert ("nothing is subtracted" in process.stdout) == (mode != "gpu")
    assert (row["dispatches"], row["barriers"]) == (1, 0)
    assert row["name"] in process.stdout


def test_files(start, shapes, tmp_path):
    process = start("litevk-op-bench", *QUICK, "--cases", "none", "--shapes", shapes, "--type", "f32,f16", "--mode",
                    "submit", "--csv", tmp_path / "out.csv", "--svg", tmp_path / "out.svg")
    assert process.returncode == 0, process.stderr
    with open(tmp_path / "out.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    # ADD has no weights that could be stored as float16.
    assert [(row["op"], row["type"], row["source"]) for row in rows] == [
        ("ADD", "f32", "small:2"), ("CONV_2D", "f32", "small:1"), ("CONV_2D", "f16", "small:1")]
    root = xml.etree.ElementTree.parse(tmp_path / "out.svg").getroot()
    assert len(root.findall(".//{http://www.w3.org/2000/svg}title")) == 3


def test_a_case(start, request, tmp_path):
    process = start("litevk-op-bench", *QUICK, "--shapes", "none", "--cases", request.config.getoption("--cases"),
                    "--op", "LEAKY_RELU", "--mode", "submit", "--json", tmp_path / "out.json")
    assert process.returncode == 0, process.stderr
    rows = json.loads((tmp_path / "out.json").read_text())["benchmarks"]
    assert rows and all(row["op"] == "LEAKY_RELU" and "error_occurred" not in row for row in rows)


def test_a_file_stays_until_there_is_another(start, shapes, tmp_path):
    (tmp_path / "out.csv").write_text("old")
    arguments = ["--cases", "none", "--shapes", shapes, "--csv", tmp_path / "out.csv"]
    assert start("litevk-op-bench", *arguments).returncode == 3
    assert (tmp_path / "out.csv").read_text() == "old"
    assert start("litevk-op-bench", *QUICK, *arguments, "--op", "add", "--mode", "submit").returncode == 0
    assert (tmp_path / "out.csv").read_text().startswith("name,")
    assert len(list(tmp_path.iterdir())) == 2


def test_a_limit_of_time(start, shapes, tmp_path):
    """The operators take turns; a short limit leaves time only for the first."""
    shapes.write_text("CONV_2D input=1x8x8x16 filter=8x3x3x16\nCONV_2D input=1x4x8x16 filter=8x3x3x16\nRELU input=4\n")
    arguments = ["--cases", "none", "--shapes", shapes, "--json", tmp_path / "out.json", "--mode", "submit"]

    def measured(seconds):
        process = start("litevk-op-bench", *QUICK, *arguments, "--max-seconds", seconds)
        assert process.returncode == 0, process.stderr
        return [row["op"] for row in json.loads((tmp_path / "out.json").read_text())["benchmarks"]]

    assert measured(600) == ["CONV_2D", "RELU", "CONV_2D"]
    assert measured(1e-9) == ["CONV_2D"]


def test_filter(start, shapes):
    process = start("litevk-op-bench", "--cases", "none", "--shapes", shapes, "--list", "--filter", r"Filter\[3x3")
    assert process.returncode == 0, process.stderr
    assert process.stdout.split() == [CONV_NAME, "small:1"]


def test_list_needs_no_device(start, shapes, monkeypatch):
    monkeypatch.setenv("VK_ICD_FILENAMES", "/nonexistent.json")
    process = start("litevk-op-bench", "--cases", "none", "--shapes", shapes, "--list")
    assert process.returncode == 0, process.stderr
    assert [line.split() for line in process.stdout.splitlines()] == [
        ["ADD/Input[1x8x8x16]xInput[1x8x8x16]/Precision[f32]", "small:2"], [CONV_NAME, "small:1"]]


@pytest.mark.parametrize("flags, status, diagnostic", [
    (["--mode", "fast"], 2, "--mode"),
    (["--min-time", "-1"], 2, '--min-time: expected a number above 0, found "-1"'),
    (["--op", "CONV2D"], 2, '--op: there is no operator "CONV2D" that runs on the GPU; did you mean "CONV_2D"?'),
    (["--mode", "gpi"], 2, '--mode: expected gpu, submit or end_to_end, found "gpi"; did you mean "gpu"?'),
    (["--filter", "Stride[1"], 2, '--filter: "Stride[1" is no regular expression'),
    (["--cases", "none", "--op", "ADD", "--filter", "nothing", "--list"], 3, 'no benchmark\'s name has "nothing"'),
    (["--cases", "none", "--op", "ADD", "--json", "/missing/out.json"], 3, 'the folder /missing does not exist'),
    (["--cases", "none", "--op", "ADD", "--svg", "/tmp"], 3, "expected a plain file, found a folder"),
    (["--cases", "none", "--op", "ADD"], 3, "is a CPU driver; --allow-cpu-device takes it"),
    (["--cases", "/missing", "--shapes", "none"], 3, "/missing/index.json: cannot be opened"),
    (["--cases", "none", "--shapes", "none"], 3, "nothing to measure"),
    (["--cases", "none", "--op", "RELU_N1_TO_1"], 3, "nothing to measure"),
    (["--cases", "none", "--device", "no such device"], 3, "no such device"),
])
def test_failures(start, flags, status, diagnostic):
    process = start("litevk-op-bench", *flags)
    assert process.returncode == status
    assert diagnostic in process.stderr


def test_a_list_with_a_mistake(start, tmp_path):
    (tmp_path / "bad.txt").write_text("RELU input=4\nRELU input=y\n")
    process = start("litevk-op-bench", "--cases", "none", "--shapes", tmp_path / "bad.txt")
    assert process.returncode == 3
    assert "bad.txt:2: input: expected dims" in process.stderr
