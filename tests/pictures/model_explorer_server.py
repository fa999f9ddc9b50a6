"""Model Explorer's own server for one model and some files of node data: MODEL NODE_DATA... PORT."""
import sys

from model_explorer import server
from model_explorer.config import ModelExplorerConfig

*paths, port = sys.argv[1:]
model, *node_data = paths
# Without this replacement the server asks PyPI for a newer version.
server._check_new_version = lambda *_, **__: {"version": "", "runningVersion": "", "releaseUrl": "", "desktopAppUrl": ""}
chosen = ModelExplorerConfig().add_model_from_path(model)
for path in node_data:
    chosen.add_node_data_from_path(path)
server.start(host="127.0.0.1", port=int(port), config=chosen, no_open_in_browser=True)
