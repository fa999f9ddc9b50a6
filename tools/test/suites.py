"""Chooses the tests that a change asks for besides those labelled quick, by the files that it touched. Operators that it touched
run their cases too, on lavapipe, on kernels_ref and as ONNX, and in random graphs (changes.py).

    python3 tools/test/suites.py tests build/release    # those of this change, as a regular expression for ctest
    python3 tools/test/suites.py operators              # the stems of the operators that it touched, a line each
    python3 tools/test/suites.py page                   # the table of docs/TESTING.md
"""

import dataclasses
import fnmatch
import sys

import changes
import rotating_share


@dataclasses.dataclass(frozen=True)
class Suite:
    """A row of the table. Folders and tests are patterns; minutes are those of two cores, the build aside."""

    folders: tuple
    tests: tuple
    minutes: int


SUITES = (
    Suite(
        ("delegate", "shaders", "runtime/exec", "runtime/graph", "runtime/vk"),
        ("limits", "ops.handles.*", "ops.lavapipe.twins", "random.lavapipe*", "random.parts", "real.lavapipe.litert-2.3.0.*",
         "real.networks.lavapipe"),
        2,
    ),
    Suite(
        ("delegate/engine", "delegate/partition", "delegate/plugin", "delegate/report", "delegate/verdict"),
        ("ops.left_to_interpreter", "ops.odd_models", "ops.only_here", "python.test_delegate", "real.*.test_interpreter*"),
        2,
    ),
    Suite(("delegate/verify",), ("tools.test_verify",), 1),
    Suite(("delegate/engine", "runtime/exec"), ("tools.test_bounded_submissions", "tools.test_recovery", "tools.test_verify"), 1),
    Suite(
        ("delegate/self_test", "shaders/self_test", "tests/drivers"),
        ("tools.test_self_test",),
        1,
    ),
    Suite(
        ("kernels_ref", "kernels_cpu", "runtime/interpreter"),
        ("ops.damaged_scales", "ops.kernels*", "ops.refused_before_a_run", "random.instruction_sets*", "random.interpreter"),
        2,
    ),
    Suite(
        ("onnx", "tools/tflite2onnx", "tests/onnx"),
        ("onnx.*", "random.onnx*", "tools.test_tflite2onnx"),
        2,
    ),
    Suite(("runtime/c_api", "python", "tests/python"), ("python.*",), 2),
    Suite(("tools/delegate_test", "tools/devices", "tools/program", "tools/run", "tests/tools"), ("tools.*",), 2),
    Suite(("bench",), ("pictures", "tools.test_bench_comparisons", "tools.test_gpu_cost", "tools.test_litevk_bench", "tools.test_op_bench"), 2),
    Suite(("python/litevk/bringup", "tests/bringup", "tools/bringup"), ("bringup.*",), 3),
    Suite(("runtime/litert", "delegate/litert", "tests/litert"), ("litert.*",), 1),
    Suite(("tests/random_graphs",), ("random.*",), 2),
    Suite(("docs", "README.md"), ("python.test_docs", "real.model_table"), 1),
)


def test_files(changed, commands):
    """Returns the tests of ctest whose command names a Python file that the change touched."""
    files = [path for path in changed if path.startswith("tests/") and path.endswith(".py")]
    return {name for name, command in commands if any(part.endswith(f"/{file}") for part in command for file in files)}


def tests_of(changed, commands):
    """Returns the names of the tests, in no order, that a change of these files asks for."""
    commands = list(commands)
    asked = [test for suite in SUITES if any(concerns(suite, path) for path in changed) for test in suite.tests]
    names = [name for name, _ in commands]
    return test_files(changed, commands).union(*(matching(test, names) for test in asked))


def matching(test, names):
    return {name for name in names if fnmatch.fnmatchcase(name, test)}


def concerns(suite, path):
    return any(path == folder or path.startswith(f"{folder}/") for folder in suite.folders)


def listed(names):
    return ", ".join(f"`{name}`" for name in names)


def page():
    rows = "".join(f"| {listed(suite.folders)} | {listed(suite.tests)} | {suite.minutes} |\n" for suite in SUITES)
    return f"| you changed | run | minutes |\n| --- | --- | --- |\n{rows}"


if __name__ == "__main__":
    if sys.argv[1] == "tests":
        print("|".join(sorted(tests_of(changes.touched(), rotating_share.commands(sys.argv[2])))))
    elif sys.argv[1] == "operators":
        print("".join(f"{stem}\n" for stem in changes.touched_operators()), end="")
    else:
        print(page(), end="")
