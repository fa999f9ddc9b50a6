"""Compiles every pipeline of the operator cases and real models for AMD GPUs, with RADV's null device. No
register may be spilled. Nothing runs, so no GPU is needed."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

import litevk_pytest
import model_run
import rotating_share
from driver_file import driver_file

COMPILE = pathlib.Path(__file__).with_name("compile_models.py")
FAMILIES = ("navi21", "vega10")
MUST_BE_ZERO = ("Spilled SGPRs", "Spilled VGPRs", "Scratch size")


def op_case_models(config, _family):
    """Models of the cases that --share takes."""
    folder = pathlib.Path(config.getoption("--cases"))
    index = json.loads((folder / "index.json").read_text())
    names = [entry["name"] for entry in index if entry["runs_on"] == "gpu"]
    return [folder / name / "model.tflite" for name in litevk_pytest.in_share(config, names)]


def real_models(config, family):
    """Models that TFLite's interpreter loads. Each is compiled for one family of GPUs, and at the next commit for the other."""
    folder = pathlib.Path(config.getoption("--models"))
    names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.tflite"))
    turn = rotating_share.current_turn()
    share = rotating_share.share(names, len(FAMILIES), None if turn is None else turn + FAMILIES.index(family))
    return [folder / name for name in share if model_run.loaded(folder / name, model_run.Resolver.BUILTIN)]


@pytest.mark.parametrize("source", ["cases", "models"])
@pytest.mark.parametrize("family", FAMILIES)
def test_no_spilled_registers(request, tmp_path, family, source):
    models = {"cases": op_case_models, "models": real_models}[source](request.config, family)
    assert models
    library = str(pathlib.Path(request.config.getoption("--library")).resolve())
    results = compile_for(family, library, models, tmp_path / "results.json")
    assert {result["device"] for result in results.values()} == {device_of(results)}
    assert family in device_of(results).lower()
    pipelines = {name_of(entry): entry["statistics"] for r in results.values() for entry in r["pipelines"]}
    check_statistics(pipelines)
    delegated = sum(result["delegated"] for result in results.values())
    counts = f"{len(pipelines)} pipelines of {delegated} nodes in {len(models)} models"
    print(f"{device_of(results)}: {counts}, none spills")


def compile_for(family, library, models, out):
    environment = {**os.environ, "VK_ICD_FILENAMES": driver_file("radeon"), "RADV_FORCE_FAMILY": family}
    command = [sys.executable, str(COMPILE), library, str(out), *map(str, models)]
    process = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert process.returncode == 0, process.stderr[-4000:]
    return json.loads(out.read_text())


def device_of(results):
    return next(iter(results.values()))["device"] or ""


def name_of(pipeline):
    return f"{pipeline['shader']} {pipeline['specialization']}"


def check_statistics(pipelines):
    assert pipelines
    bad = []
    for name, statistics in pipelines.items():
        bad += [f"{name}: no statistic {key}" for key in MUST_BE_ZERO if key not in statistics]
        bad += [f"{name}: {key} {statistics[key]}" for key in MUST_BE_ZERO if statistics.get(key, 0) != 0]
    assert not bad, bad[:20]
