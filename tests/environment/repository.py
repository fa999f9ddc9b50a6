"""A repository of a test's own, so that the project's history does not decide; and the modules of tools/test."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ["LITEVK_SOURCE_DIR"])
sys.path.insert(0, str(ROOT / "tools" / "test"))


class Repository(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name) / "main"
        self.root.mkdir()

    def git(self, *arguments):
        identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
        command = ["git", *identity, "-C", self.root, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def commit(self, message="area: a change\n\nA reason."):
        self.git("add", "-A")
        self.git("commit", "--allow-empty", "-m", message)

    def head(self):
        return self.git("rev-parse", "HEAD")

    def record(self, commit, turn=0, following=""):
        """Commits the record of a run."""
        self.write(".ci/last_run.json", json.dumps({"commit": commit, "turn": turn, "next": following}))
        self.commit()
