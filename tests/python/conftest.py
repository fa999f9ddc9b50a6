import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / folder) for folder in ("ops/harness", "real", "real/networks")]

import numpy as np  # noqa: E402
import pytest  # noqa: E402

import litevk_pytest  # noqa: E402
from model_builder import ModelBuilder  # noqa: E402

# Options of every interpreter of these tests: the drivers here run on the CPU, and a fallback must fail the test.
GPU = {"allow_cpu_device": True, "strict": True, "partition_policy": "all"}


def same(mine, theirs):
    """Fails unless two details, or lists or dictionaries of them, are equal, types of numbers included."""
    assert type(mine) is type(theirs)
    if isinstance(mine, np.ndarray):
        assert mine.dtype == theirs.dtype and np.array_equal(mine, theirs)
    elif isinstance(mine, dict):
        assert mine.keys() == theirs.keys()
        for key in mine:
            same(mine[key], theirs[key])
    elif isinstance(mine, (list, tuple)):
        assert len(mine) == len(theirs)
        for one, other in zip(mine, theirs):
            same(one, other)
    else:
        assert mine == theirs


def pytest_addoption(parser):
    litevk_pytest.pytest_addoption(parser)
    parser.addoption("--models", required=True, help="the folder models of tools/test/setup_env.sh")


def pytest_collection_modifyitems(config, items):
    litevk_pytest.pytest_collection_modifyitems(config, items)


@pytest.fixture
def models(request):
    return pathlib.Path(request.config.getoption("--models"))


def pytest_generate_tests(metafunc):
    if "model" in metafunc.fixturenames:
        folder = pathlib.Path(metafunc.config.getoption("--models"))
        paths = sorted(folder.rglob("*.tflite"))
        assert paths, f"--models: no .tflite file below {folder}"
        metafunc.parametrize("model", paths, ids=[str(path.relative_to(folder)) for path in paths])


@pytest.fixture
def sum_model():
    """A model of y0 = x0 + x0, of shape {-1, 3}, also as the signature `double`."""
    builder = ModelBuilder()
    graph = builder.subgraph()
    x = graph.input([1, 3], signature=[-1, 3], name="x")
    graph.outputs(graph.node("ADD", [x, x], [1, 3]))
    builder.signature("double", 0)
    return builder.serialize()
