"""litevk-delegate-test over all operator cases, or --share of them: on our library no case fails, on a wrong one exactly
those that it gets wrong."""

import csv
import json
import pathlib

import pytest

import case_files
import litevk_pytest

# Cases that the faulty delegate gets wrong with fault=each. All cases of MUL and SUB that it claims are wrong besides: MUL has
# wrong values, unless a tensor is empty, and SUB fails. The body of a window is one MUL. The delegate claims none of the
# sweeps, whose models have several nodes.
NAMED_FAULTS = {
    "add/same_shape_rank_4",
    "graphs/window_of_rank_4",
    "maximum/non_finite_pairs",
    "maximum/special_values",
    "relu/non_finite",
    "relu/non_finite_vectors",
}


# Cases whose rows of floats hold a NaN. The quantized result depends on the order of a kernel's comparisons (docs/NUMERICS.md).
UNORDERED = {"fully_connected/float32xint8_nan"}


@pytest.fixture
def cases(request, tmp_path):
    """A folder with only the cases of the share and those with named faults."""
    whole = pathlib.Path(request.config.getoption("--cases")).resolve()
    index = json.loads((whole / "index.json").read_text())
    taken = NAMED_FAULTS.union(litevk_pytest.in_share(request.config, [entry["name"] for entry in index]))
    folder = tmp_path / "cases"
    folder.mkdir()
    for operator in {name.split("/")[0] for name in taken}:
        (folder / operator).symlink_to(whole / operator)
    (folder / "index.json").write_text(json.dumps([entry for entry in index if entry["name"] in taken]))
    return folder


@pytest.fixture
def outcomes(start, cases, tmp_path):
    """outcomes(library, option...) returns the exit status, and the outcome of every case keyed by its name."""

    def run(library, *options):
        arguments = [argument for option in options for argument in ("--delegate-option", option)]
        command = ["--delegate", library, "--cases", cases, "--csv", tmp_path / "out.csv", *arguments]
        process = start("litevk-delegate-test", *command, timeout=1400)
        assert process.returncode in (0, 1), process.stderr
        with (tmp_path / "out.csv").open() as file:
            rows = list(csv.DictReader(file))
        assert len(rows) == len(entries(cases))
        return process.returncode, {row["case"]: row["outcome"] for row in rows}

    return run


def entries(cases):
    """Entries of the index without the cases that an interpreter refuses."""
    return [entry for entry in json.loads((cases / "index.json").read_text()) if not entry.get("error")]


def test_our_library_fails_no_case(outcomes, build_dir, cases):
    status, found = outcomes(build_dir / "liblitevk.so", "allow_cpu_device=1", "strict=1", "partition_policy=all")
    failed = {name for name, outcome in found.items() if outcome == "fail"}
    assert failed <= UNORDERED and "crash" not in found.values()
    assert status == (1 if failed else 0)
    taken = [entry for entry in entries(cases) if entry["runs_on"] == "gpu"]
    on_gpu = [entry["name"] for entry in taken if entry.get("partitions") == 1 and not entry["on_cpu"]]
    assert len(on_gpu) > len(found) / 5 and {found[name] for name in on_gpu} == {"pass"}


def claimed(stem):
    """The cases that the faulty delegate claims with fault=each: float32 inputs of the same shape, no activation."""
    for case in case_files.load(stem)[1]:
        shapes = {(entry["type"], tuple(entry["shape"])) for entry in case["inputs"]}
        is_plain = case["params"].get("fusedActivationFunction", "NONE") == "NONE"
        if is_plain and not case.get("error") and len(shapes) == 1 and shapes.pop()[0] == "float32":
            yield f"{stem}/{case['name']}"


def test_a_wrong_library_fails_the_cases_of_its_faults(outcomes, faulty):
    status, found = outcomes(faulty, "fault=each")
    wrong = NAMED_FAULTS.union(claimed("sub"), (name for name in claimed("mul") if "empty" not in name)) & found.keys()
    assert {name for name, outcome in found.items() if outcome == "fail"} == wrong
    right = {name for stem in ("add", "mul", "maximum", "relu") for name in claimed(stem)} & found.keys() - wrong
    assert wrong >= NAMED_FAULTS and right
    assert {found[name] for name in right} == {"pass"}
    assert status == 1 and "crash" not in found.values()
