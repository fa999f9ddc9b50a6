"""Writes the table of docs/benchmarks/bounded_submissions.md: by estimate, the longest submission of each model of docs/MODELS.md on a
device a hundred times slower than lavapipe.

    VK_ICD_FILENAMES=$(python3 tools/test/driver_file.py lvp) build/test-env/litert-2.3.0/bin/python \
        tools/test/submission_table.py --library build/release/liblitevk.so --date 2026-12-01 \
        --models build/test-env/models build/release/networks

Status 1: a submission would take longer than 50 ms. Nothing runs. The delegate prepares each model on lavapipe, with the limit that such
a device has once its speed is known, in lavapipe's time.
"""

import argparse
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "ops" / "harness"), str(ROOT / "tests" / "real")]

import harness  # noqa: E402
import model_run  # noqa: E402

PAGE = ROOT / "docs" / "benchmarks" / "bounded_submissions.md"
LIMIT_MS = 50
TIMES_SLOWER = 100
COLUMNS = ["model", "dispatches", "submissions", "longest, ms"]


def first_slowdown():
    """How many times slower than estimated the first run of a program is taken to be."""
    text = (ROOT / "runtime" / "graph" / "run_speed.h").read_text()
    return float(re.search(r"kFirstSlowdown = (\d+)", text)[1])


def row_of(name, model, delegates):
    """The model's cells, and the longest submission in milliseconds of the slow device."""
    limit_ms = LIMIT_MS / TIMES_SLOWER * first_slowdown()
    interpreter = delegates.interpreter(model, max_submit_ms=limit_ms)
    model_run.set_own_shapes(interpreter, model)
    interpreter.allocate_tensors()
    programs = delegates.report().programs()
    assert programs, f"{name}: nothing is delegated"
    longest_ms = max(program["longest_submission_ms"] for program in programs) / limit_ms * LIMIT_MS
    counts = [str(sum(program[key] for program in programs)) for key in ("dispatches", "submissions")]
    return [name, *counts, f"{longest_ms:.1f}"], longest_ms


def table(rows):
    lines = [COLUMNS, ["---"] * len(COLUMNS), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines) + "\n"


def with_table(page, rows, date):
    """The page with the rows and the date in place of its own."""
    head = page[: page.index("| model |")]
    return re.sub(r"On \d{4}-\d\d-\d\d", f"On {date}", head) + table(rows)


def models_in(folders):
    for folder in folders:
        for path in sorted(folder.rglob("*.tflite")):
            yield str(path.relative_to(folder)).removesuffix(".tflite"), path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", type=pathlib.Path, required=True)
    parser.add_argument("--models", type=pathlib.Path, nargs="+", required=True)
    parser.add_argument("--date", help="write the page, with this date")
    arguments = parser.parse_args()
    rows, longest = [], 0.0
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        delegates = harness.Delegates(str(arguments.library.resolve()), "vulkan", report)
        for name, model in models_in(arguments.models):
            cells, longest_ms = row_of(name, model, delegates)
            rows.append(cells)
            longest = max(longest, longest_ms)
    print(table(rows), end="")
    if arguments.date:
        PAGE.write_text(with_table(PAGE.read_text(), rows, arguments.date))
    return int(longest > LIMIT_MS)


if __name__ == "__main__":
    sys.exit(main())
