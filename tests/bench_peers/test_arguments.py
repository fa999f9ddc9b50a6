"""The command line of bench/peers/run.sh, which arguments.py checks before anything is installed."""

import subprocess
import sys
import unittest

import arguments


def check(*command_line):
    return subprocess.run([sys.executable, arguments.__file__, *command_line], capture_output=True, text=True)


class Arguments(unittest.TestCase):
    def assert_refused(self, message, *command_line):
        with self.subTest(command_line):
            result = check(*command_line)
            self.assertEqual(result.returncode, 2)
            self.assertIn(f"argument {command_line[0]}: {message}", result.stderr)

    def test_counts(self):
        for option in ("--rounds", "--starts"):
            self.assert_refused("must be a number", option, "abc")
            self.assert_refused("must be a number", option, "nan")
            self.assert_refused("must be a whole number", option, "2.5")
            self.assert_refused("must be at least 1", option, "0")

    def test_seconds(self):
        for option in ("--round-seconds", "--timeout"):
            self.assert_refused("must be a number", option, "abc")
            self.assert_refused("must be a number", option, "inf")
            self.assert_refused("must be more than 0", option, "0")
            self.assert_refused("must be more than 0", option, "-1")

    def test_files(self):
        for option in ("--library", "--driver"):
            self.assert_refused("no ", option, "/no/such/file")

    def test_names(self):
        for option in ("--models", "--peers"):
            self.assert_refused("invalid choice: 'nobody'", option, "nobody")

    def test_what_is_right_passes(self):
        # Any file will do for a driver, and ncnn needs nothing of the build.
        result = check(
            "--driver", arguments.__file__, "--peers", "ncnn", "--rounds", "3", "--round-seconds", "0.5"
        )
        self.assertEqual((result.returncode, result.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
