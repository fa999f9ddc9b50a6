"""Links a built program or library again with a few changed sources, without changing the build folder."""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess

_ROOT = pathlib.Path(__file__).resolve().parents[3]


def relink(build_folder, target, texts, out):
    """Compiles `texts`, keyed by paths below the project's root, and links the build's `target` with them into `out`. Returns
    the path of the result."""
    commands = {entry["file"]: entry for entry in json.loads((build_folder / "compile_commands.json").read_text())}

    def compiled(name):
        entry, source = commands[str(_ROOT / name)], out / name
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(texts[name])
        own = re.search(r" -o (\S+)", entry["command"]).group(1)
        command = entry["command"].replace(f" -o {own}", f" -o {source}.o").replace(str(_ROOT / name), str(source))
        command = command.replace(" -O3 ", " -O1 ").replace(" -Werror ", " -w ")
        subprocess.run(command, shell=True, check=True, cwd=entry["directory"])
        return own, f"{source}.o"

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = dict(pool.map(compiled, texts))
    linking = subprocess.run(["ninja", "-C", build_folder, "-t", "commands", target], check=True, capture_output=True, text=True)
    command = linking.stdout.strip().split("\n")[-1]
    for own, changed in objects.items():
        command = command.replace(own, changed)
    # Changed objects come before the static libraries, from which the linker takes only missing symbols.
    others = [changed for changed in objects.values() if changed not in command]
    command = re.sub(r" -o (\S+)", rf" -o {out / target} {' '.join(others)}", command, count=1)
    subprocess.run(command, shell=True, check=True, cwd=build_folder)
    return out / target
