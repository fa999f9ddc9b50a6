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
    """A copy of the package with its data archive, which a test may damage."""

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
        # The only package of this environment that the kit sees is numpy. It is a copy because the checkout's folder may be
        # readable by its owner only.
        for name in ("numpy", "numpy.libs"):
            source = pathlib.Path(np.__file__).parents[1] / name
            if source.exists():
                shutil.copytree(source, self._packages / name, ignore=shutil.ignore_patterns("tests", "__pycache__"))

    def replace_program(self, name, script):
        """Replaces a program by a shell script."""
        path = self.folder / "litevk" / "bin" / f"litevk-{name}"
        path.unlink()
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def remove_data(self):
        """Leaves the kit without cases and models, like the package in a checkout."""
        (self.folder / "data.tar.xz").unlink()

    def change_golden(self, case):
        """Adds 1 to an expected output of a case, so that the device's result differs from it."""
        with tempfile.TemporaryDirectory() as temporary:
            content = pathlib.Path(temporary)
            with tarfile.open(self.folder / "data.tar.xz") as tar:
                tar.extractall(content)
            path = content / "op_cases" / case / "run0" / "output_0.npy"
            np.save(path, np.load(path) + 1)
            with tarfile.open(self.folder / "data.tar.xz", "w:xz", preset=0) as tar:
                tar.add(content, arcname=".")

    def run(self, *arguments, driver, timeout=400):
        """Returns the finished process and the folder of results. The process has no compiler, no TFLite and only the
        environment variables that a run needs. If the caller is root, it runs as nobody."""
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
        """The only folder of the run's PATH: Python without this environment's packages, and two programs for scripts."""
        folder = self._packages.parent / "bin"
        if not folder.exists():
            folder.mkdir()
            name = f"python3.{sys.version_info.minor}"
            # The system's Python is preferred: another one may be readable by its owner only.
            found = [path / name for path in (pathlib.Path("/usr/bin"), pathlib.Path(sys.base_prefix) / "bin")]
            (folder / "python3").symlink_to(next(path for path in found if path.exists()))
            for name in ("dirname", "sleep"):
                (folder / name).symlink_to(shutil.which(name))
        return folder


def documents(out):
    """The contents of a run's JSON files, keyed by file name without suffix."""
    return {path.stem: json.loads(path.read_text()) for path in out.glob("*.json")}
