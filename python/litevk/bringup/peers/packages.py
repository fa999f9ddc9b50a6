"""Packages of peers that a kit brings beside it: unpacked wheels, which are installed nowhere."""

from __future__ import annotations

import os
import sys

# The folder of the packages, for the processes that measure.
VARIABLE = "LITEVK_BRINGUP_PEERS"


def make_importable() -> None:
    """Lets this process import them, after the packages that the machine has itself."""
    folder = os.environ.get(VARIABLE)
    if folder:
        sys.path.append(folder)
