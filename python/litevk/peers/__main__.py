"""python -m litevk.peers ENGINE NETWORK [OPTION=VALUE ...]: worker.py says what the process answers."""

import os
import sys

from .worker import main

if __name__ == "__main__":
    status = main(sys.argv[1:])
    sys.stderr.flush()
    # Exits without a teardown, in which some engines crash; all output is flushed by now.
    os._exit(status)
