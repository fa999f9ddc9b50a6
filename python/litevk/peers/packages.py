"""Packages of peers in a folder of the kit: unpacked wheels, which are not installed."""

from __future__ import annotations

import os
import sys

# Environment variable that names the folder of the packages for the processes that measure.
VARIABLE = "LITEVK_BRINGUP_PEERS"


def make_importable() -> None:
    """Lets this process import the kit's packages. Packages that are installed on the machine come first."""
    folder = os.environ.get(VARIABLE)
    if folder:
        sys.path.append(folder)
