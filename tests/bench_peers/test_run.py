"""bench/peers/run.sh beside a measurement that is running."""

import fcntl
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import arguments


class Lock(unittest.TestCase):
    def test_a_second_measurement_says_that_one_is_running(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "bench", "peers", "run.sh")
            build = pathlib.Path(folder, "build", "peers").resolve()
            script.parent.mkdir(parents=True)
            build.mkdir(parents=True)
            shutil.copy(pathlib.Path(arguments.__file__).parent / "run.sh", script)
            with open(build / "lock", "w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                result = subprocess.run([script], capture_output=True, text=True, timeout=60)
            diagnostic = f"run.sh: another measurement is running in {build}: wait until it has ended\n"
            self.assertEqual((result.returncode, result.stderr), (1, diagnostic))


if __name__ == "__main__":
    unittest.main()
