"""The CPU's kernels of each interpreter: bench/peers/run.sh --cpu."""

import pathlib
import sys
import tempfile
import unittest
import unittest.mock

import arguments
import peers
import records
import summary
import tables


class CommandLine(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.library = pathlib.Path(folder.name) / "liblitevk.so"
        self.library.touch()
        peers.package_of(self.library).mkdir(parents=True)
        (peers.package_of(self.library) / "__init__.py").touch()

    def parse(self, *command_line):
        argv = ["run.sh", "--driver", arguments.__file__, "--library", str(self.library), *command_line]
        with unittest.mock.patch.object(sys, "argv", argv):
            return arguments.parse()

    def test_names_the_peers_and_the_folder(self):
        settings = self.parse("--cpu")
        self.assertEqual(settings.peers, peers.ON_CPU)
        self.assertEqual(settings.out.name, "cpu")
        self.assertEqual(sorted(arguments.environments(settings)), ["litert", "networks", "report"])

    def test_takes_no_other_peers(self):
        for option in (("--peers", "ncnn"), ("--before", arguments.__file__)):
            with self.assertRaises(SystemExit), unittest.mock.patch("sys.stderr"):
                self.parse("--cpu", *option)

    def test_needs_the_package_beside_the_library(self):
        (peers.package_of(self.library) / "__init__.py").unlink()
        with self.assertRaises(SystemExit), unittest.mock.patch("sys.stderr"):
            self.parse("--cpu")

    def test_the_worker_finds_the_package(self):
        def variables(name):
            return peers.environment(peers.PEERS[name], "driver", "cache", "layer", pathlib.Path("package"))

        self.assertEqual(variables("litevk-cpu-1")["LITEVK_PEERS_PACKAGE"], "package")
        self.assertNotIn("LITEVK_PEERS_PACKAGE", variables("xnnpack-1"))


class Ratios(unittest.TestCase):
    def setUp(self):
        self.peers = {
            "litevk-cpu-1": records.peer([3.0, 3.0]),
            "litevk-cpu-2": records.peer([1.5, 1.8]),
            "xnnpack-1": records.peer([2.0, 2.0]),
            "builtin-1": records.peer([6.0, 6.0]),
        }

    def medians(self):
        return {key: ratio["median"] for key, ratio in summary.summarise_model(self.peers, []).items()}

    def test_are_those_of_peers_with_as_many_threads(self):
        ratios = self.medians()
        self.assertEqual(set(ratios), {"cpu_1_to_xnnpack", "cpu_1_to_builtin", "cpu_2_to_1"})
        self.assertEqual((ratios["cpu_1_to_xnnpack"], ratios["cpu_1_to_builtin"]), (1.5, 0.5))
        self.assertAlmostEqual(ratios["cpu_2_to_1"], 0.55)

    def test_a_wrong_peer_has_none(self):
        self.peers["litevk-cpu-1"]["agrees"] = False
        self.assertEqual(self.medians(), {})

    def test_the_table_has_them_and_no_other_ratios(self):
        text = tables.markdown(records.results(self.peers, []))
        self.assertIn("| model | litevk-cpu-1 / xnnpack-1 | litevk-cpu-1 / builtin-1 |", text)
        self.assertIn("| network | 1.50 | 0.50 | - | - | 0.55 (0.50..0.60) |", text)
        self.assertNotIn("\n## Ratios\n", text)
        self.assertNotIn("Ratios of the CPU's kernels", tables.markdown(records.results({"litevk": records.peer([1.0])}, [])))


if __name__ == "__main__":
    unittest.main()
