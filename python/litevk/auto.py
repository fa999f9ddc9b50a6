"""`import litevk.auto` calls `litevk.install()`, unless the program has done so already."""

from __future__ import annotations

import sys

from .import_hook import HOOK
from .installation import install

if HOOK not in sys.meta_path:
    install()
