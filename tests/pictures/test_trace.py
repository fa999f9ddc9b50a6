"""The trace, as Perfetto's trace processor understands it."""
import collections

import pytest

from perfetto_ui import open_trace

SLICES = """
  select s.ts, s.dur, s.name, t.name as track, p.name as process, extract_arg(s.arg_set_id, 'args.run') as run,
         extract_arg(s.arg_set_id, 'args.label') as label, extract_arg(s.arg_set_id, 'args.node') as node,
         extract_arg(s.arg_set_id, 'args.shader') as shader,
         extract_arg(s.arg_set_id, 'args.workgroups[0]') as workgroups, s.id
  from slice s join thread_track tt on s.track_id = tt.id join thread t using (utid) join process p using (upid)
  order by s.ts"""
RUNS = 8


def by_track(slices):
    tracks = collections.defaultdict(list)
    for entry in slices:
        tracks[entry["track"]].append(entry)
    return tracks


def load(browser, trace):
    browser.emulate(1280, 800)
    with open_trace(browser, trace) as perfetto:
        problems = perfetto.query("select name, value from stats where value > 0 and severity in ('error', 'data_loss')")
        return perfetto.query(SLICES), problems, perfetto.query("select slice_out, slice_in from flow")


def test_dispatches_add_up_to_the_profile(browser, measured):
    slices, problems, _ = load(browser, measured.trace)
    assert problems == []
    dispatches = by_track(slices)["dispatches"]
    profile = {row["label"]: row for row in measured.result["operators"] if row["where"] == "gpu"}
    assert len(profile) == measured.result["gpu"]["dispatches"] > 20
    # The profile's mean covers the runs after the first.
    assert {entry["run"] for entry in dispatches} == set(range(RUNS + 1))
    later = [entry for entry in dispatches if entry["run"] > 0]
    whole_us = sum(entry["dur"] for entry in later) / 1000 / RUNS
    assert whole_us == pytest.approx(sum(row["mean_us"] for row in profile.values()), rel=0.01)
    of_label = collections.Counter()
    for entry in later:
        of_label[entry["label"]] += entry["dur"] / 1000 / RUNS
    assert dict(of_label) == pytest.approx({label: row["mean_us"] for label, row in profile.items()}, rel=0.01)
    for entry in dispatches:
        row = profile[entry["name"]]
        assert (entry["node"], entry["shader"], entry["workgroups"]) == (row["node"], row["shader"], row["workgroups"][0])


def test_steps_of_the_host_and_the_device(browser, measured):
    slices, _, flows = load(browser, measured.trace)
    tracks = by_track(slices)
    assert [entry["name"] for entry in tracks["session"]] == (
        ["load", "plan", "prepare", "first inference"] + RUNS * ["inference"])
    build = [entry["name"] for entry in tracks["delegate"] if entry["run"] is None]
    steps = ["plan", "compile pipelines", "upload weights", "use pipelines"]
    assert build in (steps, ["tune", *steps])
    assert {entry["process"] for entry in tracks["dispatches"]} == {measured.result["gpu"]["device"]}
    for run in range(RUNS + 1):
        inference, *more = [entry for entry in tracks["session"] if entry["run"] == run]
        assert not more
        steps = {entry["name"]: entry for entry in tracks["delegate"] if entry["run"] == run}
        assert {"write inputs", "submit", "wait", "read outputs"} <= set(steps)
        for entry in steps.values():
            assert inference["ts"] <= entry["ts"] and entry["ts"] + entry["dur"] <= inference["ts"] + inference["dur"]
        (submission,) = [entry for entry in tracks["submissions"] if entry["run"] == run]
        assert steps["submit"]["ts"] <= submission["ts"]
        assert submission["ts"] + submission["dur"] <= steps["wait"]["ts"] + steps["wait"]["dur"]
        dispatches = [entry for entry in tracks["dispatches"] if entry["run"] == run]
        assert sum(entry["dur"] for entry in dispatches) == pytest.approx(submission["dur"], abs=len(dispatches))
    submits = {entry["id"] for entry in tracks["delegate"] if entry["name"] == "submit"}
    assert {flow["slice_out"] for flow in flows} == submits
    assert {flow["slice_in"] for flow in flows} == {entry["id"] for entry in tracks["submissions"]}


def test_nodes_on_the_cpu(browser, split):
    slices, problems, _ = load(browser, split.trace)
    assert problems == []
    nodes = [entry for entry in by_track(slices)["nodes"] if entry["run"] == 1]
    on_cpu = [f"{row['op']} node {row['node']}" for row in split.result["operators"] if row["where"] == "cpu"]
    assert len(on_cpu) > 10
    assert [entry["name"] for entry in nodes if not entry["name"].startswith("partition")] == on_cpu


def test_screenshot(browser, measured, screenshots):
    browser.emulate(1280, 420)
    with open_trace(browser, measured.trace) as perfetto:
        (run,) = perfetto.query("select ts, dur from slice where name = 'inference' order by ts limit 1 offset 3")
        browser.run("window.app.trace.workspace.children.forEach((group) => group.expand())")
        browser.run(f"window.app.trace.timeline.setViewportTime({run['ts']}n, {run['ts'] + run['dur']}n)")
        browser.settle()
        browser.screenshot(screenshots / "perfetto.png")
    assert 20_000 < (screenshots / "perfetto.png").stat().st_size < 150_000


def test_without_a_device(start_bench, tmp_path):
    """Without a device there still is a trace of the host."""
    process = start_bench("--use_cpu", "--num_runs=2", "--min_secs=0", "--warmup_min_secs=0", f"--trace={tmp_path}/t.json")
    assert process.returncode == 0, process.stderr
    text = (tmp_path / "t.json").read_text()
    assert "CONV_2D node 2" in text and "submit" not in text
