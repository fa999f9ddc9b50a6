"""The figures of bench/peers: medians, spreads and ratios."""

import unittest
import unittest.mock

import records
import summary

VULKAN_PEERS = ["webgpu", "ncnn"]


class Figures(unittest.TestCase):
    def test_warm_is_the_median_of_the_medians_of_rounds(self):
        record = {"rounds_ms": [[1.0, 2.0, 9.0], [4.0, 4.0, 5.0], [3.0, 3.0, 3.0]]}
        summary.summarise_peer(record)
        self.assertEqual(record["warm_ms"], {"median": 3.0, "min": 2.0, "max": 4.0})

    def test_a_start_is_load_and_first_inference(self):
        record = {"starts": {"cold": records.starts([80.0, 100.0, 60.0]), "cached": records.starts([8.0])}}
        summary.summarise_peer(record)
        self.assertEqual(record["cold_start_ms"], {"median": 80.0, "min": 60.0, "max": 100.0})
        self.assertEqual(record["cached_start_ms"], {"median": 8.0, "min": 8.0, "max": 8.0})

    def test_what_was_not_measured_has_no_figure(self):
        for record in ({"message": "no device"}, {"starts": {"cold": [], "cached": []}}):
            before = dict(record)
            summary.summarise_peer(record)
            self.assertEqual(record, before)


class Ratio(unittest.TestCase):
    def test_is_that_of_the_medians_with_those_of_pairs(self):
        ratio = summary.ratio([2.0, 4.0, 6.0], [8.0, 4.0, 8.0])
        self.assertEqual(ratio, {"median": 0.5, "min": 0.25, "max": 1.0})

    def test_a_single_time_pairs_with_all_of_the_other(self):
        self.assertEqual(summary.ratio([2.0, 4.0, 6.0], [8.0]), {"median": 0.5, "min": 0.25, "max": 0.75})
        self.assertEqual(summary.ratio([8.0], [2.0, 4.0, 8.0]), {"median": 2.0, "min": 1.0, "max": 4.0})


class Model(unittest.TestCase):
    def setUp(self):
        self.peers = {
            "litevk": records.peer([1.0, 2.0], cold_ms=[50.0, 70.0], cached_ms=[5.0, 7.0, 6.0]),
            "webgpu": records.peer([8.0, 8.0], cold_ms=[200.0, 100.0], cached_ms=[30.0, 30.0, 30.0]),
            "ncnn": records.peer([4.0, 4.0], cold_ms=[400.0, 400.0], cached_ms=[10.0, 20.0, 15.0]),
            "xnnpack-1": records.peer([0.5, 0.5], cold_ms=[1.0, 1.0], cached_ms=[1.0, 1.0, 1.0]),
        }

    def ratios(self):
        return summary.summarise_model(self.peers, VULKAN_PEERS)

    def test_each_ratio_is_to_the_vulkan_peer_that_is_best_at_it(self):
        ratios = self.ratios()
        self.assertEqual(ratios["vulkan"], {"peer": "ncnn", "median": 0.375, "min": 0.25, "max": 0.5})
        self.assertEqual(
            ratios["vulkan_cold_start"], {"peer": "webgpu", "median": 0.4, "min": 0.25, "max": 0.7}
        )
        self.assertEqual(
            ratios["vulkan_cached_start"], {"peer": "ncnn", "median": 0.4, "min": 0.35, "max": 0.5}
        )

    def test_the_cpu_is_xnnpack_on_one_thread(self):
        self.assertEqual(self.ratios()["cpu"], {"peer": "xnnpack-1", "median": 3.0, "min": 2.0, "max": 4.0})

    def test_a_wrong_peer_is_no_rival(self):
        self.peers["ncnn"]["agrees"] = False
        ratios = self.ratios()
        self.assertEqual(
            {key: ratio["peer"] for key, ratio in ratios.items() if key != "cpu"},
            {"vulkan": "webgpu", "vulkan_cold_start": "webgpu", "vulkan_cached_start": "webgpu"},
        )

    def test_a_failed_peer_is_no_rival(self):
        started = {"cold": records.starts([1.0, 1.0]), "cached": records.starts([1.0, 1.0, 1.0])}
        self.peers["webgpu"] = records.failed("died of SIGSEGV", starts=started, rounds_ms=[[1.0]])
        self.assertEqual(self.ratios()["vulkan_cold_start"]["peer"], "ncnn")

    def test_a_peer_that_is_too_slow_to_repeat_pairs_with_its_one_start(self):
        self.peers["webgpu"]["agrees"] = False
        self.peers["ncnn"] = records.peer([30000.0], cold_ms=[35000.0], cached_ms=[30000.0])
        self.assertEqual(
            self.ratios()["vulkan_cold_start"],
            {"peer": "ncnn", "median": 60 / 35000, "min": 50 / 35000, "max": 70 / 35000},
        )

    def test_without_a_right_vulkan_peer_the_cpu_remains(self):
        self.peers["ncnn"]["agrees"] = self.peers["webgpu"]["agrees"] = False
        self.assertEqual(list(self.ratios()), ["cpu"])

    def test_a_wrong_or_missing_litevk_has_no_ratios(self):
        self.peers["litevk"]["agrees"] = False
        self.assertEqual(self.ratios(), {})
        del self.peers["litevk"]
        self.assertEqual(self.ratios(), {})


class Change(unittest.TestCase):
    def setUp(self):
        self.peers = {
            "litevk-before": records.peer([1.0, 4.0, 2.0], cold_ms=[50.0, 80.0], cached_ms=[5.0, 5.0, 5.0]),
            "litevk": records.peer([1.1, 4.0, 3.0], cold_ms=[60.0, 80.0], cached_ms=[5.0, 5.5, 6.0]),
        }

    def ratios(self):
        return summary.summarise_model(self.peers, VULKAN_PEERS)

    def test_is_the_median_of_the_ratios_of_neighbours(self):
        # Not the ratio of the medians, which is 1.5: the machine was slow in the second round.
        self.assertEqual(self.ratios()["before_warm_ms"], {"median": 1.1, "min": 1.0, "max": 1.5, "pairs": 3})

    def test_starts_have_it_too(self):
        ratios = self.ratios()
        self.assertEqual(ratios["before_cold_start_ms"], {"median": 1.1, "min": 1.0, "max": 1.2, "pairs": 2})
        self.assertEqual(ratios["before_cached_start_ms"]["median"], 1.1)

    def test_a_wrong_library_has_none(self):
        for name in ("litevk", "litevk-before"):
            with self.subTest(name), unittest.mock.patch.dict(self.peers[name], agrees=False):
                self.assertEqual(self.ratios(), {})

    def test_the_library_before_is_no_rival(self):
        self.peers["ncnn"] = records.peer([8.0, 8.0, 8.0])
        self.assertEqual(self.ratios()["vulkan"]["peer"], "ncnn")

    def test_one_library_has_none(self):
        del self.peers["litevk-before"]
        self.assertEqual(self.ratios(), {})


if __name__ == "__main__":
    unittest.main()
