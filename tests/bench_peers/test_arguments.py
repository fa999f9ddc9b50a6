"""The command line of bench/peers/run.sh, which arguments.py checks before anything is installed."""

import subprocess
import sys
import unittest
import unittest.mock

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
        for option in ("--library", "--before", "--driver"):
            self.assert_refused("no ", option, "/no/such/file")

    def test_names(self):
        for option in ("--models", "--peers"):
            self.assert_refused("invalid choice: 'nobody'", option, "nobody")
        self.assert_refused("invalid choice: 'litevk-before'", "--peers", "litevk-before")

    def test_what_is_right_passes(self):
        # Any file will do for a driver, and ncnn needs nothing of the build.
        result = check(
            "--driver", arguments.__file__, "--peers", "ncnn", "--rounds", "3", "--round-seconds", "0.5"
        )
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(result.stdout.split(), ["litert", "ncnn", "networks", "report"])


class BeforeAndAfter(unittest.TestCase):
    """Any file will do for the libraries: nothing is loaded here."""

    def check(self, *command_line):
        files = ("--driver", arguments.__file__, "--library", arguments.__file__, "--before", arguments.__file__)
        return check(*files, *command_line)

    def peers(self, *command_line):
        file = arguments.__file__
        with unittest.mock.patch.object(
            sys, "argv", ["run.sh", "--driver", file, "--library", file, "--before", file, *command_line]
        ):
            return arguments.parse().peers

    def test_both_libraries_are_measured_and_nobody_else(self):
        self.assertEqual(self.peers(), ("litevk-before", "litevk"))
        self.assertEqual(self.check().stdout.split(), ["litert", "networks", "report"])

    def test_others_are_measured_beside_them_if_asked(self):
        self.assertEqual(self.peers("--peers", "xnnpack-1", "litevk"), ("litevk-before", "xnnpack-1", "litevk"))

    def test_there_must_be_an_after(self):
        result = self.check("--peers", "ncnn")
        self.assertEqual(result.returncode, 2)
        self.assertIn("argument --before: needs litevk among --peers", result.stderr)


if __name__ == "__main__":
    unittest.main()
