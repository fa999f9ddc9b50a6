"""Draws results.json: warm latency and starts, on logarithmic axes.

plot.py results.json picture.svg
"""

import json
import sys

import matplotlib

matplotlib.use("Agg")
# Without these, every drawing of the same figures would give a different file.
matplotlib.rcParams["svg.hashsalt"] = "litevk"

import matplotlib.pyplot as plt  # noqa: E402  The backend is chosen first.

PANELS = (
    ("warm_ms", "Warm latency, ms (lines: smallest and largest round)"),
    ("cold_start_ms", "Load and first inference with empty caches, ms"),
    ("cached_start_ms", "Load and first inference with filled caches, ms"),
)


def _bars(axes, results, key):
    names = results["peers"]
    width = 0.8 / len(names)
    for column, name in enumerate(names):
        places, heights, below, above = [], [], [], []
        for position, measured in enumerate(results["models"].values()):
            figures = measured["peers"][name].get(key)
            if figures is None:
                continue
            places.append(position + (column - (len(names) - 1) / 2) * width)
            heights.append(figures["median"])
            below.append(figures["median"] - figures["min"])
            above.append(figures["max"] - figures["median"])
        # Colours follow the peer's index in the list, whether or not it has a bar.
        axes.bar(
            places, heights, width, yerr=[below, above], label=name, color=f"C{column}", error_kw={"lw": 0.8}
        )


def draw(results, path):
    figure, panels = plt.subplots(len(PANELS), 1, figsize=(12, 4 * len(PANELS)), layout="constrained")
    for axes, (key, title) in zip(panels, PANELS):
        _bars(axes, results, key)
        axes.set_yscale("log")
        axes.set_title(title)
        axes.set_xticks(range(len(results["models"])), list(results["models"]), fontsize="small")
        axes.grid(axis="y", alpha=0.3)
        axes.set_axisbelow(True)
    panels[0].legend(ncols=len(results["peers"]), fontsize="small")
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    plt.close(figure)


if __name__ == "__main__":
    from pathlib import Path

    draw(json.loads(Path(sys.argv[1]).read_text()), Path(sys.argv[2]))
