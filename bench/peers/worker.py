"""Starts a worker of litevk.peers in the Python of a peer.

The package litevk itself is not imported: its library would lie beside the one that is measured. Engines that are this
package's interpreter have it in the folder LITEVK_PEERS_PACKAGE, beside the library that is measured.
"""

import os
import sys
import types
from pathlib import Path

litevk = types.ModuleType("litevk")
litevk.__path__ = [os.environ.get("LITEVK_PEERS_PACKAGE") or str(Path(__file__).resolve().parents[2] / "python/litevk")]
sys.modules["litevk"] = litevk

from litevk.peers.worker import main  # noqa: E402

status = main(sys.argv[1:])
sys.stderr.flush()
os._exit(status)
