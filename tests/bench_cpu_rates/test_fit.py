"""The rates that bench/cpu_rates finds in measurements."""

import unittest

import fit


def case(flops, moved, us):
    return {"flops": flops, "bytes": moved, "us": us}


class Rates(unittest.TestCase):
    def test_are_those_that_made_the_times(self):
        """Half of the cases compute longest, half of them move longest."""
        cases = [case(flops, moved, 1 + max(flops / 64, moved / 8) / 1e3)
                 for flops, moved in ((1e8, 1e6), (3e7, 2e5), (1e6, 4e6), (2e5, 1e5))]
        gflops, gbs = fit.rates(cases, 1)
        self.assertAlmostEqual(gflops, 64, delta=64 * 0.05)
        self.assertAlmostEqual(gbs, 8, delta=8 * 0.05)

    def test_a_kind_of_work_without_a_case_is_an_error(self):
        with self.assertRaises(ValueError):
            fit.rates([], 1)

    def test_a_node_takes_what_the_smallest_one_takes(self):
        self.assertEqual(fit.node_us([case(1, 1, 3), case(9, 9, 0.5)]), 0.5)
        self.assertEqual(fit.node_us([case(1, 1, 0)]), fit.LEAST_US)


class Threads(unittest.TestCase):
    def test_share_what_the_second_one_saves(self):
        self.assertEqual(fit.shared([(10, 5)]), 1)
        self.assertEqual(fit.shared([(10, 10)]), 0)
        self.assertAlmostEqual(fit.shared([(10, 6), (10, 7), (10, 1)]), 0.8)

    def test_share_nothing_that_takes_longer(self):
        self.assertEqual(fit.shared([(10, 12)]), 0)
        self.assertEqual(fit.shared([]), 0)


class Within(unittest.TestCase):
    def test_counts_both_directions(self):
        self.assertEqual(fit.within([(1, 1), (1, 2), (2, 1), (1, 2.1), (2.1, 1)], 2), 0.6)


if __name__ == "__main__":
    unittest.main()
