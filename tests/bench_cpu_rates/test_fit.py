"""The rates that bench/cpu_rates finds in measurements."""

import unittest

import fit


def case(flops, moved, us, constants=0):
    return {"flops": flops, "bytes": moved, "constant_bytes": constants, "us": us}


class Rates(unittest.TestCase):
    def test_are_those_that_made_the_times(self):
        """Computing, moving values and reading constants each take most of a case."""
        works = ((1e8, 1e6, 1e4), (3e7, 2e5, 0), (1e6, 4e6, 1e3), (2e5, 1e5, 4e7), (1e5, 1e3, 1e6), (1e7, 1e7, 1e5))
        cases = [case(flops, moved, 1 + (flops / 64 + moved / 8 + constants / 32) / 1e3, constants) for flops, moved, constants in works]
        for found, expected in zip(fit.rates(cases, 1), (64, 8, 32)):
            self.assertAlmostEqual(found, expected, delta=expected * 0.1)

    def test_constants_without_a_case_move_like_values(self):
        _, gbs, constant_gbs = fit.rates([case(1e6, 1e6, 500), case(2e6, 2e6, 1000)], 1)
        self.assertEqual(gbs, constant_gbs)

    def test_a_case_that_nothing_fits_does_not_pull_the_others(self):
        cases = [case(1e6 * us, 0, us) for us in (10, 20, 30, 40)]
        without, _, _ = fit.rates(cases, 0)
        with_outlier, _, _ = fit.rates([*cases, case(1e7, 0, 5000)], 0)
        self.assertAlmostEqual(without, with_outlier, delta=without * 0.1)

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
