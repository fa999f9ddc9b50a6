"""results.md of bench/peers: the headings and the cells of each table."""

import unittest

import records
import tables


def section(markdown, title):
    """The tables below a heading, each a list of rows, each a list of cells."""
    body = markdown.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    blocks = [block.splitlines() for block in body.strip().split("\n\n") if block.startswith("|")]
    return [[row.strip("| ").split(" | ") for row in (rows[0], *rows[2:])] for rows in blocks]


class Tables(unittest.TestCase):
    def setUp(self):
        self.peers = {
            "litevk": records.peer([1.0, 2.0], cold_ms=[50.0, 70.0], cached_ms=[5.0, 7.0, 6.0]),
            "ncnn": records.peer([4.0, 4.5], cold_ms=[200.0, 100.0], cached_ms=[10.0, 20.0, 15.0]),
        }

    def markdown(self):
        return tables.markdown(records.results(self.peers, ["ncnn", "webgpu"]))

    def row(self, title, table=0):
        return section(self.markdown(), title)[table][1]

    def test_latency_and_its_ratios(self):
        self.assertEqual(self.row("Warm latency, ms"), ["network", "1.50 (1.00..2.00)", "4.25 (4.00..4.50)"])
        self.assertEqual(self.row("Ratios"), ["network", "0.35 (0.25..0.44) to ncnn", "-"])

    def test_starts_and_their_ratios(self):
        starts, ratios = section(self.markdown(), "Start, ms")
        self.assertEqual(
            starts[1],
            ["network", "60.0 (50.0..70.0) / 6.00 (5.00..7.00)", "150 (100..200) / 15.0 (10.0..20.0)"],
        )
        self.assertEqual(
            ratios[0][1:],
            ["empty caches, litevk / best Vulkan peer", "filled caches, litevk / best Vulkan peer"],
        )
        self.assertEqual(ratios[1], ["network", "0.40 (0.25..0.70) to ncnn", "0.40 (0.35..0.50) to ncnn"])

    def test_a_single_start_has_no_spread(self):
        self.peers["ncnn"] = records.peer([30000.0], cold_ms=[35000.0], cached_ms=[30000.0])
        self.assertEqual(self.row("Start, ms")[2], "35000 / 30000")

    def test_a_wrong_peer_is_marked_and_no_rival(self):
        self.peers["ncnn"] |= {"agrees": False, "error": 0.5}
        self.assertEqual(self.row("Warm latency, ms")[2], "4.25 (4.00..4.50) (wrong output)")
        self.assertEqual(self.row("Agreement")[2], "5.0e-01")
        self.assertEqual(self.row("Ratios"), ["network", "-", "-"])
        self.assertEqual(self.row("Start, ms", table=1), ["network", "-", "-"])

    def test_a_failed_peer_has_its_message_below(self):
        self.peers["webgpu"] = records.failed("no device")
        self.assertEqual(self.row("Warm latency, ms")[3], "[1]")
        self.assertEqual(self.row("Start, ms")[3], "[1]")
        self.assertTrue(self.markdown().endswith("\n[1] webgpu: no device\n"))

    def test_a_peer_that_failed_after_a_start_has_a_figure_and_a_message(self):
        started = {"cold": records.starts([25000.0]), "cached": []}
        self.peers["webgpu"] = records.failed("no answer within 600 s", starts=started)
        self.assertEqual(self.row("Start, ms")[3], "25000 / - [1]")


class Quantized(unittest.TestCase):
    def setUp(self):
        peers = {"litevk": records.peer([2.0, 3.0]), "litevk-float32": records.peer([4.0, 4.0])}
        (self.table,) = section(tables.markdown(records.results(peers, [])), "Ratios")

    def test_stands_beside_its_float_twin(self):
        self.assertEqual(self.table[0][-1], "litevk / its float32 twin")
        self.assertEqual(self.table[1], ["network", "-", "-", "0.62 (0.50..0.75)"])


class BeforeAndAfter(unittest.TestCase):
    def setUp(self):
        peers = {
            "litevk-before": records.peer([1.0, 4.0, 2.0], cold_ms=[50.0, 80.0], cached_ms=[5.0, 5.0, 5.0]),
            "litevk": records.peer([1.1, 4.0, 3.0], cold_ms=[60.0, 80.0], cached_ms=[5.0, 5.5, 6.0]),
        }
        self.text = tables.markdown(records.results(peers, []))

    def test_is_the_first_table(self):
        (table,) = section(self.text, "Before and after")
        self.assertEqual(table[0], ["model", "warm", "start, empty caches", "start, filled caches"])
        self.assertEqual(
            table[1], ["network", "1.10 (1.00..1.50)", "1.10 (1.00..1.20)", "1.10 (1.00..1.20)"]
        )
        self.assertLess(self.text.index("## Before and after"), self.text.index("## Warm latency, ms"))

    def test_the_heading_names_both_libraries(self):
        heading = self.text.partition("\n## ")[0]
        self.assertIn("litevk-before: /some/litevk-before.so (0123).\n", heading)
        self.assertIn("litevk: /some/litevk.so (0123).\n", heading)

    def test_one_library_has_no_such_table(self):
        text = tables.markdown(records.results({"litevk": records.peer([1.0])}, []))
        self.assertNotIn("Before and after", text)
        self.assertNotIn("/some/", text)


class Heading(unittest.TestCase):
    def setUp(self):
        self.results = records.results({"litevk": records.peer([1.0])}, [])

    def test_says_where_the_figures_come_from(self):
        text = tables.markdown(self.results)
        self.assertIn("A processor (2 CPUs, 23.4 GiB), Linux 6.1,\n", text)
        self.assertIn("driver somepipe 1.2, some_icd.json, litevk's sources at 0123456789ab.\n", text)
        self.assertIn("Starts: 2 with empty caches", text)

    def test_leaves_out_what_is_not_known(self):
        self.results["machine"] |= {"memory_gib": None, "driver_version": None}
        text = tables.markdown(self.results)
        self.assertIn("A processor (2 CPUs), Linux 6.1,\n", text)
        self.assertIn("driver some_icd.json, litevk's sources", text)


if __name__ == "__main__":
    unittest.main()
