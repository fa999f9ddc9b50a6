"""The files that bench/cpu_rates writes."""

import pathlib
import re
import unittest

import report

ROOT = pathlib.Path(__file__).resolve().parents[2]


def record(name, work, us, kernels="Fast"):
    """A layer that takes `us` in each engine, and half of that with two threads."""
    node = {"node": 0, "op": "OP", "work": work, "flops": 1e6 * us, "bytes": 1e3 * us, "constant_bytes": 0, "litevk": kernels}
    times = {key: us / key[1] for key in report.ESTIMATES}
    return {"name": name, "nodes": [node], "us": times, "estimates_us": {value: us for value in report.ESTIMATES.values()}}


def records(fast=report.WORKS):
    return [record(f"{work} {us}", work, us, "Fast" if work in fast else "Plain") for work in report.WORKS for us in (10, 100, 1000)]


class RatesTable(unittest.TestCase):
    def rows(self, table):
        return re.findall(r"^LITEVK_CPU_RATES\((\w+), (\w+), ([\d.e+-]+), ([\d.e+-]+), ([\d.e+-]+), ([\d.]+)\)$", table, re.M)

    def test_has_a_row_for_each_set_and_work(self):
        rows = self.rows(report.rates_table(records()))
        self.assertEqual([row[:2] for row in rows], [(kernels, work) for kernels in report.KERNELS for work in report.WORKS])

    def test_threads_share_half_of_the_time_with_two(self):
        for kernels, _, _, _, _, shared in self.rows(report.rates_table(records())):
            # The plain loops take one thread.
            self.assertEqual(float(shared), 0 if kernels == "Plain" else 1)

    def test_work_without_a_fast_kernel_has_the_plain_loops_rates(self):
        rows = {row[:2]: row[2:] for row in self.rows(report.rates_table(records(fast=("Sums",))))}
        self.assertEqual(rows["Fast", "Functions"], rows["Plain", "Functions"])

    def test_the_tree_has_one_of_the_same_form(self):
        text = (ROOT / "delegate/partition/cpu_rates.inc").read_text()
        self.assertEqual([row[:2] for row in self.rows(text)], [(kernels, work) for kernels in report.KERNELS for work in report.WORKS])


class Page(unittest.TestCase):
    def setUp(self):
        self.records = [record("near", "Sums", 10), record("far", "Sums", 1000)]
        self.records[1]["estimates_us"]["xnnpack-1"] = 100

    def test_has_a_row_for_each_model_and_the_share_within_two(self):
        text = report.page(self.records, "A processor", "0123")
        self.assertIn("| near | 10.0 / 10.0 | 10.0 / 5.00 |", text)
        self.assertIn("| Xnnpack, 1 | 50% |", text)
        self.assertIn("| Builtin, 1 | 100% |", text)

    def test_an_engine_that_refuses_a_model_has_no_cell(self):
        del self.records[0]["us"]["Xnnpack", 1]
        self.assertIn("| near | - | 10.0 / 5.00 |", report.page(self.records, "A processor", "0123"))


if __name__ == "__main__":
    unittest.main()
