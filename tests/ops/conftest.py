import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "harness"))

from litevk_pytest import *  # noqa: E402,F403
