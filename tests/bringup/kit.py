"""A kit as tools/bringup/pack.sh makes it, in a folder that every user may read, and runs of it as a user starts them."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
# An account without rights, which Debian and its kin have.
NOBODY = 65534


class Kit:
    """A copy of the package with an archive of data, to be damaged."""

    def __init__(self, package, archive, folder):
        self.folder = folder / "kit"
        shutil.copytree(package, self.folder)
        for name in ("bringup.sh", "README.txt"):
            shutil.copy(ROOT / "tools" / "bringup" / name, self.folder)
        shutil.copy(archive, self.folder / "data.tar.xz")
        self._home = folder / "home"
        self._home.mkdir()
        self._packages = folder / "packages"
        self._packages.mkdir()
        # numpy alone, of all that this environment has: a copy, since a checkout may lie where only its owner looks.
        for name in ("numpy", "numpy.libs"):
            source = pathlib.Path(np.__file__).parents[1] / name
            if source.exists():
                shutil.copytree(source, self._packages / name, ignore=shutil.ignore_patterns("tests", "__pycache__"))

    def replace_program(self, name, script):
        """A shell script in the place of a program."""
        path = self.folder / "litevk" / "bin" / f"litevk-{name}"
        path.unlink()
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def remove_data(self):
        """Leaves the kit without cases and models, as the package of a checkout is."""
        (self.folder / "data.tar.xz").unlink()

    def change_golden(self, case):
        """Makes an output of a case wrong: what the device computes then is not what is expected."""
        with tempfile.TemporaryDirectory() as temporary:
            content = pathlib.Path(temporary)
            with tarfile.open(self.folder / "data.tar.xz") as tar:
                tar.extractall(content)
            path = content / "op_cases" / case / "run0" / "output_0.npy"
            np.save(path, np.load(path) + 1)
            with tarfile.open(self.folder / "data.tar.xz", "w:xz", preset=0) as tar:
                tar.add(content, arcname=".")

    def run(self, *arguments, driver, timeout=400):
        """The finished process, and the folder of results. It has no compiler, no TFLite and no variable but those that a
        run needs; root runs it as nobody."""
        out = self._home / "out"
        environment = {"PATH": str(self._programs()), "PYTHONPATH": str(self._packages), "VK_ICD_FILENAMES": driver,
                       "HOME": str(self._home), "TMPDIR": str(self._home)}
        command = ["/bin/bash", str(self.folder / "bringup.sh"), "--out", str(out), *map(str, arguments)]
        account = {}
        if os.geteuid() == 0:
            os.chown(self._home, NOBODY, NOBODY)
            account = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        process = subprocess.run(command, capture_output=True, text=True, timeout=timeout, env=environment, cwd="/", **account)
        return process, out

    def _programs(self):
        """A folder with all programs of the run's PATH: Python without this environment's packages, and two for scripts."""
        folder = self._packages.parent / "bin"
        if not folder.exists():
            folder.mkdir()
            name = f"python3.{sys.version_info.minor}"
            # The system's own first: another may lie where only its owner looks.
            found = [path / name for path in (pathlib.Path("/usr/bin"), pathlib.Path(sys.base_prefix) / "bin")]
            (folder / "python3").symlink_to(next(path for path in found if path.exists()))
            for name in ("dirname", "sleep"):
                (folder / name).symlink_to(shutil.which(name))
        return folder


def documents(out):
    """The JSON files of a run by their names."""
    return {path.stem: json.loads(path.read_text()) for path in out.glob("*.json")}
