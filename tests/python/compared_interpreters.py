"""The interpreters that tests compare."""

import ai_edge_litert.interpreter as litert

import pytest

import litevk
from conftest import GPU


FACTORIES = {"litert": litert.Interpreter, "litevk": lambda **kwargs: litevk.Interpreter(**kwargs, **GPU)}


@pytest.fixture(params=FACTORIES)
def make(request):
    """The interpreter of each package, for tests that both must pass."""
    return FACTORIES[request.param]
