from litevk_pytest import *  # noqa: F403


def pytest_addoption(parser):
    import litevk_pytest

    litevk_pytest.pytest_addoption(parser)
    parser.addoption("--cases", required=True, help="the folder that generate.py filled")
