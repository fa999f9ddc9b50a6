"""Checks that two delegate libraries compute the same bits on real models, for a change that must not change results.

    python3 tools/test/same_bits.py --before before/liblitevk.so --after build/release/liblitevk.so
    python3 tools/test/same_bits.py --before before/liblitevk.so --write /tmp/before.json
    python3 tools/test/same_bits.py --against /tmp/before.json --after build/release/liblitevk.so

The models of docs/MODELS.md run in ai-edge-litert 2.3.0, both from tools/test/setup_env.sh, on fixed inputs. The driver
is lavapipe or that of VK_ICD_FILENAMES, and each library runs in a process of its own. The table shows the hash of all
outputs of a model and how many nodes the delegate took. Status 1: one differs, or could not be computed; 2: bad usage.
Drivers and processors change the bits as well. A table of hashes is therefore kept out of the repository, and a table
from another device is refused.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys

import driver_file

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEST_ENV = ROOT / "build" / "test-env"
PYTHON = TEST_ENV / "litert-2.3.0" / "bin" / "python"
SHOWN = 12  # digits of a hash that the table shows; all of them are compared
MISSING = {"refused": "not run"}
COLUMNS = ("model", "delegated", "before", "after", "same")


class Failure(Exception):
    """An error with a message for the user."""


def hashes_of(library, models):
    """The row of each model, keyed by its name. If the process ends early, the rows of the models before it remain."""
    environment = dict(os.environ)
    environment.setdefault("VK_ICD_FILENAMES", driver_file.driver_file("lvp"))
    command = [str(PYTHON), str(pathlib.Path(__file__).with_name("output_hashes.py")), str(library), str(models)]
    process = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True)
    rows = {row.pop("model"): row for row in map(json.loads, process.stdout.splitlines())}
    if process.returncode != 0:
        raise Failure(f"{library}: status {process.returncode} after {len(rows)} models, {last_of(rows)}")
    if not any("sha256" in row for row in rows.values()):
        raise Failure(f"no model below {models} that runs")
    return rows


def last_of(rows):
    return f"the last of them {list(rows)[-1]}" if rows else "none"


def device_of(rows):
    return next((row["device"] for row in rows.values() if "device" in row), None)


def is_same(before, after):
    """True if one model's rows agree: the same hash, or a refusal with the same words."""
    if "sha256" in before:
        return before["sha256"] == after.get("sha256") and after["delegated"] > 0
    return before == after and before is not MISSING


def shown(row):
    return row["sha256"][:SHOWN] if "sha256" in row else row["refused"]


def delegated(before, after):
    """Returns "7 of 9", or "7 -> 8 of 9" if the libraries differ."""
    counts = [str(row["delegated"]) for row in (before, after) if "sha256" in row]
    total = next((row["nodes"] for row in (after, before) if "sha256" in row), None)
    return f"{' -> '.join(dict.fromkeys(counts))} of {total}" if counts else ""


def compare(before, after):
    """The cells of each model and whether all are the same; a model that only one side has is different."""
    table = []
    for name in sorted(before.keys() | after.keys()):
        rows = before.get(name, MISSING), after.get(name, MISSING)
        same = is_same(*rows)
        table.append((name, delegated(*rows), shown(rows[0]), shown(rows[1]), "yes" if same else "NO"))
    return table, all(cells[-1] == "yes" for cells in table)


def print_table(table):
    widths = [max(map(len, column)) for column in zip(COLUMNS, *table)]
    for cells in (COLUMNS, *table):
        print("  ".join(cell.ljust(width) for cell, width in zip(cells, widths)).rstrip())


def read_hashes(path):
    try:
        return json.loads(path.read_text())["models"]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise Failure(f"{path} is no table of hashes: {error}") from None


def run(arguments):
    """Compares the libraries and returns the status, 0 or 1."""
    if arguments.against:
        before = read_hashes(arguments.against)
    else:
        before = hashes_of(arguments.before, arguments.models)
    if arguments.write:
        arguments.write.write_text(json.dumps({"library": str(arguments.before), "models": before}, indent=1) + "\n")
        print(f"{len(before)} models on {device_of(before)}: {arguments.write}")
    if not arguments.after:
        return 0
    after = hashes_of(arguments.after, arguments.models)
    if device_of(before) != device_of(after):
        raise Failure(f"hashes of {device_of(before)} say nothing about {device_of(after)}")
    table, same = compare(before, after)
    print_table(table)
    differing = sum(cells[-1] != "yes" for cells in table)
    print(f"{len(table) - differing} of {len(table)} models the same, on {device_of(after)}")
    return 0 if same else 1


def parse(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--before", type=pathlib.Path, metavar="LIBRARY", help="a delegate library")
    add("--against", type=pathlib.Path, metavar="FILE", help="in place of --before: what --write wrote")
    add("--after", type=pathlib.Path, metavar="LIBRARY", help="the library to compare")
    add("--write", type=pathlib.Path, metavar="FILE", help="write the hashes of --before")
    add("--models", type=pathlib.Path, default=TEST_ENV / "models", help="other models (%(default)s)")
    result = parser.parse_args(arguments)
    if bool(result.before) == bool(result.against):
        parser.error("either --before or --against")
    if result.write and not result.before:
        parser.error("--write takes the hashes of --before")
    if not result.after and not result.write:
        parser.error("--after, --write or both")
    for path in (result.before, result.against, result.after, PYTHON):
        if path and not path.is_file():
            parser.error(f"no file {path}" + ("; tools/test/setup_env.sh makes it" if path == PYTHON else ""))
    return result


def main():
    try:
        return run(parse())
    except (Failure, driver_file.NotFound) as error:
        print(f"same_bits: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
